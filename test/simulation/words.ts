/**
 * Rows of the simulation: what services call their parameters, fields and lists, and what they say there.
 * The words of a name are separated by spaces.
 */

import type { Template } from '../../sandbox/corpus/template.ts';

/** How pages are requested, with the names of the parameter, and of fields with its next value. */
export const WAYS = {
	page: {
		parameters: ['page', 'page', 'page number', 'page index', 'current page', 'p'],
		next: ['next', 'next page', 'next page number'],
	},
	offset: {
		parameters: ['offset', 'offset', 'skip', 'start', 'start index', 'from'],
		next: ['next', 'next offset', 'next start', 'next skip'],
	},
	cursor: {
		parameters: ['cursor', 'cursor', 'page token', 'after', 'continuation', 'starting after'],
		next: ['next', 'next cursor', 'cursor', 'next page token', 'continuation', 'end cursor'],
	},
	lastContact: {
		parameters: ['after', 'starting after', 'after id', 'last id', 'since id'],
		next: ['next', 'next cursor', 'next starting after'],
	},
};

/** Parameters of services that say nothing. */
export const PLAIN: Partial<Record<string, string[]>> = {
	page: ['page'],
	offset: ['offset', 'skip', 'start'],
};

/** Values and links that the last page lacks, has empty, or has to a page after it. */
export const NEXT_VALUES = ['{next}', '{next ?? null}', '{next ?? ""}', '{after}'];
const NEXT_LINKS = ['{nextLink}', '{nextLink ?? null}', '{nextLink ?? ""}', '{linkAfter}'];

/** As services behind a gateway have them, and services that append to a query that is not there. */
const WRONG_LINKS = ['https://gateway.example{nextLink | path}', '/contacts{nextLink | query}'];

const MORE = ['has more', 'has next', 'has next page', 'more', 'more records', 'more items'];
const TOTAL = ['total', 'total count', 'total items', 'total records', 'total results', 'count'];

/** What fields say about pages, by their names and with the values of a page, see `service.ts`. */
export const SIGNS = {
	// Each of these says whether there is more.
	nextLink: {
		names: ['next', 'next link', 'next url', 'next page', 'next page url', 'next href'],
		values: [...NEXT_LINKS, ...NEXT_LINKS, ...WRONG_LINKS],
	},
	more: { names: MORE, values: ['{hasMore}', '{hasMore}', '{hasMore | text}'] },
	last: {
		names: ['last', 'is last', 'is last page', 'done'],
		values: ['{isLast}', '{isLast}', '{isLast | text}'],
	},
	total: { names: TOTAL, values: ['{total}', '{total}', '{total | text}'] },
	pages: {
		names: ['total pages', 'page count', 'pages', 'last page', 'number of pages'],
		values: ['{pages}', '{pages}', '{pages | text}'],
	},
	// These do not.
	number: { names: ['page', 'current page', 'page number', 'page index'], values: ['{number}'] },
	offset: { names: ['offset', 'skip', 'start', 'start index'], values: ['{start}', '{start + 1}'] },
	size: { names: ['page size', 'per page', 'limit', 'items per page'], values: ['{size}'] },
	count: { names: ['count', 'number of elements', 'length', 'returned'], values: ['{count}'] },
	// These are wrong at times.
	window: { names: TOTAL, values: ['{upTo100}'] },
	off: { names: TOTAL, values: ['{total - 3}', '{total + 3}'] },
	constant: { names: ['results', 'count', 'records', 'number of results'], values: [25, 50] },
	truncated: { names: ['truncated', 'is truncated', 'partial'], values: ['{isCut}'] },
	moreIfFull: { names: MORE, values: ['{isFullAndMore}'] },
};

export const TELLING = ['next', 'nextLink', 'more', 'last', 'total', 'pages'] as const;
export const OTHERS = ['number', 'offset', 'size', 'count'] as const;
export const LIES = ['window', 'off', 'constant', 'truncated', 'moreIfFull'] as const;

export const HEADERS: Record<string, Template> = {
	Link: ['<{nextLink}>; rel="next"'],
	'X-Next-Page': '{next ?? ""}',
	'X-Has-More': '{hasMore}',
	'X-Total-Count': '{total}',
	'X-Total-Pages': '{pages}',
};

