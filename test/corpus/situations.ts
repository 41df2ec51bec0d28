import type { Sizes } from '../../sandbox/corpus/page.ts';

/** A request, the number of contacts, and how the service treats the page size. */
export interface Situation {
	name: string;
	pageSize: number;
	total: number;
	service: Sizes;
	/** Further query parameters. */
	query?: string;
}

/** More contacts than any list has. */
const NO_MAXIMUM = 1_000;

function situation(
	name: string,
	pageSize: number,
	total: number,
	service: Sizes = { maxPageSize: NO_MAXIMUM },
): Situation {
	return { name, pageSize, total, service };
}

export const situations = [
	situation('page size honored', 50, 130),
	...[20, 17].map((max) => situation(`cut to ${max}`, 50, 90, { maxPageSize: max })),
	situation('cut to 60', 200, 130, { maxPageSize: 60 }),
	situation('cut to 100', 500, 230, { maxPageSize: 100 }),
	situation('all on one page', 50, 130, { maxPageSize: NO_MAXIMUM, fixedPageSize: NO_MAXIMUM }),
	situation('exact multiple', 50, 150),
	situation('empty', 50, 0),
	situation('seven only', 50, 7),
];

/** Lists that end where a page may end: full pages, and as many contacts as a common limit allows. */
export const ends: Situation[] = [
	...[10, 20, 25, 50, 100].map((total) => [total, 200] as const),
	...[50, 100].map((total) => [total, total] as const),
].map(([total, pageSize]) => situation(`${total} of ${pageSize}`, pageSize, total));

/** The same, of services that call the page size otherwise. */
export const endsByDefault = [10, 20, 25, 50, 100].map((total) =>
	situation(`${total}, the default of limit`, 200, total, {
		maxPageSize: NO_MAXIMUM,
		sizeParameter: 'limit',
		defaultSize: total,
	}),
);

/** The same, of users who set what the service calls the page size, and of services that send fewer. */
export const ownSizes = [20, 50, 100, 1_000].flatMap((maxPageSize) =>
	[7, 33, 130].map((total) => ({
		...situation(`${total}, with limit=100 cut to ${maxPageSize}`, 50, total, {
			maxPageSize,
			sizeParameter: 'limit',
			defaultSize: 20,
		}),
		query: 'limit=100',
	})),
);

/** As few contacts as in a new account. */
export const few = [1, 2, 3].map((total) => situation(`${total} only`, 50, total));
