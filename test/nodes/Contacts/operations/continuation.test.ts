import fc from 'fast-check';

import { shapes } from '../../../../sandbox/service/shapes/table.ts';
import {
	type Continuation,
	Continuations,
} from '../../../../nodes/Contacts/operations/continuation';
import type { Reading } from '../../../../nodes/Contacts/list/reading';
import type { ListRequest, Step } from '../../../../nodes/Contacts/list/ways';
import { readPageAt } from '../../../../nodes/Contacts/operations/readPages';
import { runs } from '../../../support/runs';
import { listRequest, readerOf, type Service } from '../read';
import { contactsOf, inTurn } from '../services';
import { serve } from '../shapes/serve';
import { emulate } from '../world/service';
import { operations } from '../world/operations';

const OWNER = { clientId: 'client-1', orgId: 'org-1', refreshToken: 'refresh-token-1' };
const REQUEST = listRequest({ pageSize: 50 });
const CURSOR = 'secret+cursor/with=odd&parts';

interface Place {
	step: Step;
	reading: Reading;
}

/** Where Get Page goes on after the first page of a list with a cursor. */
async function placeAt(nextCursor: string): Promise<Place> {
	const first = { list: contactsOf(50), nextCursor, total: 230 };
	const service = inTurn([], first, { list: contactsOf(50, 51), total: 230 });
	const request = listRequest({ pageSize: 50, pagination: { mode: 'cursor' } });
	const { step, reading } = await readPageAt(readerOf(service, request).reader);
	return { step: step!, reading };
}

let place: Place;
beforeAll(async () => (place = await placeAt(CURSOR)));

const write = ({ step, reading } = place, request = REQUEST, owner = OWNER) =>
	new Continuations(request, owner).write(step, reading);
const read = (text: string) => new Continuations(REQUEST, OWNER).read(text);

describe('A continuation', () => {
	it('says how the list goes on, and what has to come', () => {
		const { position, size, overlap, reason, isProven } = place.step;
		const { progress, last } = place.reading;
		const { path, contactPath, like } = progress.place;
		expect(read(write())).toEqual({
			step: { position, size, overlap, reason, isProven },
			progress: {
				...progress,
				place: { path, contactPath, like, beside: ['nextCursor', 'total'] },
			},
			last: last.slice(-1),
		});
	});

	it('differs each time, and needs no escaping', () => {
		expect(write()).not.toBe(write());
		expect(write()).toMatch(/^c\d+\.[\w-]{16}\.[\w-]+$/);
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
		const other = write(place, { ...REQUEST, ...request }, { ...OWNER, ...owner });
		expect(read(other)).toBe('continuationOfOtherList');
	});

	it.each(['c0', 'c4', `c${'9'.repeat(400)}`])('of version %s is outdated', (version) => {
		expect(read(write().replace(/^c\d+/, version))).toBe('continuationOutdated');
	});

	it.each<[string, (...parts: string[]) => string]>([
		['nothing', () => ''],
		['too little content', (version, list) => `${version}.${list}.${'A'.repeat(37)}`],
		['a nonce and a tag alone', (version, list) => `${version}.${list}.${'A'.repeat(38)}`],
		['4 MB of nothing', (version, list) => `${version}.${list}.${'A'.repeat(4_000_000)}`],
		['a part of one', (...parts) => parts.join('.').slice(0, -1)],
		[
			'the halves of two',
			(version, list, content) =>
				`${version}.${list}.${content.slice(0, 40)}${write().split('.')[2]!.slice(40)}`,
		],
		['other characters of base64', (version, list) => `${version}.${list}.${'+/'.repeat(20)}`],
	])('is not %s', (_name, text) => {
		expect(read(text(...write().split('.')))).toBe('continuationInvalid');
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

	it('restores any cursor, also one that is not valid Unicode', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
				const value = `\ud800${text}\udc00\u0000`;
				const { reading, step } = place;
				const position = { ...step.position, value };
				const written = write({ reading, step: { ...step, position } });
				expect(read(written)).toMatchObject({ step: { position } });
			}),
			runs(500),
		);
	});
});

describe('A continuation has at most 600 characters beside the link or cursor of the service', () => {
	const MAX_LENGTH = 600;

	/** The longest continuation after the first pages of a list, without the value that it holds. */
	async function longestOf(service: Service): Promise<number> {
		const { reader } = readerOf(service, REQUEST);
		const continuations = new Continuations(REQUEST, OWNER);
		let longest = 0;
		let start: Continuation | undefined;
		for (let page = 1; page <= 3; page++) {
			const { step, reading } = await readPageAt(reader, start);
			if (!step) break;
			const text = continuations.write(step, reading);
			const value = Buffer.byteLength(JSON.stringify(step.position.value));
			longest = Math.max(longest, text.length - Math.ceil((value * 4) / 3));
			start = continuations.read(text) as Continuation;
		}
		return longest;
	}

	it.each([
		['of our own shapes', shapes],
		['of the operations of public APIs', operations.map(emulate)],
	])('%s', async (_name, services) => {
		const long: string[] = [];
		let written = 0;
		for (const shape of services) {
			const service = serve(shape, 230, { maxPageSize: 1_000 });
			// Lists that cannot be read have none.
			const length = await longestOf(service).catch(() => 0);
			if (length > 0) written++;
			if (length > MAX_LENGTH) long.push(`${shape.name}: ${length}`);
		}
		expect(long).toEqual([]);
		expect(written).toBeGreaterThan(services.length / 2);
	});
});
