import fc from 'fast-check';

import { Continuations } from '../../../../nodes/Contacts/list/continuation';
import type { ListRequest, Place } from '../../../../nodes/Contacts/list/state';
import { runs } from '../../../support/runs';
import { listRequest, takeFirstStep } from '../read';
import { contactsOf, range } from '../services';

const OWNER = { clientId: 'client-1', orgId: 'org-1', refreshToken: 'refresh-token-1' };

const BY_CURSOR = listRequest({
	pageSize: 50,
	pagination: { mode: 'cursor', cursorField: 'nextCursor' },
});

/** The place after the first page of a list that goes on with a cursor. */
function placeAt(nextCursor: string, fields: object = {}): Place {
	const body = { list: contactsOf(50), nextCursor, ...fields };
	const { state, next } = takeFirstStep({ body }, BY_CURSOR);
	return { state, next };
}

const REQUEST = listRequest({ pageSize: 50 });
const CURSOR = 'secret+cursor/with=odd&parts';
const PLACE = placeAt(CURSOR, { total: 230 });

const write = (place = PLACE, request = REQUEST, owner = OWNER) =>
	new Continuations(request, owner).write(place);
const read = (text: string, request = REQUEST, owner = OWNER) =>
	new Continuations(request, owner).read(text);

describe('A continuation', () => {
	it('is another one each time, and needs no escaping', () => {
		expect(write()).not.toBe(write());
		expect(write()).toMatch(/^c4\.[\w-]{16}\.[\w-]+$/);
	});

	it('shows nothing of what it holds', () => {
		const text = write();
		const decoded = text
			.split('.')
			.flatMap((part) => [part, Buffer.from(part, 'base64url').toString('latin1')]);
		for (const secret of [...Object.values(OWNER), CURSOR, 'nextCursor', REQUEST.url.href]) {
			expect(decoded.join('\n')).not.toContain(secret);
		}
	});

	it.each<[string, Partial<ListRequest>, Partial<typeof OWNER>]>([
		['another client', {}, { clientId: 'client-2' }],
		['another organization', {}, { orgId: 'org-2' }],
		['another refresh token', {}, { refreshToken: 'refresh-token-2' }],
		['another host', { url: new URL('https://other.example.com/v1/contacts?pageSize=50') }, {}],
		['another page size', { url: new URL(`${REQUEST.url.href}1`) }, {}],
		['another Contacts Field', { contactsField: 'data' }, {}],
		['other Pagination settings', { pagination: { ...REQUEST.pagination, mode: 'offset' } }, {}],
	])('of %s belongs to another list', (_name, request, owner) => {
		const other = write(PLACE, { ...REQUEST, ...request }, { ...OWNER, ...owner });
		expect(read(other)).toBe('continuationOfOtherList');
	});

	it.each(['c0', 'c2', `c${'9'.repeat(400)}`])('of version %s is outdated', (version) => {
		expect(read(write().replace(/^c4/, version))).toBe('continuationOutdated');
	});

	const [version, list, content] = write().split('.') as [string, string, string];
	const other = write().split('.')[2]!;

	it.each([
		['nothing', ''],
		['too little content', `${version}.${list}.${'A'.repeat(37)}`],
		['nothing but a nonce and a tag', `${version}.${list}.${'A'.repeat(38)}`],
		['4 MB of nothing', `${version}.${list}.${'A'.repeat(4_000_000)}`],
		['a part', write().slice(0, -1)],
		['the halves of two', `${version}.${list}.${content.slice(0, 40)}${other.slice(40)}`],
		['other characters of base64', `${version}.${list}.${'+/'.repeat(20)}`],
	])('is not %s', (_name, text) => {
		expect(read(text)).toBe('continuationInvalid');
	});

	it('is never read from any other text', () => {
		const characters = fc.constantFrom(...'AZaz09-_.+/=% \n\0é');
		const change = fc.tuple(fc.nat(), fc.nat({ max: 40 }), fc.string({ unit: characters }));
		fc.assert(
			fc.property(change, ([at, removed, added]) => {
				const text = write();
				const start = at % (text.length + 1);
				const changed = text.slice(0, start) + added + text.slice(start + removed);
				fc.pre(changed !== text && start < text.length - 1);
				expect(read(changed)).toMatch(/^continuation(Invalid|Outdated|OfOtherList)$/);
			}),
			runs(2_000),
		);
	});

	it('restores any text, also one that is not valid Unicode', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
				const value = `\ud800${text}\udc00\u0000`;
				expect(read(write(placeAt(value)))).toMatchObject({ next: { way: { value } } });
			}),
			runs(500),
		);
	});
});

describe('A continuation has at most 8 KB beside the link or cursor of the service', () => {
	const names = (count: number, name: (n: number) => string, value: unknown) =>
		Object.fromEntries(range(count).map((n) => [name(n), value]));
	const ODD = ['a', '"', '\u0000', '\ud800', '漢'];

	const size = (body: unknown, request = REQUEST) => {
		const { page, keys, ...place } = takeFirstStep({ body }, request);
		expect(page!.contacts).toHaveLength(keys.length);
		return write(place, request).length;
	};

	it.each<[string, unknown]>([
		...[
			['unread names', 'page_thing_', 'a1b2c3'] as const,
			['long names', `next_${'x'.repeat(180)}`, 'a1b2'] as const,
			['counts', `count_${'x'.repeat(150)}`, 99] as const,
			['totals', `total_${'x'.repeat(150)}`, 99] as const,
		].map(([kind, prefix, value]): [string, unknown] => [
			`400 ${kind}`,
			{ list: contactsOf(50), ...names(400, (n) => prefix + n, value) },
		]),
		...ODD.map((odd): [string, unknown] => [
			`names, IDs and keys of ${JSON.stringify(odd)}`,
			{
				...names(40, (n) => odd.repeat(1_000) + n, 1),
				...names(40, (n) => `next_${odd.repeat(25)}${n}`, 'a1b2c3'),
				...names(40, (n) => `page_${odd.repeat(25)}${n}`, 1),
				a: { contacts: range(50).map((id) => ({ id: odd.repeat(100) + id })) },
			},
		]),
		['long IDs', range(50).map((id) => ({ id: `${'i'.repeat(190)}${id}` }))],
		['longer IDs', range(50).map((id) => ({ id: `${'i'.repeat(9_000)}${id}` }))],
		['no IDs', range(50).map((n) => names(40, (key) => `field${key}`, `value ${n}`))],
	])('with %s', (_name, body) => {
		expect(size(body)).toBeLessThanOrEqual(8_192);
	});

	it.each<[string, object, ListRequest?]>([
		['a cursor', { nextCursor: 'c1'.repeat(3_000) }],
		[
			'a cursor that the settings name',
			{ nextCursor: 'c1'.repeat(3_000) },
			listRequest({ pageSize: 50, pagination: { mode: 'cursor' } }),
		],
		['a link', { next: `?cursor=${'c1'.repeat(3_000)}` }],
		['several cursors', { nextCursor: 'c1'.repeat(3_000), afterToken: 'd1'.repeat(3_000) }],
	])('with %s of 6,000 characters', (_name, fields, request = REQUEST) => {
		const body = { list: contactsOf(50), ...fields };
		expect(size(body, request)).toBeLessThanOrEqual(8_192 + (6_020 * 4) / 3);
	});
});
