/** Values of fields and headers that say nothing about pages. */
import { type Field, wordsOf } from './operations';

/** @param start of the page; ids of requests differ from page to page */
export function unrelatedValue(field: Field, start: number): unknown {
	const words = wordsOf(field.path.at(-1)!);
	const word = words.at(-1)!;
	// A response that succeeded has no errors to describe.
	if (field.path.slice(0, -1).includes('errors')) return undefined;
	if (field.enum) return field.enum[0];
	switch (field.type) {
		case 'boolean':
			return TRUE_FLAGS.has(word);
		case 'integer':
		case 'number':
			return NUMBERS[word] ?? 42;
		case 'object':
			return {};
		case 'array':
			return [];
		case 'objects':
			return ALWAYS_EMPTY.has(word) ? [] : [sample(field.of ?? []), sample(field.of ?? [])];
		default:
			return text(field.format, word, words, start);
	}
}

const TRUE_FLAGS = new Set(['ok', 'success', 'paged', 'unsorted', 'connected']);

const ALWAYS_EMPTY = new Set(['error', 'errors', 'warnings', 'messages']);

const NUMBERS: Partial<Record<string, number>> = {
	status: 200,
	code: 0,
	description: 0,
	spill: 0,
	created: 0,
	invalid: 0,
	valid: 0,
	time: 1_714_550_400,
	ts: 1_714_550_400,
	unix: 1_714_550_400,
	reset: 1_714_550_400,
	limit: 2_500,
	remaining: 2_490,
	took: 12,
	exec: 0.12,
	ms: 12,
	score: 1,
};

const DATES = new Set(['at', 'date', 'stamp', 'http', 'modified']);

const OK: Partial<Record<string, string>> = {
	status: 'ok',
	message: 'Success',
	msg: 'Success',
	reason: 'OK',
	success: 'true',
	error: '',
};

function text(format: string | undefined, word: string, words: string[], start: number): string {
	if (words[0] === 'error') return '';
	if (format === 'uuid') return '0192f0c1-5a3e-7c11-8a4e-2f6b7d9c1e00';
	if (format === 'date') return '2024-05-01';
	if (format === 'date-time' || DATES.has(word) || words.at(-2) === 'date') {
		return '2024-05-01T08:00:00Z';
	}
	if (format?.startsWith('ur') || word === 'url') return 'https://docs.example.com/contacts';
	if (word === 'month') return '1000';
	if (word === 'remaining') return '874';
	if (word === 'duration') return '12ms';
	if (word === 'method') return 'GET';
	if (word === 'id') return words[0] === 'request' ? `req-${start}-5a3e` : 'a3f09c';
	return OK[word] ?? 'contacts';
}

function sample(names: string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, 'sample']));
}

const HEADER_VALUES: Partial<Record<string, string>> = {
	'x-ratelimit-limit': '2500',
	'x-ratelimit-remaining': '2490',
	'x-ratelimit-reset': '1714550400',
	'x-ratelimit-credits': '1',
	'x-listenapi-freequota': '300',
	'x-listenapi-usage': '12',
	'x-listenapi-latency-seconds': '0.12',
	'x-listenapi-nextbillingdate': '2024-06-01T00:00:00Z',
	connection: 'keep-alive',
	'keep-alive': 'timeout=5, max=100',
	'transfer-encoding': 'chunked',
	vary: 'Accept-Encoding',
	expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
	'last-modified': 'Wed, 01 May 2024 08:00:00 GMT',
};

/** Undefined for a header that only refusals have. */
export function unrelatedHeader(name: string): string | undefined {
	return name === 'retry-after' ? undefined : (HEADER_VALUES[name] ?? 'a3f09c');
}
