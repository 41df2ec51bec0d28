/** How services are asked for a position in their lists. */
import type { Row } from '../../../sandbox/service/shapes/shape.ts';

export type Position = Exclude<Row['by'], unknown[]>;

export const page = (parameter: string, first: number): Position => ({ page: parameter, first });

export const offset = (parameter: string, first: number): Position => ({
	offset: parameter,
	first,
});

export const cursor = (parameter: string): Position => ({ cursor: parameter });

/** The id of the last contact, or another field of it. */
export const lastId = (parameter: string, field = 'id'): Position => ({
	cursor: parameter,
	token: `{last.${field}}`,
});

export function parameterOf(position: Position): string {
	return Object.values(position)[0] as string;
}
