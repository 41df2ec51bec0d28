import fc from 'fast-check';

import type { ListError } from '../../../../nodes/Contacts/errors';
import { Continuations } from '../../../../nodes/Contacts/pagination/continuation';
import type { ListRequest, ListState } from '../../../../nodes/Contacts/pagination/listReader';
import { RecentMemory } from '../../../../nodes/Contacts/pagination/recentMemory';
import { readPage } from '../../../../nodes/Contacts/pagination/readPage';
import { numRuns } from '../../../support/numRuns';
import { fetchFrom, LIST_URL, listRequest, OWNER } from './pageByPage';

const REQUEST = listRequest(50);

const STATE: ListState = {
	number: 3,
	collected: 150,
	total: 430,
	emptyPages: 0,
	location: { path: ['data', 'contacts'], contactPath: '', keys: ['data', 'meta'] },
	history: {
		firstCount: 50,
		totalField: 'meta.total',
		isTotalOfPage: false,
		unread: [],
		locator: {
			kind: 'page',
			parameter: 'page',
			value: 3,
			first: 1,
			echo: { name: 'page', value: 3 },
		},
	},
	totals: { min: 430, max: 431 },
	candidates: [
		{
			url: new URL(`${LIST_URL}?pageSize=50&page=4`),
			locator: {
				kind: 'page',
				parameter: 'page',
				value: 4,
				first: 1,
				echo: { name: 'page', value: 4 },
			},
			isGuess: false,
		},
		{
			url: new URL(`${LIST_URL}?pageSize=50&cursor=4`),
			locator: { kind: 'cursor', parameter: 'cursor' },
			isGuess: true,
		},
		{ url: new URL(`${LIST_URL}/after/4?x=1`), locator: { kind: 'link' }, isGuess: false },
	],
};

function memoryOf(contacts: number): RecentMemory {
	const memory = new RecentMemory();
	memory.addRequest(new URL(LIST_URL));
	memory.addContacts(Array.from({ length: contacts }, (_, id) => ({ id })));
	return memory;
}

const write = (request = REQUEST, owner = OWNER, state = STATE) =>
	new Continuations(request, owner).write(state, memoryOf(50));

const reasonFor = (text: string, request = REQUEST, owner = OWNER) => {
	try {
		new Continuations(request, owner).read(text);
		return 'read';
	} catch (error) {
		return (error as ListError).reason;
	}
};

/** The names of all fields, those of nested objects after their parent. */
function namesIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([name, field]) => [name, ...namesIn(field)]);
}

