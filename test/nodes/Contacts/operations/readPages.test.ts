import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { Discoveries } from '../../../../nodes/Contacts/list/discoveries';
import type { Pagination } from '../../../../nodes/Contacts/list/pagination';
import type { Next } from '../../../../nodes/Contacts/list/state';
import { START } from '../../../../nodes/Contacts/list/step';
import { paginationOf } from '../../../../nodes/Contacts/operations/readingParameters';
import { type Reader, readList, readPageAt } from '../../../../nodes/Contacts/operations/readPages';
import { failure } from '../../../../nodes/Contacts/response/failure';
import { contactsOf, pagedService } from '../services';
import type { Contact } from '../read';
import { offset, page as pageNumber, type Position } from '../world/positions';

type FetchPage = Reader['fetchPage'];

/** Reads lists of two contacts a page from what `respond` returns for a URL. */
function readerOf(
	respond: (url: URL, number: number) => unknown,
	{
		pageSize = 2,
		query = '',
		...rest
	}: Partial<Reader> & { pageSize?: number; query?: string } = {},
) {
	const requests: string[] = [];
	const lines: string[] = [];
	const fetchPage: FetchPage = async (url, number) => {
		requests.push(url.search);
		return { status: 200, headers: new Headers(), body: await respond(url, number) };
	};
	const reader: Reader = {
		request: {
			url: new URL(`https://api.example.com/v1/contacts?pageSize=${pageSize}${query}`),
			pageSize,
			limit: Infinity,
			contactsField: '',
			pagination: paginationOf({}),
		},
		fetchPage,
		discoveries: new Discoveries(),
		log: (line) => lines.push(line),
		...rest,
	};
	return { reader, requests, lines };
}

const full = (rest: object) => ({
	contacts: [{ id: 'a', secret: 'value-canary' }, { id: 'b' }],
	...rest,
});

/** Services of 60 contacts that say nothing about pages. */
const silent = (by: Position) =>
	pagedService({ contacts: contactsOf(60), by, refuses: false, body: ({ list }) => list });

describe('The lists of one run', () => {
	const byNumber = silent(pageNumber('page', 1));

	it('ask once how pages are requested', async () => {
		const discoveries = new Discoveries();
		const requests: string[][] = [];
		const lists = Array.from({ length: 100 }, async (_, n) => {
			const respond = async (url: URL) => {
				await new Promise(setImmediate);
				return byNumber.respond({ url }).body;
			};
			const one = readerOf(respond, { pageSize: 20, query: `&n=${n}`, discoveries });
			requests.push(one.requests);
			return await readList(one.reader, true);
		});
		for (const { contacts } of await Promise.all(lists)) expect(contacts).toHaveLength(60);
		const counts = requests.map(({ length }) => length).sort((a, b) => b - a);
		expect(counts.slice(1)).toEqual(Array(99).fill(counts[1]));
		// Three pages, and an empty one.
		expect(counts[1]).toBe(4);
		expect(counts[0]).toBeGreaterThan(4);
	});

	it.each([
		['an offset', silent(offset('skip', 0))],
		['a page number', byNumber],
	])('use %s that another list has found', async (_name, service) => {
		const discoveries = new Discoveries();
		const respond = (url: URL) => service.respond({ url }).body;
		await readList(readerOf(respond, { pageSize: 20, discoveries }).reader, true);
		const next = readerOf(respond, { pageSize: 20, query: '&n=2', discoveries });
		expect((await readList(next.reader, true)).contacts).toEqual(service.contacts);
		expect(next.requests[1]).toMatch(/[?&](skip=19|page=2)$/);
	});

	it('do not ask again for the same address where nothing was found', async () => {
		const list = contactsOf(7);
		const discoveries = new Discoveries();
		const first = readerOf(() => list, { pageSize: 20, discoveries });
		const second = readerOf(() => list, { pageSize: 20, discoveries });
		expect((await readList(first.reader, true)).contacts).toHaveLength(7);
		expect((await readList(second.reader, true)).contacts).toHaveLength(7);
		expect(first.requests.length).toBeGreaterThan(1);
		expect(second.requests).toHaveLength(1);
	});

	it('go on when the list that asks fails', async () => {
		const discoveries = new Discoveries();
		const failing = readerOf(
			(_url, number) => {
				if (number > 1) throw new Error('Broken off');
				return contactsOf(20);
			},
			{ pageSize: 20, discoveries },
		);
		const other = readerOf((url) => byNumber.respond({ url }).body, {
			pageSize: 20,
			query: '&n=2',
			discoveries,
		});
		const results = await Promise.allSettled([
			readList(failing.reader, true),
			readList(other.reader, true),
		]);
		expect(results).toMatchObject([
			{ status: 'rejected', reason: { message: 'Broken off' } },
			{ status: 'fulfilled', value: { contacts: { length: 60 } } },
		]);
	});
});

