/** The services of the corpus, from the JSON Lines of this folder. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserError } from '../system/user-error.ts';
import { type CorpusService, type Description, serviceOf } from './service.ts';

export const FILES = ['plain', 'public', 'operations', 'invented', 'odd'] as const;

type File = (typeof FILES)[number];

const loaded = new Map<File, CorpusService[]>();

/** @throws {UserError} naming the service with a template that cannot be filled in */
export function load(file: File): CorpusService[] {
	const services = loaded.get(file) ?? descriptionsOf(file).map((one) => serviceIn(file, one));
	loaded.set(file, services);
	return services;
}

function serviceIn(file: File, description: Description): CorpusService {
	try {
		return serviceOf(description);
	} catch (cause) {
		const { message } = cause as Error;
		const where = `${file}.jsonl, "${description.name}"`;
		throw new UserError(
			`${where}: ${message}`,
			'The README of the corpus lists the values and filters.',
			{ cause },
		);
	}
}

export function descriptionsOf(file: File): Description[] {
	const lines = readFileSync(join(FOLDER, `${file}.jsonl`), 'utf8')
		.trimEnd()
		.split('\n');
	return lines.map((line) => JSON.parse(line) as Description);
}

/** Looked for from the current folder up: jest and Node.js give a module its folder in different ways. */
const FOLDER = folderFrom(process.cwd());

function folderFrom(folder: string): string {
	const own = join(folder, 'sandbox/corpus');
	return existsSync(own) || folder === dirname(folder) ? own : folderFrom(dirname(folder));
}

export const allServices = () => FILES.flatMap(load);

/** @returns the service with this name, in upper or lower case */
export function findService(name: string): CorpusService | undefined {
	return allServices().find((one) => one.name.toLowerCase() === name.toLowerCase());
}

/** @returns the services whose names contain the text or a word of it: the name itself, then the text, then the words */
export function servicesLike(text: string): CorpusService[] {
	const wanted = text.toLowerCase();
	const words = wanted.split(/\W+/).filter(Boolean);
	const rank = ({ name }: CorpusService) => {
		const own = name.toLowerCase();
		if (own === wanted) return 0;
		if (own.includes(wanted)) return 1;
		return words.some((word) => own.includes(word)) ? 2 : Infinity;
	};
	const found = allServices().filter((one) => rank(one) < Infinity);
	return found.sort((one, other) => rank(one) - rank(other));
}
