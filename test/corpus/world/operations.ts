import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Position } from './positions';

/** What the service takes of a list operation: its public description, and what it is taken to mean. */
export interface Operation {
	provider: string;
	path: string;
	/** Keys that lead to the list; empty where the body is the list. */
	list: string[];
	/** What the response has outside the list, and its headers. */
	fields: Field[];
	headerFields: Field[];
	params: Array<{ name: string }>;
	/** What asks for a position, the main one first; none where the list is always on one page. */
	positions: Position[];
	/** The template of a contact, the id first. */
	contact: Record<string, string>;
	/** Why no response leads to its further pages, if that is so. */
	unreadable?: string;
}

export interface Field {
	path: string[];
	/** `objects` is an array of objects, `array` one of anything else. */
	type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'objects' | 'array' | 'any';
	format?: string;
	/** The first names that the objects of an array have. */
	of?: string[];
	/** What the field says about pages. */
	role?: Role;
	/** What it always has otherwise; `{start}` stands for the page. Neither is in no response. */
	value?: unknown;
}

/** What a field says about pages, such as `total`, `next link` or `previous cursor`. */
export type Role = string;

export type Relation = 'next' | 'previous' | 'first' | 'last' | 'self';

export const operations = (
	JSON.parse(readFileSync(join(__dirname, 'list-operations.json'), 'utf8')) as {
		operations: Operation[];
	}
).operations;

export function nameOf({ provider, path }: Operation): string {
	return `${provider} ${path}`;
}
