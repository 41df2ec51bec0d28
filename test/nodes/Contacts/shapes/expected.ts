import type { SituationName } from './situations';

/** An error whose message or description contains these texts, such as field names. */
interface Expected {
	error: string[];
}

type ExpectedErrors = Partial<Record<SituationName, Expected>>;

/** @returns the expected error in a situation in which the node cannot read the list of a shape whole */
export function expectedError(shape: string, situation: SituationName): Expected | undefined {
	return expectedErrors[shape]?.[situation];
}

const MORE_THAN_ONE_PAGE: SituationName[] = [
	'page size honored',
	'cut to 20',
	'cut to 17',
	'cut to 60',
	'cut to 100',
	'exact multiple',
];

/** By the shape's name. */
export const expectedErrors: Record<string, ExpectedErrors> = {
	'QuickBooks Online': errorIn(['empty'], 'Keys seen: QueryResponse, time'),
	'Home-made: signs behind an underscore': errorOnSeveralPages(
		'continues after page 1',
		"'Cursor Field' _meta._nextCursor, 'Has More Field' _meta._hasNext",
	),
	'Home-made: OpenSearch numbers in an Atom feed': errorOnSeveralPages(
		'continues after page 1',
		"Page Number; Offset; Last Contact ('Last Contact Field' id)",
	),
};

/** Every list of more than one page ends in an error with these texts. */
function errorOnSeveralPages(...error: string[]): ExpectedErrors {
	return errorIn(MORE_THAN_ONE_PAGE, ...error);
}

function errorIn(names: SituationName[], ...error: string[]): ExpectedErrors {
	return Object.fromEntries(names.map((name) => [name, { error }]));
}
