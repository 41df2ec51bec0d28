import { type SituationName, situations } from './situations';

/** An error whose message or description contains these texts, such as field names. */
export interface Expected {
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
	'HubSpot v1': errorOnSeveralPages("'Cursor Field' vid-offset, 'Has More Field' has-more"),
	Stripe: errorOnSeveralPages('continues', "'Has More Field' has_more"),
	'Amazon Connect Customer Profiles': errorOnSeveralPages('continues', "'Cursor Field' NextToken"),
	'OpenSearch scroll': errorOnSeveralPages("'Cursor Field' _scroll_id"),
	Segment: errorOnSeveralPages('continues', "'Cursor Field' data.pagination.next"),
	MediaWiki: errorOnSeveralPages('Not understood: continue.aufrom'),
	X: errorOnSeveralPages('continues', "'Cursor Field' meta.next_token"),
	Discourse: {
		...errorOnSeveralPages('meta.load_more_directory_items'),
		...errorIn(['all on one page', 'empty', 'seven only'], 'meta.load_more_directory_items'),
	},
	Strapi: errorOnSeveralPages('continues', "'Total Pages Field' meta.pagination.pageCount"),
	Magento: errorOnSeveralPages('continues', 'Page Number; Offset'),
	'Teamwork v3': errorOnSeveralPages('continues', "'Has More Field' meta.page.hasMore"),
	'QuickBooks Online': {
		...errorOnSeveralPages('has the same contacts as an earlier page'),
		...errorIn(['all on one page', 'seven only'], 'has the same contacts as an earlier page'),
		...errorIn(['empty'], 'Keys seen: QueryResponse, time'),
	},
	Close: errorOnSeveralPages('continues', "'Has More Field' has_more"),
	'ABP Framework': errorOnSeveralPages('continues', 'Page Number; Offset'),
	'Strapi, by start': errorOnSeveralPages('continues', 'Page Number; Offset'),
	Copper: errorOnSeveralPages('continues', 'Page Number; Offset'),
	'Modern Treasury': errorOnSeveralPages('continues', "'Cursor Field' x-after-cursor"),
	'Home-made: last page as 1 and 0': errorOnSeveralPages('continues', "'Has More Field' is_last"),
	'Home-made: list with names of its own': {
		...errorOnSeveralPages('range.numberOfPeople'),
		...errorIn(['all on one page', 'seven only'], 'range.numberOfPeople'),
	},
	'Home-made: has-more flag only': errorOnSeveralPages('continues', "'Has More Field' hasMore"),
	'Home-made: 204 for an empty list': errorOnSeveralPages(
		'continues',
		"'Has More Field' has_next_page",
	),
	'Home-made: messages and warnings beside the list': errorOnSeveralPages(
		'continues',
		'Page Number; Offset',
	),
	'Home-made: signs behind an underscore': errorOnSeveralPages(
		'continues',
		"'Cursor Field' _meta._nextCursor, 'Has More Field' _meta._hasNext",
	),
	'Home-made: cursor of DynamoDB': errorOnSeveralPages("'Cursor Field' LastEvaluatedKey"),
	'Home-made: last id as the cursor': errorOnSeveralPages(
		"'Cursor Field' last_id, 'Has More Field' has_more",
	),
	'Home-made: X-Has-More header': errorOnSeveralPages('continues', "'Has More Field' x-has-more"),
	'Home-made: date as the cursor': errorOnSeveralPages('nextSince'),
	'Home-made: OpenSearch numbers in an Atom feed': errorIn(
		situations.map(({ name }) => name),
		'feed.openSearch$totalResults.$t',
	),
	'Home-made: flag of a transfer limit': errorOnSeveralPages('exceededTransferLimit'),
};

/** Every list of more than one page ends in an error with these texts. */
function errorOnSeveralPages(...error: string[]): ExpectedErrors {
	return errorIn(MORE_THAN_ONE_PAGE, ...error);
}

function errorIn(names: SituationName[], ...error: string[]): ExpectedErrors {
	return Object.fromEntries(names.map((name) => [name, { error }]));
}