describe('A continuation', () => {
	it('restores what was known of the list', () => {
		const { state, memory } = new Continuations(REQUEST, OWNER).read(write());
		expect(state).toEqual(STATE);
		expect(memory.latest(32)).toEqual(memoryOf(50).latest(32));
	});

	it('needs no escaping and contains no secret', () => {
		const text = write();
		expect(text).toMatch(/^[\w.-]+$/);
		const decoded = Buffer.from(text.split('.')[2]!, 'base64url').toString();
		expect(JSON.parse(decoded)).toBeInstanceOf(Object);
		expect(text + decoded).not.toContain(OWNER.refreshToken);
		expect(text + decoded).not.toContain(OWNER.clientId);
	});

	it('has the format of version 1, and any other format needs another version', () => {
		const { candidates, ...state } = STATE;
		const memory = new RecentMemory();
		memory.addRequest(new URL(LIST_URL));
		const text = new Continuations(REQUEST, OWNER).write(
			{ ...state, candidates: candidates.slice(2) },
			memory,
		);
		const [version, , encoded] = text.split('.');
		expect(version).toBe('1');
		const content = JSON.parse(Buffer.from(encoded!, 'base64url').toString());
		expect(content).toEqual({
			state,
			next: { values: [], candidates: [[false, '/v1/contacts/after/4?x=1', 'link']] },
			memories: {
				requests: expect.stringMatching(/^[\w-]{8}$/),
				pages: '',
				contacts: '',
				columns: '',
			},
		});
		expect(namesIn(content.state).join(' ')).toBe(
			'number collected total emptyPages location path contactPath keys history firstCount totalField' +
				' isTotalOfPage unread locator kind parameter value first echo name value totals min max',
		);
	});

	it('drops memories, the oldest first, when cursors are long', () => {
		const withCursor = (length: number) => ({
			...STATE,
			candidates: [
				{
					url: new URL(`${LIST_URL}?cursor=${'c'.repeat(length)}`),
					locator: { kind: 'cursor' as const, parameter: 'cursor' },
					isGuess: false,
				},
			],
		});
		const read = (length: number) =>
			new Continuations(REQUEST, OWNER).read(write(REQUEST, OWNER, withCursor(length)));
		expect(write(REQUEST, OWNER, withCursor(900)).length).toBeLessThanOrEqual(2_048);
		const kept = read(900).memory.latest(32).contacts;
		expect(kept.length).toBeGreaterThan(0);
		expect(memoryOf(50).latest(32).contacts.endsWith(kept)).toBe(true);
		// The last contact is always kept, and the cursor is never cut.
		expect(read(20_000).memory.latest(32).contacts).toHaveLength(8);
		expect(read(20_000).state.candidates).toEqual(withCursor(20_000).candidates);
	});

	it.each<[string, Partial<ListRequest>, Partial<typeof OWNER>]>([
		['another client', {}, { clientId: 'client_2' }],
		['another organization', {}, { orgId: 'org_2' }],
		['another refresh token', {}, { refreshToken: 'another' }],
		['another host', { url: new URL('https://other.example.com/v1/contacts?pageSize=50') }, {}],
		['another page size', listRequest(51), {}],
		['another Contacts Field', { contactsField: 'data' }, {}],
		['another Pagination', listRequest(50, { mode: 'offset' }), {}],
	])('of %s belongs to another list', (_name, request, owner) => {
		const other = write({ ...REQUEST, ...request }, { ...OWNER, ...owner });
		expect(reasonFor(other)).toBe('continuationOfOtherList');
	});

	it.each([
		['an older version', '0'],
		['a newer version', '2'],
		['a huge version', '9'.repeat(400)],
	])('of %s is outdated', (_name, version) => {
		expect(reasonFor(write().replace(/^1/, version))).toBe('continuationOutdated');
	});

	const [version, list, content, signature] = write().split('.') as [
		string,
		string,
		string,
		string,
	];
	const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
	const forged = (value: unknown) => [version, list, encode(value), signature].join('.');
	const leadingTo = (target: string) => {
		const value = JSON.parse(Buffer.from(content, 'base64url').toString()) as object;
		return forged({ ...value, next: { values: [], candidates: [[false, target, 'link']] } });
	};

	it.each<[string, string]>([
		['nonsense', 'next page please'],
		['the text null', 'null'],
		['16 KiB of a letter', 'A'.repeat(16 * 1024)],
		['4 MiB of nothing', `1.${list}.${'A'.repeat(4 * 1024 * 1024)}.${signature}`],
		['JSON', JSON.stringify({ version: 1 })],
		['one without a signature', [version, list, content, ''].join('.')],
		['a truncated one', write().slice(0, -1)],
		['one with another last character', `${write().slice(0, -1)}!`],
		['one in the base64 alphabet', `${version}.${list}.a+/=.${signature}`],
		['one with a space in it', write().replace('.', '. ')],
		['a list of numbers', forged([1, 2, 3])],
		['null', forged(null)],
		[
			'a prototype',
			`${version}.${list}.${Buffer.from('{"__proto__":{"a":1}}').toString('base64url')}.${signature}`,
		],
		['huge numbers', forged({ state: { number: 1e308 } })],
		['another origin', leadingTo('https://evil.example')],
		['another host', leadingTo('//evil.example/v1/contacts')],
		['a host in backslashes', leadingTo('/\\evil.example')],
		['a user name', leadingTo('@evil.example/v1/contacts')],
		['another path', leadingTo('/admin')],
		['a path above the version', leadingTo('/v1/../../admin')],
		['encoded slashes', leadingTo('/v1/..%2f..%2fadmin')],
		['another path of the version', leadingTo('/v1/clients')],
	])('that this node has not written is invalid: %s', (_name, text) => {
		expect(reasonFor(text)).toBe('continuationInvalid');
	});

	it('that is assembled from two of the same list is invalid', () => {
		const other = write(REQUEST, OWNER, { ...STATE, collected: 100 }).split('.');
		expect(reasonFor([version, list, other[2], signature].join('.'))).toBe('continuationInvalid');
	});
});

describe('Of any texts', () => {
	const genuine = [
		write(),
		write(REQUEST, { ...OWNER, refreshToken: 'another' }),
		write(listRequest(51)),
	];
	const characters = fc.constantFrom(...'AZaz09-_.+/=% \n\0é');
	const texts = fc.oneof(
		fc.string(),
		fc.base64String(),
		fc.json().map((json) => Buffer.from(json).toString('base64url')),
		// A genuine one with a change anywhere.
		fc
			.tuple(
				fc.constantFrom(...genuine),
				fc.nat(),
				fc.nat({ max: 40 }),
				fc.string({ unit: characters, maxLength: 40 }),
			)
			.map(([text, at, removed, added]) => {
				const start = at % (text.length + 1);
				return text.slice(0, start) + added + text.slice(start + removed);
			}),
		// Parts of genuine ones with any content.
		fc
			.tuple(
				fc.constantFrom('0', '1', '2'),
				fc.constantFrom(...genuine.map((text) => text.split('.')[1]!)),
				fc.oneof(
					fc.constantFrom(...genuine.map((text) => text.split('.')[2]!)),
					fc.json().map((json) => Buffer.from(json).toString('base64url')),
				),
				fc.constantFrom(...genuine.map((text) => text.split('.')[3]!)),
			)
			.map((parts) => parts.join('.')),
	);

	it('only continuations of the list lead to a request', async () => {
		const requested: URL[] = [];
		const fetchPage = fetchFrom(({ url }) => {
			requested.push(url);
			return { body: [] };
		});
		await fc.assert(
			fc.asyncProperty(texts, async (text) => {
				fc.pre(text !== '');
				const outcome = await readPage(
					REQUEST,
					fetchPage,
					new Continuations(REQUEST, OWNER),
					text,
				).catch((error: ListError) => error);
				const urls = requested.splice(0).map(({ href }) => href);
				if (text === genuine[0]) {
					expect(urls[0]).toBe(STATE.candidates[0]!.url.href);
				} else {
					expect(urls).toEqual([]);
					expect((outcome as ListError).reason).toMatch(
						/^continuation(Invalid|Outdated|OfOtherList)$/,
					);
				}
			}),
			{ numRuns: numRuns(5_000) },
		);
	});
});
