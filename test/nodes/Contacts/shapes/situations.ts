import type { Service } from '../../../../sandbox/service/shapes/shape.ts';

/** A request, the number of contacts, and how the service treats the page size. */
export interface Situation {
	name: SituationName;
	pageSize: number;
	total: number;
	service: Service;
}

/** More contacts than any list has. */
const NO_MAXIMUM = 1_000;

const table = {
	'page size honored': [50, 230, { maxPageSize: NO_MAXIMUM }],
	'cut to 20': [50, 230, { maxPageSize: 20 }],
	'cut to 17': [50, 230, { maxPageSize: 17 }],
	'cut to 60': [200, 230, { maxPageSize: 60 }],
	'cut to 100': [500, 430, { maxPageSize: 100 }],
	'all on one page': [50, 230, { maxPageSize: NO_MAXIMUM, fixedPageSize: NO_MAXIMUM }],
	'exact multiple': [50, 200, { maxPageSize: NO_MAXIMUM }],
	empty: [50, 0, { maxPageSize: NO_MAXIMUM }],
	'seven only': [50, 7, { maxPageSize: NO_MAXIMUM }],
} satisfies Record<string, [pageSize: number, total: number, service: Service]>;

export type SituationName = keyof typeof table;

export const situations: Situation[] = Object.entries(table).map(
	([name, [pageSize, total, service]]) => ({
		name: name as SituationName,
		pageSize,
		total,
		service,
	}),
);
