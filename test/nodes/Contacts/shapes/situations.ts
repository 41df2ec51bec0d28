import type { Service } from '../../../../sandbox/service/shapes/shape.ts';

/** A request, the number of contacts, and how the service treats the page size. */
export interface Situation {
	name: string;
	pageSize: number;
	total: number;
	service: Service;
}

/** More contacts than any list has. */
const NO_MAXIMUM = 1_000;

const table: Record<string, [pageSize: number, total: number, service: Service]> = {
	'page size honored': [50, 130, { maxPageSize: NO_MAXIMUM }],
	'cut to 20': [50, 90, { maxPageSize: 20 }],
	'cut to 17': [50, 90, { maxPageSize: 17 }],
	'cut to 60': [200, 130, { maxPageSize: 60 }],
	'cut to 100': [500, 230, { maxPageSize: 100 }],
	'all on one page': [50, 130, { maxPageSize: NO_MAXIMUM, fixedPageSize: NO_MAXIMUM }],
	'exact multiple': [50, 150, { maxPageSize: NO_MAXIMUM }],
	empty: [50, 0, { maxPageSize: NO_MAXIMUM }],
	'seven only': [50, 7, { maxPageSize: NO_MAXIMUM }],
};

export const situations: Situation[] = Object.entries(table).map(
	([name, [pageSize, total, service]]) => ({ name, pageSize, total, service }),
);

/** Lists that end where a page may end: full pages, and as many contacts as a common limit allows. */
export const ends: Situation[] = [
	...[10, 20, 25, 50, 100].map((total) => [total, 200] as const),
	...[50, 100].map((total) => [total, total] as const),
].map(([total, pageSize]) => ({
	name: `${total} of ${pageSize}`,
	pageSize,
	total,
	service: { maxPageSize: NO_MAXIMUM },
}));

/** The same, of services that call the page size otherwise. */
export const endsByDefault: Situation[] = [10, 20, 25, 50, 100].map((total) => ({
	name: `${total}, the default of limit`,
	pageSize: 200,
	total,
	service: { maxPageSize: NO_MAXIMUM, sizeParameter: 'limit', defaultSize: total },
}));

/** As few contacts as in a new account. */
export const few: Situation[] = [1, 2, 3].map((total) => ({
	name: `${total} only`,
	pageSize: 50,
	total,
	service: { maxPageSize: NO_MAXIMUM },
}));
