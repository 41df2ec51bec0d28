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
	Navitia: { empty: ['more than one list'] },
	'Home-made: signs behind an underscore': errorIfCut(
		'continues after page 1',
		"'Cursor Field' _meta._nextCursor, 'Has More Field' _meta._hasNext",
	),
	'Home-made: OpenSearch numbers in an Atom feed': errorIfCut(
		'continues after page 1',
		"Page Number; Offset; Last Contact ('Last Contact Field' id)",
	),
};

/** Lists whose pages are cut fail with these texts; others come whole on a larger page. */
function errorIfCut(...error: string[]): ExpectedErrors {
	return {
		'cut to 20': error,
		'cut to 17': error,
		'cut to 60': error,
		'cut to 100': error,
	};
}
