/**
 * Reads the hostile services, in a process of its own, and prints a line for each: how it came out, the
 * characters that were sent, and what the reader did with them. With `--time`, the longest time in one
 * piece, and 8 times JSON.parse of the same; without it, the work, by V8's counts of the blocks of code
 * that ran, and by the lengths of the texts that the language's own functions were called on.
 */
import { Session } from 'node:inspector';

import { ExplainedError } from '../../credentials/contactsApi/explainedError';
import { readList } from '../../nodes/Contacts/operations/readPages';
import { HOSTILE } from './hostileServices';
import { listRequest, type Service, type ServiceResponse, sourceOf } from './read';

const isTimed = process.argv.includes('--time');
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** What one reading took. */
export interface Work {
	outcome: string;
	sent: number;
	responses: number;
	blocks: number;
	/** Characters of the texts on which functions that read all of them were called. */
	characters: number;
	/** The longest text that a regular expression was run on. */
	longestMatched: number;
	milliseconds: number;
	parseMilliseconds: number;
}

const session = new Session();
session.connect();

function post<T>(method: string, parameters: object = {}): T {
	let result: unknown;
	session.post(method, parameters, (error, value) => {
		if (error) throw error;
		result = value;
	});
	return result as T;
}

interface Coverage {
	result: Array<{ url: string; functions: Array<{ ranges: Array<{ count: number }> }> }>;
}

/** The number of blocks of the reader's code that ran since the last call. */
function takeBlocks(): number {
	const { result } = post<Coverage>('Profiler.takePreciseCoverage');
	return result
		.filter(({ url }) => url.includes('/nodes/Contacts/'))
		.flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
		.reduce((sum, { count }) => sum + count, 0);
}

const seen = { characters: 0, longestMatched: 0 };
let isCounting = false;

/** Functions of texts that take as long as the text is. */
const TEXT_METHODS = [
	'split',
	'replace',
	'replaceAll',
	'normalize',
	'toLowerCase',
	'toUpperCase',
	'trim',
	'includes',
	'indexOf',
	'lastIndexOf',
	'match',
	'matchAll',
	'localeCompare',
	'slice',
] as const;

type TextMethod = (...parameters: unknown[]) => unknown;

function countTexts(): void {
	for (const name of TEXT_METHODS) {
		const own = String.prototype[name as 'trim'] as TextMethod;
		const counting = function (this: string, ...parameters: unknown[]): unknown {
			const result = own.apply(this, parameters);
			// A slice costs what it returns.
			if (isCounting) seen.characters += name === 'slice' ? String(result).length : this.length;
			return result;
		};
		Object.defineProperty(String.prototype, name, { value: counting });
	}
	const exec = RegExp.prototype.exec;
	RegExp.prototype.exec = function (text: string) {
		if (isCounting) {
			seen.characters += text.length - this.lastIndex;
			seen.longestMatched = Math.max(seen.longestMatched, text.length);
		}
		return exec.call(this, text);
	};
}

/** Measures what happens between one response and the next request. */
class Stretch {
	milliseconds = 0;
	private started = 0;

	start(): void {
		isCounting = true;
		this.started = performance.now();
	}

	stop(): void {
		isCounting = false;
		this.milliseconds = Math.max(this.milliseconds, performance.now() - this.started);
	}
}

async function read(service: Service): Promise<Work> {
	const work = { sent: 0, responses: 0, parseMilliseconds: 0 };
	const stretch = new Stretch();
	const respond = (request: { url: URL }): ServiceResponse => {
		stretch.stop();
		const response = service.respond(request);
		const text = JSON.stringify(response.body ?? null);
		work.sent += text.length;
		work.responses++;
		const started = performance.now();
		// As a response comes: a new value each time.
		const body: unknown = JSON.parse(text);
		work.parseMilliseconds = Math.max(work.parseMilliseconds, performance.now() - started);
		stretch.start();
		return { ...response, body };
	};
	const { source } = sourceOf({ respond }, listRequest({ pageSize: 50 }));
	Object.assign(seen, { characters: 0, longestMatched: 0 });
	if (!isTimed) takeBlocks();
	stretch.start();
	const outcome = await readList(source, true).then(
		({ contacts }) => `${contacts.length} contacts`,
		// Any other error is a bug.
		(error: unknown) => (error instanceof ExplainedError ? error.reason : `bug: ${String(error)}`),
	);
	stretch.stop();
	const { milliseconds } = stretch;
	return { outcome, ...work, ...seen, milliseconds, blocks: isTimed ? 0 : takeBlocks() };
}

async function main(): Promise<void> {
	if (!isTimed) {
		post('Profiler.enable');
		post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		countTexts();
	}
	for (const [name, make] of HOSTILE) {
		if (only.length > 0 && !only.includes(name)) continue;
		console.log(JSON.stringify({ name, ...(await read(make())) }));
	}
}

void main();