export const LISTS = ['contacts', 'items', 'results', 'people', 'contact list'];
/** A list of something else, of the same kinds of names. */
export const OTHER_LISTS = ['items', 'results', 'people'];
export const LABELS = [{ label: 'a' }, { label: 'b' }];
export const AROUND_LIST = ['data', 'result', 'response', 'payload', 'body'];
export const AROUND_SIGNS = ['meta', 'pagination', 'paging', 'page info', 'info', 'metadata'];

/** What services call the page size. */
export const PAGE_SIZES = 'limit limit per_page page_size count size maxResults $top'.split(' ');

/** Page sizes that many services have. */
export const USUAL_SIZES = [10, 20, 25, 50, 100];

// What has nothing to do with pages

/** Values, and the paths of fields that have them. */
type Rows = Array<[Template, paths: string]>;

export const FIXED: Rows = [
	[false, 'more options, next winner'],
	[true, 'done tutorial, last invoice sent, exhausted horses'],
	[0, 'seats left'],
];

/** Fields with words that are about pages, but which say nothing about the next one. */
export const CONSTANTS: Rows = [
	[true, 'done, finished, last context'],
	[false, 'truncated, partial, incomplete results, has more details, more info, next view'],
	[5, 'user id, current user id'],
	[1000, 'max results, item limit'],
];

/** Words that are about pages, in objects that are not, or alone and too short to mean anything. */
export const KNOWN: Rows = [
	[true, 'status.done, sync.complete, view.last, export.is last page, export.has next page'],
	[true, 'final, done, end, complete'],
	[false, 'job.has more'],
	[0, 'remaining, limits.remaining, rate limit.left'],
	[1, 'storage.total count, invoices.total pages, invoices.page'],
	[3, 'totals.total'],
	[null, 'account.links.next, billing.next'],
	['/v1/audit?page=2', 'billing.next'],
	['cG9zaXRpb246MTIz', 'audit.next page token'],
	['welcome', 'tour.next'],
];

/** Fields that are named like the list, or like any other, and are empty. */
export const EMPTY_NAMES = [
	'contact|contacts|people|related people|results|search results|query results|items|data',
	'records|users|ads|tags|included|errors',
].flatMap((line) => line.split('|'));

export const ORGANIZATIONS = [
	{ id: 'org_1', name: 'Acme', domain: 'acme.example' },
	{ id: 'org_2', name: 'Globex', domain: 'globex.example' },
	{ id: 'org_3', name: 'Initech', domain: 'initech.example' },
];

/** Names of lists of anything, and those that nobody gives to a list of contacts. */
export const USUAL_NAMES = 'records data profiles items results users people contacts'.split(' ');
export const OTHER_NAMES = ['organizations', 'included', 'owners'];

/** Ordinary words, none of which says anything about pages. */
export const ORDINARY = `
	apple autumn balloon basket bicycle blanket bottle breakfast bridge brother button cabin canoe
	castle chapter cherry church cloud coat coffee cousin curtain dancer desert dolphin donkey dragon
	eagle engine evening feather flower forest fountain galaxy garage garden giraffe glacier goat guitar
	hammer harvest honey horse hospital invoice island jacket jungle kitchen ladder lake lesson library
	lizard lunch market medal mirror monkey museum needle notebook ocean orchard owl oyster parade
	passport pencil piano planet pocket potato radio river rocket school seat shoe singer spoon station
	storm summer teacher theatre ticket tower tunnel turtle tutorial valley window winner winter zebra`
	.trim()
	.split(/\s+/);

/** Words about pages, which an ordinary one makes mean something else. */
export const PAGING =
	'more next last done left remaining total has end complete final finished'.split(' ');

export const VALUES = [true, false, 0, 1, 5, '', null, 'text'];

/** What looks like a lead to the next page. */
export const FALSE_LEADS = [
	'https://docs.example.com/contacts',
	'https://api.example.com/v1/contacts?sort=name',
	'cG9zaXRpb246MTIz',
];
