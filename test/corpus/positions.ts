/** How services are asked for a position in their lists. */
import type { Position } from '../../sandbox/corpus/positions.ts';

export type { Position };

export const page = (parameter: string, first: number): Position => ({
	kind: 'page',
	parameter,
	first,
});

export const offset = (parameter: string, first: number): Position => ({
	kind: 'offset',
	parameter,
	first,
});

export const cursor = (parameter: string, token?: string): Position => ({
	kind: 'cursor',
	parameter,
	token,
});

/** The id of the last contact, or another field of it. */
export const lastId = (parameter: string, field = 'id') => cursor(parameter, `{last.${field}}`);
