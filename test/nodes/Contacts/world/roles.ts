/** What the documented fields and headers say about pages. */

/** What a field says about pages. */
export type Role =
	| `${Relation} ${'link' | 'cursor' | 'page' | 'offset'}`
	| 'links by relation'
	| 'list of links'
	| 'list of actions'
	| 'link header'
	| 'range'
	| 'future link'
	| 'delta link'
	| 'more'
	| 'is last'
	| 'is first'
	| 'has previous'
	| 'is empty'
	| 'total'
	| 'count'
	| 'pages'
	| 'page'
	| 'size'
	| 'asked size'
	| 'offset'
	| 'end';

export type Relation = 'next' | 'previous' | 'first' | 'last' | 'self';

/** Says nothing about whether or how the list goes on. */
const MUTE =
	/^(first|self|previous (cursor|page)|future|delta|list of actions|asked|is (first|empty)|has previous)/;

export function isTelling(role: Role): boolean {
	return !MUTE.test(role);
}

export const HEADERS: Partial<Record<string, Role>> = {
	link: 'link header',
	'content-range': 'range',
	'x-total-count': 'total',
	totalrecordcount: 'total',
	'x-paging-totalresults': 'total',
	'x-paging-skipped': 'offset',
	'x-paging-take': 'size',
	'x-limit': 'size',
	'x-offset': 'offset',
	'x-size': 'count',
	'x-more': 'more',
	'x-next': 'next link',
	nextpagetoken: 'next cursor',
};

/** Values of headers that say nothing about pages. */
const HEADER_VALUES: Partial<Record<string, string>> = {
	'x-ratelimit-limit': '2500',
	'x-ratelimit-remaining': '2490',
	'x-ratelimit-reset': '1714550400',
	'x-ratelimit-credits': '1',
	'x-listenapi-freequota': '300',
	'x-listenapi-usage': '12',
	'x-listenapi-latency-seconds': '0.12',
	'x-listenapi-nextbillingdate': '2024-06-01T00:00:00Z',
	connection: 'keep-alive',
	'keep-alive': 'timeout=5, max=100',
	'transfer-encoding': 'chunked',
	vary: 'Accept-Encoding',
	expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
	'last-modified': 'Wed, 01 May 2024 08:00:00 GMT',
};

/** Undefined for a header that only refusals have. */
export function unrelatedHeader(name: string): string | undefined {
	return name === 'retry-after' ? undefined : (HEADER_VALUES[name] ?? 'a3f09c');
}
