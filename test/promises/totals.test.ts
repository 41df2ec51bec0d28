/** Totals: which ones count, and which are met by chance, count something else, or grow. */
import { cursor, page, type Position } from '../corpus/positions';
import type { Service } from '../corpus/read';
import { type Description, instead, type Page, paged, range } from '../corpus/services';
import {
	ALWAYS_20,
	ALWAYS_50,
	bothWays,
	byOffset,
	byPage,
	CUT_TO_20,
	everyWay,
	type Fields,
	hiding,
	list,
	listOf,
	type Options,
	pagedList,
	promise,
	SIZES,
	WAYS,
	withFields,
} from './promise';

/** Totals that are met in mid-list. */
const TOTALS: Array<[count: number, pageSize: number, total: number]> = [
	[800, 20, 40],
	[230, 50, 100],
	[230, 50, 50],
	[230, 50, 150],
	[230, 50, 200],
	[120, 20, 20],
];

const TOTAL_NAMES = ['total', 'totalCount', 'numFound'];

/** Numbers that are by chance those of the first page, in services that cut pages to a few contacts. */
const BY_CHANCE = range(5).flatMap((n): Array<[cap: number, count: number, fields: Fields]> => {
	const cap = n + 5;
	return [
		[cap, 50, { info: { total: '{total}' } }],
		[cap, 50, { count: '{total | text}' }],
		[cap, cap * cap, { page_count: '{pages}' }],
		[2 * cap, 4 * cap * cap, { page: { count: '{pages}', number: '{number}' } }],
	];
});

promise('A total that is met by chance is no end', [
	...TOTALS.flatMap(([count, pageSize, total]) =>
		TOTAL_NAMES.flatMap((name) =>
			everyWay.flatMap(({ by, signs, pagination }) =>
				[{ [name]: total }, { meta: { [name]: total } }].map((fields) =>
					pagedList(
						'whole or error',
						count,
						by,
						{ ...fields, ...signs, ...fields },
						{ pageSize, pagination },
					),
				),
			),
		),
	),
	...BY_CHANCE.flatMap(([maxPageSize, count, fields]) =>
		[byPage, page('Zq', 1), byOffset, cursor('cursor')].map((by) =>
			pagedList('whole or error', count, by, fields, { maxPageSize }),
		),
	),
	...[40, 100].flatMap((total) =>
		SIZES.slice(1).map((sizes) =>
			pagedList('whole or error', 230, byPage, { total }, { ...sizes }),
		),
	),
	...[50, 100, 200, 230].flatMap((count) =>
		everyWay.map(({ by, signs, pagination }) =>
			pagedList('whole', count, by, { ...signs, total: '{total}' }, { pagination }),
		),
	),
]);

promise('A total counts if only the first page states it, and a minimum does not', [
	pagedList('error', 100, byPage, { 'total if isFirst': 120 }, { pagination: WAYS.pages.settings }),
	...[120, 230].map((count) => {
		const minimum = { page: '{number}', total: 100, relation: 'gte' };
		return pagedList('whole', count, byPage, minimum, { fixedPageSize: 50 });
	}),
]);

/** Services that state the number of a page's contacts as the total. */
const countingPages = (by: Position, options: Options & Partial<Description>) =>
	pagedList('whole', 120, by, { total: '{count}' }, options);

promise('A total that counts the page does not end the list', [
	...[WAYS.mutePages, WAYS.offsets].flatMap(({ by, settings }) => [
		...[{ maxPageSize: 20 }, { fixedPageSize: 50 }, { fixedPageSize: 20 }].flatMap((sizes) =>
			[undefined, settings].map((pagination) => countingPages(by, { ...sizes, pagination })),
		),
		countingPages(by, { maxPageSize: 17, pagination: settings }),
		countingPages(by, { fixedPageSize: 17, pagination: { ...settings, checkTotal: false } }),
	]),
	// Where nobody knows the way
	pagedList('error', 120, cursor('none'), { total: '{count}' }, { pageSize: 3 }),
]);

/** How services state the number of all contacts, beside the usual names. */
const STATED: Array<[fields: Fields, headers?: Record<string, string>]> = [
	[{ total: { value: 99, relation: 'gte' } }],
	[{ nbHits: '{total}' }],
	[{ nhits: '{total}' }],
	[{ totalCnt: '{total}' }],
	[{ total_num: '{total}' }],
	[{}, { 'x-wp-total': '230' }],
	[{}, { 'x-pagination': '{"TotalCount":230,"HasNext":true}' }],
	[{}, { 'content-range': 'contacts 0-49/230' }],
];

