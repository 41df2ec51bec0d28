import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A list operation as the public description of an API has it. */
export interface Operation {
	provider: string;
	path: string;
	/** Keys that lead to the list; empty where the body is the list. */
	list: string[];
	/** What the response has outside the list. */
	fields: Field[];
	/** Names of documented response headers, in lower case. */
	headers: string[];
	params: Parameter[];
	/** How a position is asked for, guessed. */
	kind: 'page' | 'offset' | 'cursor' | 'lastId' | 'link?' | 'silent?';
}

export interface Field {
	path: string[];
	/** `objects` is an array of objects, `array` one of anything else. */
	type?: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'objects' | 'array' | 'any';
	format?: string;
	enum?: unknown[];
	/** The first names that the objects of an array have. */
	of?: string[];
}

export interface Parameter {
	name: string;
	type?: string;
	default?: unknown;
	minimum?: number;
	maximum?: number;
	kind: 'size' | 'page' | 'offset' | 'cursor' | 'lastId';
}

export const operations = (
	JSON.parse(readFileSync(join(__dirname, 'list-operations.json'), 'utf8')) as {
		operations: Operation[];
	}
).operations;

export function nameOf({ provider, path }: Operation): string {
	return `${provider} ${path}`;
}

/** Splits a name at capitals and punctuation. */
export function wordsOf(name: string): string[] {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z\d]+/)
		.filter(Boolean);
}
