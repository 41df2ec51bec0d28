import fc from 'fast-check';

import { load } from '../../../../../sandbox/corpus/corpus.ts';
import { continuationsOf } from '../../../../../nodes/Contacts/operations/continuation';
import { readPageAt } from '../../../../../nodes/Contacts/operations/readPages';
import type { Continuation, ListRequest } from '../../../../../nodes/Contacts/paginate';
import { runs, someOf } from '../../../../support/runs';
import { listRequest, sourceOf } from '../../../../corpus/read';
import { contactsOf, inTurn } from '../../../../corpus/services';
import { serve } from '../../../../corpus/serve';

const OWNER = { clientId: 'client-1', orgId: 'org-1', refreshToken: 'refresh-token-1' };
const REQUEST = listRequest({ pageSize: 50 });
const CURSOR = 'secret+cursor/with=odd&parts';

/** After the first page of a list with a cursor. */
let place: Continuation;
beforeAll(async () => {
	const first = { list: contactsOf(50), nextCursor: CURSOR, total: 230 };
	const service = inTurn([], first, { list: contactsOf(50, 51), total: 230 });
	const request = listRequest({ pageSize: 50, pagination: { mode: 'cursor' } });
	const { step } = await readPageAt(sourceOf(service, request).source);
	place = step!;
});

const write = (step = place, request = REQUEST, owner = OWNER) =>
	continuationsOf(request, owner).write(step);
const read = (text: string) => continuationsOf(REQUEST, OWNER).read(text);

it('A continuation differs each time, needs no escaping and shows nothing of what it holds', () => {
	const text = write();
	expect(write()).not.toBe(text);
	expect(text).toMatch(/^\d+\.[\w-]+$/);
	const decoded = text.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
	for (const secret of [...Object.values(OWNER), CURSOR, 'nextCursor', REQUEST.url.href]) {
		expect([text, ...decoded].join('\n')).not.toContain(secret);
	}
});

it.each<[string, Partial<ListRequest>, Partial<typeof OWNER>]>([
	['client', {}, { clientId: 'client-2' }],
	['organization', {}, { orgId: 'org-2' }],
	['refresh token', {}, { refreshToken: 'refresh-token-2' }],
	['host', { url: new URL('https://other.example.com/v1/contacts?pageSize=50') }, {}],
	['page size', { url: new URL(`${REQUEST.url.href}1`) }, {}],
	['Contacts Field', { contactsField: 'data' }, {}],
	['Pagination', { pagination: { ...REQUEST.pagination, mode: 'offset' } }, {}],
])('A continuation of another %s is not read', (_name, request, owner) => {
	const other = write(place, { ...REQUEST, ...request }, { ...OWNER, ...owner });
	expect(read(other)).toBeUndefined();
});

it('A continuation is read with other Skip Checks: a person may turn off the check that has failed', () => {
	const pagination = { ...REQUEST.pagination, checkTotal: false, checkRepeats: false };
	expect(read(write(place, { ...REQUEST, pagination }))).toBeDefined();
});

it('A continuation is not read from another version, nothing, too little, or 1 MB of nothing', () => {
	const versions = ['0', '4', '9'.repeat(400)];
	const outdated = versions.map((other) => write().replace(/^\d+/, other));
	const [version] = write().split('.');
	const invalid = [37, 38, 1_000_000].map((length) => `${version}.${'A'.repeat(length)}`);
	const all = ['', ...invalid, ...outdated];
	expect(all.map(read)).toEqual(all.map(() => undefined));
});

it('A continuation is never read from any other text', () => {
	const characters = fc.constantFrom(...'AZaz09-_.+/=% \n\0é');
	const change = fc.tuple(fc.nat(), fc.nat({ max: 40 }), fc.string({ unit: characters }));
	fc.assert(
		fc.property(change, ([at, removed, added]) => {
			const text = write();
			const start = at % (text.length + 1);
			const changed = text.slice(0, start) + added + text.slice(start + removed);
			fc.pre(changed !== text && start < text.length - 1);
			expect(read(changed)).toBeUndefined();
		}),
		runs(2_000),
	);
});

it('A continuation restores any cursor, also one that is not valid Unicode', () => {
	const position = { ...place.position, value: '\ud800漢\udc00\u0000' };
	expect(read(write({ ...place, position }))!.position.value).toBe(position.value);
});

it('A continuation restores what is known of the list, also without a page size', () => {
	for (const size of [50, undefined]) {
		const memory = { ...place.memory, size };
		const restored = read(write({ ...place, memory })) as Continuation;
		const { last, way, ...known } = restored.memory;
		expect({ ...memory, ...known }).toEqual(memory);
		expect([last, way!.kind]).toEqual([memory.last.slice(-2), 'cursor']);
	}
});

it('A continuation has at most 600 characters beside the link or cursor of the service', async () => {
	const lengths: number[] = [];
	for (const shape of someOf([...load('public'), ...load('operations')], 50)) {
		const { source } = sourceOf(serve(shape, 230, { maxPageSize: 1_000 }), REQUEST);
		// Lists that cannot be read have none.
		const first = await readPageAt(source).catch(() => undefined);
		if (!first?.step) continue;
		const value = Buffer.byteLength(JSON.stringify(first.step.position.value));
		lengths.push(write(first.step).length - Math.ceil((value * 4) / 3));
	}
	expect(Math.max(...lengths)).toBeLessThanOrEqual(600);
	expect(lengths.length).toBeGreaterThan(25);
});
