/** How services are asked for a position in their lists. */
import type { Row } from '../../../../sandbox/service/shapes/shape.ts';
import { type Field, type Operation, type Parameter, wordsOf } from './operations';
import type { Role } from './roles';

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

/** The positions that an operation takes, the main one first; none where it cannot be paged. */
export function positionsOf(
	operation: Operation,
	fields: Array<{ field: Field; role: Role | undefined }>,
	idField: string,
): Position[] {
	const next = fields.find(({ role }) => role === 'next cursor')?.field;
	// A cursor that is documented as a number is no text.
	const isNumber = next?.type === 'integer' || next?.type === 'number';
	const token = isNumber ? '{number}' : '{position}';
	const isMain = ({ kind }: Parameter) => kind === operation.kind;
	const { params } = operation;
	const documented = [...params.filter(isMain), ...params.filter((param) => !isMain(param))];
	const positions = documented.flatMap((param) => positionOf(param, token, idField) ?? []);
	if (positions.length > 0) return positions;
	if (next) return [{ cursor: withoutNext(next.path.at(-1)!), token }];
	if (fields.some(({ role }) => role === 'page' || role === 'next page')) return [page('page', 1)];
	// Links carry a parameter of their own.
	return operation.kind === 'link?' ? [cursor('position')] : [];
}

/** Parameters that lead to other contacts than those after the last one. */
const OTHER_DIRECTIONS = ['since_id', 'from_id'];

function positionOf(
	{ name, kind, default: preset, minimum }: Parameter,
	token: string,
	idField: string,
): Position | undefined {
	const words = wordsOf(name);
	switch (kind) {
		case 'page':
			return page(name, firstPageOf(words, preset, minimum));
		case 'offset':
			// A minimum of 1 for the number of contacts to skip does not change what it counts.
			return offset(name, (preset === 1 || minimum === 1) && !words.includes('skip') ? 1 : 0);
		case 'cursor':
			// A cursor that is documented to be 0 at first is the number of the page.
			return preset === 0 ? page(name, 0) : { cursor: name, token };
		case 'lastId':
			return OTHER_DIRECTIONS.includes(name) ? undefined : lastId(name, idField);
		case 'size':
			return undefined;
	}
}

function firstPageOf(words: string[], preset: unknown, minimum: number | undefined): number {
	if (preset === 0 || preset === 1) return preset;
	if (minimum !== undefined) return minimum === 0 ? 0 : 1;
	return words.some((word) => ['skip', 'offset', 'start'].includes(word)) ? 0 : 1;
}

/** The name of the value without `next`, or the name itself. */
function withoutNext(name: string): string {
	const rest = name.replace(/^next[_-]?/i, '');
	return rest === '' ? name : rest[0]!.toLowerCase() + rest.slice(1);
}
