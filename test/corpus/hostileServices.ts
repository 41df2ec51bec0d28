/** Services that send up to a megabyte for which a careless reader works far too long. */
import type { Service, ServiceResponse } from './read';
import { range } from './services';

/** The n-th response of a service, from 0; the same again after the last one. */
type Respond = (n: number, url: URL) => ServiceResponse;

const contact = (n: number) => ({ id: n, name: `Contact ${n}` });
const contacts = range(50).map(contact);

/** A response that has the contacts, and fields of the service's own. */
const beside =
	(fields: (n: number) => object): Respond =>
	(n) => ({ body: { contacts, ...fields(n) } });

const listOf =
	(make: (request: number) => unknown[]): Respond =>
	(n) => ({ body: { contacts: make(n), hasMore: true } });

const fieldsOf = (count: number, name: (n: number) => string, value: (n: number) => unknown) =>
	Object.fromEntries(range(count).map((n) => [name(n), value(n)]));

const KB = 1_000;
const slashes = '/'.repeat(1_000 * KB);
const dots = '.'.repeat(10 * KB);
const toString = { toString: 1, valueOf: 1 };

/** Rotated by as many elements as requests have been answered. */
const rotated = <T>(values: T[], by: number) => [...values.slice(by), ...values.slice(0, by)];

