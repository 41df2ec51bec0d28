import type { SituationName } from './situations';

/** The expected texts of errors, by the situation. */
type ExpectedErrors = Partial<Record<SituationName, string[]>>;

/** @returns texts of the error in a situation in which the node cannot read the list of a shape whole */
export function expectedError(shape: string, situation: SituationName): string[] | undefined {
	return expectedErrors[shape]?.[situation];
}

/** By the shape's name. */
export const expectedErrors: Record<string, ExpectedErrors> = {
	'QuickBooks Online': { empty: ['Keys seen: QueryResponse, time'] },
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
	return {
		'page size honored': error,
		'cut to 20': error,
		'cut to 17': error,
		'cut to 60': error,
		'cut to 100': error,
		'exact multiple': error,
	};
}
