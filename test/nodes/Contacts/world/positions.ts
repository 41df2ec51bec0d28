/** How an operation is asked for a position in its list. */
import type { Contact } from '../read';
import { idOf } from './contacts';
import { type Field, type Operation, type Parameter, wordsOf } from './operations';
import type { Role } from './roles';

export interface Position {
	parameter: string;
	kind: 'page' | 'offset' | 'cursor' | 'lastId';
	/** The number of the first page or contact. */
	first: number;
	/** Where the page starts, from 0; undefined for a malformed or unknown value. */
	read: (value: string, size: number, contacts: Contact[]) => number | undefined;
	write: (start: number, size: number, contacts: Contact[]) => string | number;
}

/** The positions that an operation takes, the main one first; none where it cannot be paged. */
export function positionsOf(
	operation: Operation,
	fields: Array<{ field: Field; role: Role | undefined }>,
): Position[] {
	const documented = operation.params.flatMap((param) => positionOf(param) ?? []);
	if (documented.length > 0) {
		const isMain = ({ kind }: Position) => kind === operation.kind;
		return [...documented.filter(isMain), ...documented.filter((position) => !isMain(position))];
	}
	const next = fields.find(({ role }) => role === 'next cursor');
	if (next) return [cursor(parameterOf(next.field.path.at(-1)!))];
	if (fields.some(({ role }) => role === 'page' || role === 'next page')) return [page('page', 1)];
	// Links carry a parameter of their own.
	return operation.kind === 'link?' ? [cursor('position')] : [];
}

function positionOf({ name, kind, default: preset, minimum }: Parameter): Position | undefined {
	const words = wordsOf(name);
	switch (kind) {
		case 'page':
			return page(name, firstPageOf(words, preset, minimum));
		case 'offset':
			// A minimum of 1 for the number of contacts to skip does not change what it counts.
			return offset(name, (preset === 1 || minimum === 1) && !words.includes('skip') ? 1 : 0);
		case 'cursor':
			// A cursor that is documented to be 0 at first is the number of the page.
			return preset === 0 ? page(name, 0) : cursor(name);
		case 'lastId':
			return lastId(name);
		case 'size':
			return undefined;
	}
}

function firstPageOf(words: string[], preset: unknown, minimum: number | undefined): number {
	if (preset === 0 || preset === 1) return preset;
	if (minimum !== undefined) return minimum === 0 ? 0 : 1;
	return words.some((word) => ['skip', 'offset', 'start'].includes(word)) ? 0 : 1;
}

const WHOLE_NUMBER = /^\d+$/;

export function page(parameter: string, first: number): Position {
	return {
		parameter,
		kind: 'page',
		first,
		read: (value, size) =>
			WHOLE_NUMBER.test(value) && Number(value) >= first
				? (Number(value) - first) * size
				: undefined,
		write: (start, size) => Math.floor(start / size) + first,
	};
}

export function offset(parameter: string, first: number): Position {
	return {
		parameter,
		kind: 'offset',
		first,
		read: (value) =>
			WHOLE_NUMBER.test(value) && Number(value) >= first ? Number(value) - first : undefined,
		write: (start) => start + first,
	};
}

export function cursor(parameter: string): Position {
	return {
		parameter,
		kind: 'cursor',
		first: 0,
		read: (value, _, contacts) => {
			const starts = Array.from({ length: contacts.length + 1 }, (_, start) => start);
			return starts.find((start) => value === token(start) || value === String(stamp(start)));
		},
		write: token,
	};
}

function token(start: number): string {
	return Buffer.from(`position:${start}`).toString('base64');
}

/** A time in milliseconds, as some services use for a cursor. */
export function stamp(start: number): number {
	return 1_714_550_400_000 - start * 1_000;
}

export function lastId(parameter: string): Position {
	const indexOf = (value: string, contacts: Contact[]) =>
		contacts.findIndex((contact) => String(idOf(contact)) === value);
	return {
		parameter,
		kind: 'lastId',
		first: 0,
		read: (value, _, contacts) => {
			const index = indexOf(value, contacts);
			if (index === -1) return undefined;
			// Newer than, in a list with the newest first; and from, which is inclusive.
			if (parameter === 'since_id') return 0;
			return parameter === 'from_id' ? index : index + 1;
		},
		write: (start, _, contacts) => {
			const last = contacts[start - 1];
			return last ? String(idOf(last)) : '';
		},
	};
}

/** The name of the value without `next`, or the name itself. */
function parameterOf(name: string): string {
	const rest = name.replace(/^next[_-]?/i, '');
	return rest === '' ? name : rest[0]!.toLowerCase() + rest.slice(1);
}