const ROWS: Record<string, Respond> = {
	'a link of slashes': beside(() => ({ next: `https://api.example.com/v1/contacts${slashes}` })),
	'a link that is only slashes': beside(() => ({ next: slashes })),
	'a link of ampersands': beside(() => ({ next: `?${'&a'.repeat(500 * KB)}` })),
	'a link of dots': beside(() => ({ next: `/v1/contacts/${'../'.repeat(300 * KB)}` })),
	'a link of percent signs': beside(() => ({ next: `?cursor=${'%25'.repeat(300 * KB)}` })),
	'a Link header of slashes': () => ({
		body: { contacts },
		headers: { Link: `<${'/'.repeat(16 * KB)}>; rel="next"` },
	}),
	'a Link header of brackets': () => ({
		body: { contacts },
		headers: { Link: '<;rel="'.repeat(2 * KB) },
	}),
	'a cursor of a megabyte': beside((n) => ({ nextCursor: `${n}${'x'.repeat(900 * KB)}` })),
	'contacts in an order that changes': listOf((n) =>
		rotated(
			range(30 * KB).map((at) => ({ name: `C${at}` })),
			n + 1,
		),
	),
	'fields that change, under a name for each contact': listOf((n) =>
		range(10 * KB).map((at) => ({ [`field${at}`]: `${n}-${at}`, name: `Contact ${at}` })),
	),
	'names of dots': beside(() =>
		fieldsOf(
			50,
			(n) => `${n}${dots}id`,
			(n) => n,
		),
	),
	'names of dots in contacts': listOf(() => [
		fieldsOf(
			50,
			(n) => `${n}${dots}id`,
			(n) => n,
		),
	]),
	'names of dots beside what they could lead to': beside(() => ({
		...fieldsOf(
			50,
			(n) => `a${'.a'.repeat(5 * KB)}${n}.id`,
			(n) => n,
		),
		a: { a: { a: { a: { id: 1 } } } },
	})),
	'large answers with distinct names': (n) => ({
		body: {
			contacts: range(15 * KB).map((at) => ({
				[`n${n}_${at}`]: `value ${at}`,
				id: n * 20_000 + at,
			})),
		},
	}),
	'objects in place of texts and numbers': beside((n) =>
		Object.fromEntries(
			[
				'success',
				'error',
				'status',
				'result',
				'code',
				'message',
				'total',
				'next',
				'hasMore',
				'nextCursor',
				'page',
				'offset',
				'links',
				'meta',
			].map((name) => [name, { ...toString, n }]),
		),
	),
	'objects in place of texts and numbers in contacts': listOf(() =>
		range(10 * KB).map((n) => ({ id: { ...toString, n }, name: toString })),
	),
	'lists of two with disjoint names': beside(() =>
		fieldsOf(
			5 * KB,
			(n) => `list${n}`,
			(n) => [{ [`a${n}`]: n }, { [`b${n}`]: n }],
		),
	),
	'500 addresses': beside((n) =>
		fieldsOf(
			500,
			(at) => `next${at}`,
			(at) => `/v1/contacts?cursor=${n}-${at}${'x'.repeat(2 * KB)}`,
		),
	),
	'one contact with 80,000 fields': listOf((n) => [
		fieldsOf(
			80 * KB,
			(at) => `field${at}`,
			(at) => at + n,
		),
	]),
	'50,000 lists of one': beside(() =>
		fieldsOf(
			40 * KB,
			(n) => `list${n}`,
			(n) => [{ id: n }],
		),
	),
	'lists in lists': () => ({
		body: range(2 * KB).map((n) => range(20).map((at) => [{ id: n, at }])),
	}),
	'20 levels of 500 fields': () => ({
		body: range(20).reduce<object>(
			(inner, level) => ({
				...fieldsOf(
					500,
					(n) => `field${level}_${n}`,
					(n) => ({ n }),
				),
				inner,
			}),
			{ contacts },
		),
	}),
	'300,000 contacts without fields': listOf(() => [
		{ id: 1, name: 'a' },
		...range(300 * KB).map(() => ({})),
	]),
	'26 names of IDs': listOf((n) =>
		range(3 * KB).map((at) =>
			fieldsOf(
				26,
				(id) => `${String.fromCharCode(97 + id)}Id`,
				(id) => (id + n + at) % 7,
			),
		),
	),
	'40,000 flags that change': beside((n) =>
		fieldsOf(
			40 * KB,
			(at) => `flag${at}`,
			() => n % 2 === 0,
		),
	),
	'10,000 values that change': beside((n) =>
		fieldsOf(
			10 * KB,
			(at) => `token${at}`,
			(at) => `${n}-${at}-${'t'.repeat(60)}`,
		),
	),
	'texts that differ at the end': listOf((n) =>
		range(50).map((at) => ({ text: `${'a'.repeat(20 * KB)}${n}${at}` })),
	),
	'names in many styles': beside(() =>
		fieldsOf(
			10 * KB,
			(n) => `${'Next_page-'.repeat(8)}${n}`,
			(n) => n,
		),
	),
	'a total of a million digits': beside(() => ({ total: '9'.repeat(900 * KB) })),
	'a text of blanks as a flag': beside(() => ({ hasMore: `${' '.repeat(900 * KB)}x` })),
	'150,000 numbers beside the contacts': beside((n) => ({
		offsets: range(150 * KB).map((at) => at + n),
	})),
	'texts that say next': beside((n) => ({
		links: range(15 * KB).map((at) => `<?p=${n}${at}>; rel="next"`),
	})),
	'wrappers of nothing': () => ({
		body: { edges: range(20 * KB).map((n) => ({ cursor: `c${n}`, node: null })), pageInfo: {} },
	}),
	'a long failure': () => ({
		body: {
			success: false,
			message: 'no '.repeat(300 * KB),
			errors: range(5 * KB).map((n) => ({ n })),
		},
	}),
	'names of prototypes': () => ({
		body: JSON.parse(
			'{"__proto__":{"contacts":[{"id":1}]},"constructor":{"name":"x"},"hasOwnProperty":1,"contacts":[{"id":1,"__proto__":{"id":2}}],"toString":null}',
		) as unknown,
	}),
	'20,000 equal contacts': listOf(() => range(20 * KB).map(() => ({ name: 'Ada' }))),
	'equal contacts but for the last': listOf((n) => [
		...range(20 * KB).map(() => ({ name: 'Ada' })),
		{ name: `Bob ${n}` },
	]),
};

/** A service for each row, which answers only so many requests. */
export const HOSTILE: Array<[name: string, make: () => Service]> = Object.entries(ROWS).map(
	([name, respond]) => [
		name,
		() => {
			let requests = 0;
			return {
				contacts: [],
				respond: ({ url }) => (requests < 40 ? respond(requests++, url) : { status: 400 }),
			};
		},
	],
);