promise(
	'What is answered beyond a limit as at the end is no end where a total is stated',
	STATED.flatMap(([fields, headers = {}]) =>
		[byPage, byOffset].map((by) =>
			list([fields, headers, by], 'error', () =>
				instead(paged(230, by, fields), (response) => {
					if (response.status) return undefined;
					const contacts = listOf(response).filter(({ id }) => Number(id) < 100);
					return { ...withFields(response, { contacts }), headers };
				}),
			),
		),
	),
);

promise(
	'A total that grows while a list is read tells that contacts are missing',
	[WAYS.cursors, WAYS.muteOffsets, WAYS.mutePages].flatMap(({ by, signs, settings }) =>
		bothWays(settings).map((pagination) =>
			list(
				[by],
				'error',
				() => {
					let total = 230;
					return instead(paged(230, by, signs), (response) => {
						if (response.status) return undefined;
						const contacts = listOf(response).filter(({ id }) => Number(id) < 100);
						const last = contacts.length === 0 && { nextCursor: null };
						return withFields(response, { contacts, total: total++, ...last });
					});
				},
				{ pagination },
			),
		),
	),
);

promise('The number of a page is not that of all pages', [
	pagedList('whole', 130, byPage, { numPage: '{number}' }, CUT_TO_20),
	pagedList('whole', 130, byPage, { num_page: '{number}' }, ALWAYS_20),
]);

/** A service that counts its contacts for the first page only, and has nothing behind the fiftieth. */
function countingOnce(by: Position, later: object): Service {
	const service = paged(230, by, {}, { fixedPageSize: 10 });
	return instead(service, (response) => {
		const contacts = listOf(response).filter(({ id }) => Number(id) <= 50);
		const isFirst = contacts[0]?.id === 1;
		return withFields(response, { contacts, ...(isFirst ? { total: 230 } : later) });
	});
}

promise(
	'A total that only the first page states is compared',
	[byPage, byOffset].flatMap((by) =>
		[{}, { total: 0 }, { total: null }].flatMap((later) =>
			bothWays({ mode: by === byPage ? 'pageNumber' : 'offset' }).map((pagination) =>
				list([by, later], 'error', () => countingOnce(by, later), { pageSize: 0, pagination }),
			),
		),
	),
);

promise(
	'The largest of several totals is compared',
	[
		{ count: '{count}', itemCount: '{count}', total: 130 },
		{ total: 130, count: '{count}', itemCount: '{count}' },
	].map((fields) => pagedList('error', 100, WAYS.cursors.by, { ...fields, ...WAYS.cursors.signs })),
);

promise(
	'A total that is only known to be more than the contacts so far is not met',
	bothWays({ mode: 'pageNumber' }).map((pagination) => {
		const isHidden = (id: number) => (id > 15 && id <= 25) || (id > 36 && id <= 50);
		const body = ({ list: contacts, end }: Page) => ({ contacts, total: Math.min(150, end + 1) });
		const service = () => hiding(paged(150, byPage, {}, { fixedPageSize: 25, body }), isHidden);
		return list('by one', 'whole or error', service, { pageSize: 0, pagination });
	}),
);

promise(
	'A total that counts pages is not met, whatever the length of the list',
	[10, 15, 20, 25].flatMap((maxPageSize) =>
		['rows', 'pageSize'].flatMap((sizeParameter) =>
			[{} as Fields, { page: '{number}' }].map((fields) => {
				// As many pages of one contact fewer as a page has contacts
				const count = maxPageSize * (maxPageSize - 1);
				const signs = { ...fields, total: '{pages}' };
				return pagedList('whole or error', count, byPage, signs, { maxPageSize, sizeParameter });
			}),
		),
	),
);

promise(
	'What each page states in the same way is no total, though as many contacts have come',
	['count', 'rows', 'records'].flatMap((name) =>
		[0, 50, 100].flatMap((pageSize) =>
			bothWays({ mode: 'pageNumber' }).map((pagination) => {
				const isHidden = (id: number) => (id > 30 && id <= 50) || (id > 70 && id <= 100);
				const whole = () => paged(230, byPage, { page: '{number}', [name]: 50 }, ALWAYS_50);
				return list([name, pageSize], 'whole or error', () => hiding(whole(), isHidden), {
					pageSize,
					pagination,
				});
			}),
		),
	),
);

promise(
	'The number of the last page counts from 0 where that of the page does',
	['lastPage', 'last_page'].flatMap((name) =>
		[0, 25, 100].flatMap((pageSize) =>
			bothWays({ mode: 'pageNumber', firstPage: 0 }).map((pagination) => {
				const signs = { page: '{number}', [name]: 2 };
				const whole = () => paged(75, page('page', 0), signs, { fixedPageSize: 25 });
				const service = () => hiding(whole(), (id) => id > 48 && id <= 50);
				return list([name, pageSize], 'whole or error', service, { pageSize, pagination });
			}),
		),
	),
);
