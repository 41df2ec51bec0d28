/** Query parameters that select a page: what their values mean, and which value leads to a page. */
import { type Contact, type ContactList, contactMaker, mayHave, numberOf } from './contacts.ts';
import { compile, type Template } from './template.ts';

/** A parameter with the page's number, the contacts before it, or a value of the service's own making. */
export type Position =
	| { kind: 'page' | 'offset'; parameter: string; first?: number }
	/** With gaps, every page is followed by an empty one. */
	| { kind: 'cursor'; parameter: string; token?: string; hasGaps?: boolean }
	/** A cursor that keeps the page size, too. */
	| { kind: 'sizedCursor'; parameter: string };

export interface PositionReader {
	/** Where the page begins, from 0; anything else for a value that the service does not understand. */
	read: (value: string, size: number, contacts: ContactList) => { start: number; size?: number };
	/** Undefined where there is no contact for a cursor to name. */
	write: (start: number, size: number, contacts: ContactList) => string | number | undefined;
}

export function positionReader(position: Position, contact: Template[]): PositionReader {
	switch (position.kind) {
		case 'page': {
			const { first = 1 } = position;
			return {
				// A number below the first is taken for the first, as most services do.
				read: (value, size) => ({ start: Math.max(0, Number(value) - first) * size }),
				write: (start, size) => Math.floor(start / size) + first,
			};
		}
		case 'offset': {
			const { first = 0 } = position;
			return {
				read: (value) => ({ start: Math.max(0, Number(value) - first) }),
				write: (start) => start + first,
			};
		}
		case 'sizedCursor':
			return {
				read: (value) => {
					const state = new URLSearchParams(Buffer.from(value, 'base64').toString());
					return { start: Number(state.get('next') ?? NaN), size: Number(state.get('limit')) };
				},
				write: (start, size) => base64(`limit=${size}&next=${start}`),
			};
		case 'cursor': {
			const own = cursor(position.token ?? POSITION, contact);
			return position.hasGaps ? withGaps(own) : own;
		}
	}
}

/** The token of cursors that are not stated otherwise. */
const POSITION = '{position}';

/** Any value but those that it writes is refused. */
function cursor(token: string, contact: Template[]): PositionReader {
	const fill = compile(token, ([name = '', ...path]) =>
		name === 'last' ? mayHave(contact, path) : path.length === 0 && name in tokenValues(0),
	);
	const write = (start: number, last?: Contact) =>
		fill(tokenValues(start, last)) as string | number | undefined;
	const writeAt = (start: number, contacts: ContactList) =>
		write(start, contacts.slice(Math.max(0, start - 1), start)[0]);
	const find = token === POSITION ? startOf : search(token, contact, write);
	return {
		read: (value, _size, contacts) => {
			const start = find(value, contacts);
			return {
				start: start <= contacts.length && String(writeAt(start, contacts)) === value ? start : NaN,
			};
		},
		write: (start, _size, contacts) => writeAt(start, contacts),
	};
}

/** A page in a gap has the size 0, and the cursor of the page after it. */
function withGaps({ read, write }: PositionReader): PositionReader {
	const prefix = 'empty:';
	return {
		read: (value, size, contacts) =>
			value.startsWith(prefix)
				? { ...read(value.slice(prefix.length), size, contacts), size: 0 }
				: read(value, size, contacts),
		write: (start, size, contacts) => `${size === 0 ? '' : prefix}${write(start, size, contacts)}`,
	};
}

/** Made when they are read: a cursor may be looked for among 100,000. */
function tokenValues(start: number, last?: Contact) {
	return {
		start,
		number: numberOf(start),
		get date() {
			const date = new Date(start * 86_400_000);
			// There is none for a start that is too far away.
			return Number.isNaN(+date) ? undefined : date.toISOString();
		},
		get position() {
			return base64(`position:${start}`);
		},
		last,
	};
}

function startOf(position: string): number {
	const [, digits] = /^position:(\d+)$/.exec(Buffer.from(position, 'base64').toString()) ?? [];
	return Number(digits);
}

/**
 * @returns a function that finds where the page of a token begins; -1 or NaN for another value. Of contacts
 * that are made when they are read, it makes the fields of the token only, and each of them once
 */
function search(
	token: string,
	contact: Template[],
	write: (start: number, last?: Contact) => unknown,
) {
	const names = [...token.matchAll(/last\.([^.\s}]+)/g)].map(([, name]) => name);
	const makeKey = contactMaker(
		contact.map((template) =>
			Object.fromEntries(
				Object.entries(template as object).filter(([name]) => names.includes(name)),
			),
		),
	);
	const starts = new Map<string, number>();
	let count = 0;
	return (value: string, contacts: ContactList): number => {
		if (Array.isArray(contacts)) {
			const lasts = [undefined, ...(contacts as Contact[])];
			return lasts.findIndex((last, start) => String(write(start, last)) === value);
		}
		for (; count <= contacts.length && !starts.has(value); count++) {
			const text = String(write(count, count > 0 ? makeKey(count - 1) : undefined));
			if (!starts.has(text)) starts.set(text, count);
		}
		return starts.get(value) ?? NaN;
	};
}

function base64(text: string): string {
	return Buffer.from(text).toString('base64');
}