describe('An error of the list', () => {
	it('has the last lines of how it was read, without contents', async () => {
		const { reader, lines } = readerOf(() => full({ hasMore: true, at: 'value-canary-2' }));
		const error = await readList(reader, true).catch((failure: unknown) => failure);
		expect(error).toMatchObject({
			reason: 'nextUnknown',
			message: 'The list continues after page 1, but the next page was not found',
			userMessage: { advice: { trace: lines.slice(-8) } },
		});
		expect(lines[0]).toBe(
			'Page 1, the first: 2 new contacts; says more hasMore=true, unread at; ask follows',
		);
		expect(lines.join()).not.toContain('canary');
	});

	it('is the one that the request failed with', async () => {
		const broken = new Error('Broken off');
		const { reader } = readerOf((_url, number) => {
			if (number === 2) throw broken;
			return full({ next: '?2' });
		});
		await expect(readList(reader, true)).rejects.toBe(broken);
	});
});

describe('Get Page', () => {
	it('returns the contacts of each page, and asks in between', async () => {
		const service = silent(pageNumber('page', 1));
		const { reader, requests } = readerOf((url) => service.respond({ url }).body, { pageSize: 20 });
		const first = await readPageAt(reader, START);
		expect(first.contacts).toEqual(service.contacts.slice(0, 20));
		expect(requests).toHaveLength(1);
		const second = await readPageAt(reader, first.place!);
		expect(second.contacts).toEqual(service.contacts.slice(20, 40));
		expect(second.foundSettings).toMatchObject({ mode: 'pageNumber', pageParameter: 'page' });
	});

	it('fails again at a place that failed', async () => {
		const { reader } = readerOf(() => full({}));
		const next: Next = { kind: 'unknown', failure: failure('endUnknown') };
		const place = { ...START, next };
		await expect(readPageAt(reader, place)).rejects.toMatchObject({ reason: 'endUnknown' });
	});
});

it('keeps only what is selected of a contact once the next page is read', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const whole: Array<WeakRef<object>> = [];
	let kept = 0;
	const { reader } = readerOf(
		async (_url, number) => {
			// WeakRefs that were just dereferenced stay alive until the next turn of the event loop.
			await new Promise(setImmediate);
			collectGarbage();
			// The previous page is still compared with this one.
			kept += whole.slice(0, 10 * (number - 2)).filter((contact) => contact.deref()).length;
			const list = Array.from({ length: 10 }, (_, n) => ({ id: 10 * number + n, notes: {} }));
			whole.push(...list.map((contact) => new WeakRef(contact)));
			return { list, next: number < 6 ? `?page=${number + 1}` : null };
		},
		{ pageSize: 10 },
	);
	const select = ({ id }: Contact) => ({ id });
	expect((await readList(reader, true, select)).contacts).toHaveLength(60);
	expect(kept).toBe(0);
});

it('takes linear time for 100,000 contacts in 5,000 pages', async () => {
	const all = contactsOf(100_000);
	const pagination: Pagination = paginationOf({ mode: 'cursor' });
	const timeFor = async (pages: number) => {
		const { reader } = readerOf(
			(_url, number) => ({
				contacts: all.slice(20 * (number - 1), 20 * number),
				nextCursor: number < pages ? number : null,
			}),
			{ pageSize: 20 },
		);
		// The time of the processor: on a busy machine, more time passes.
		const started = process.cpuUsage();
		const request = { ...reader.request, pagination };
		const { contacts } = await readList({ ...reader, request }, true);
		expect(contacts).toHaveLength(20 * pages);
		return process.cpuUsage(started).user;
	};
	await timeFor(500);
	// For ten times as many contacts, quadratic time would be a hundred times as long.
	expect(await timeFor(5_000)).toBeLessThan(40 * (await timeFor(500)));
});
