import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { isSet, type ListError } from '../../../../nodes/Contacts/list/listErrors';
import { SharedWays } from '../../../../nodes/Contacts/list/ways';
import { paginationOf } from '../../../../nodes/Contacts/operations/readingParameters';
import { readList } from '../../../../nodes/Contacts/operations/readPages';
import { RequestError } from '../../../../nodes/Contacts/request/requestErrors';
import { contactsOf, pagedService } from '../services';
import { type Contact, listRequest, readerOf as serviceReader } from '../read';
import { offset, page as pageNumber, type Position } from '../world/positions';

/** Reads lists of 20 contacts a page from the bodies that `respond` returns. */
function readerOf(
	respond: (url: URL, number: number) => unknown,
	{ ways = new SharedWays(), query = '', pagination = {}, pageSize = 20 } = {},
) {
	const request = listRequest({ pageSize, pagination });
	request.url.search += query;
	const service: Parameters<typeof serviceReader>[0] = {
		respond: async ({ url, number }) => ({ body: await respond(url, number) }),
	};
	const { reader, notes } = serviceReader(service, request, ways);
	return { reader, requests: notes.requests };
}

it('A page size of the Query Parameters stays, also where one is requested under all usual names', async () => {
	const { reader, requests } = readerOf(() => ({ contacts: contactsOf(20) }), {
		query: '&limit=20',
		pageSize: 30,
	});
	await readList(reader, true).catch(() => undefined);
	expect(requests.some((request) => request.includes('per_page='))).toBe(true);
	expect(requests.filter((request) => !request.includes('limit=20'))).toEqual([]);
});

describe('A page size that is refused', () => {
	const refuse = () => {
		throw new RequestError('refused', 1, { status: 422 });
	};

	it('is left out, which the result says', async () => {
		const body = { contacts: contactsOf(3), hasMore: false };
		const strict = (url: URL) => (url.searchParams.has('pageSize') ? refuse() : body);
		const { reader, requests } = readerOf(strict);
		const list = await readList(reader, true);
		expect(list).toMatchObject({ contacts: contactsOf(3), findings: { isResized: true } });
		expect(requests).toHaveLength(2);
	});

	it('is 100 where a larger one is refused', async () => {
		const strict = (url: URL) =>
			Number(url.searchParams.get('pageSize')) > 100
				? refuse()
				: { contacts: contactsOf(3), hasMore: false };
		const { reader, requests } = readerOf(strict, { pageSize: 500 });
		expect((await readList(reader, true)).contacts).toEqual(contactsOf(3));
		expect(requests).toEqual(['?pageSize=500', '?pageSize=100']);
	});

	it('is not the reason where the request is refused without it, too', async () => {
		const { reader, requests } = readerOf(refuse);
		await expect(readList(reader, true)).rejects.toMatchObject({
			reason: 'refused',
			userMessage: { description: expect.stringContaining("'Query Parameters'") },
		});
		expect(requests).toHaveLength(2);
	});
});

it.each([
	[404, undefined],
	[500, 'failed'],
])('Page 2 by a number set by hand: status %d is the end, or not', async (status, reason) => {
	const onePage = (url: URL) => {
		const isSecond = url.searchParams.get('page') === '2';
		const kind = status === 404 ? 'notFound' : 'failed';
		if (isSecond) throw new RequestError(kind, 2, { status });
		return contactsOf(20);
	};
	const { reader } = readerOf(onePage, { pagination: { mode: 'pageNumber' } });
	const error = await readList(reader, true).then(
		() => undefined,
		(caught: ListError) => caught.reason,
	);
	expect(error).toBe(reason);
});

it('A parameter to which the answer is not JSON is not the one for pages', async () => {
	const byOffset = silent(offset('skip', 0));
	const { reader } = readerOf((url, page) => {
		if (url.searchParams.has('page')) throw new RequestError('notJson', page);
		return byOffset(url);
	});
	expect((await readList(reader, true)).contacts).toEqual(contactsOf(60));
});

it('A list whose links lead to another host from page 2 on cannot be read', async () => {
	const { reader } = readerOf((_url, page) => ({
		contacts: contactsOf(20, 20 * page),
		next: page === 1 ? '?page=2' : 'https://elsewhere.example/?page=3',
	}));
	await expect(readList(reader, true)).rejects.toMatchObject({ reason: 'nextElsewhere' });
});

/** Services of 60 contacts that say nothing about pages. */
const silent = (by: Position) => {
	const contacts = contactsOf(60);
	const service = pagedService({ contacts, by, refuses: false, body: ({ list }) => list });
	return (url: URL) => service.respond({ url }).body;
};

describe('The lists of one run', () => {
	it('use a way that another list has found', async () => {
		const ways = new SharedWays();
		const byNumber = silent(pageNumber('pageNo', 1));
		const readers = ['', '&n=2', '&n=3'].map((query) => readerOf(byNumber, { query, ways }));
		for (const { reader } of readers) {
			expect((await readList(reader, true)).contacts).toEqual(contactsOf(60));
		}
		const [first, ...others] = readers.map(({ requests }) => requests.length);
		expect(others).toEqual([5, 5]);
		expect(first).toBeGreaterThan(5);
	});

	it('use the parameter of a cursor that another list has found', async () => {
		const ways = new SharedWays();
		const byCursor = (url: URL) => {
			const start = Number(url.searchParams.get('after')?.slice(1) ?? 0);
			const nextCursor = start < 40 ? `c${start + 20}` : null;
			return { list: contactsOf(60).slice(start, start + 20), nextCursor };
		};
		await readList(readerOf(byCursor, { ways }).reader, true);
		const { reader, requests } = readerOf(byCursor, { query: '&n=2', ways });
		expect((await readList(reader, true)).contacts).toHaveLength(60);
		expect(requests[1]).toMatch(/&after=c20$/);
	});
});

it.each([
	['off', {}, 'Off'],
	['cursor', { cursorField: 'at' }, 'Cursor'],
	['lastContact', {}, 'Last Contact'],
])('An error advises no mode that is set: %s', async (mode, settings, label) => {
	const { reader } = readerOf(() => ({ list: contactsOf(20), hasMore: true, at: 'x1y2' }), {
		pagination: { mode, ...settings },
	});
	const error = await readList(reader, true).catch((reason: ListError) => reason.userMessage);
	const { description, advice } = error as ListError['userMessage'];
	expect(description).toContain(`'Mode' is ${label}: set it to Automatic, or`);
	expect(advice!.suggestions.length).toBeGreaterThan(0);
	for (const suggestion of advice!.suggestions) {
		expect(isSet(suggestion, reader.request.pagination)).toBe(false);
	}
});

it('Suggested settings are set only where all that are known agree', () => {
	const pagination = paginationOf({ mode: 'cursor', cursorField: 'at' });
	const suggestion = { mode: 'cursor', cursorField: 'at', cursorParameter: null } as const;
	expect(isSet(suggestion, pagination)).toBe(true);
	expect(isSet({ ...suggestion, cursorField: 'next' }, pagination)).toBe(false);
	expect(isSet({ ...suggestion, hasMoreField: 'hasMore' }, pagination)).toBe(false);
});

it('Without Check Repeats, the last page may be a contact that came before', async () => {
	const { reader } = readerOf((_url, page) => ({
		contacts: page === 1 ? contactsOf(20) : contactsOf(1, 4),
		page,
		total: 21,
	}));
	const { request } = reader;
	request.pagination = paginationOf({ mode: 'pageNumber' });
	await expect(readList(reader, true)).rejects.toMatchObject({ reason: 'positionUnexpected' });
});

it('A list keeps only what is selected of a contact once the next page is read', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const whole: Array<WeakRef<object>> = [];
	let kept = 0;
	const { reader } = readerOf(async (_url, number) => {
		// WeakRefs that were just dereferenced stay alive until the next turn of the event loop.
		await new Promise(setImmediate);
		collectGarbage();
		// The previous page is still compared with this one.
		kept += whole.slice(0, 20 * (number - 2)).filter((contact) => contact.deref()).length;
		const list = contactsOf(20, 20 * number);
		whole.push(...list.map((contact) => new WeakRef(contact)));
		return { list, next: number < 4 ? `?page=${number + 1}` : null };
	});
	const { contacts } = await readList(reader, true, ({ id }: Contact) => ({ id }));
	expect(contacts).toHaveLength(80);
	// The stack may still hold a page each time; kept pages would be 60 contacts.
	expect(kept).toBeLessThanOrEqual(40);
});

it('A list takes linear time for 50,000 contacts in 2,500 pages', async () => {
	const timeFor = async (pages: number) => {
		const { reader } = readerOf(
			(_url, number) => ({
				contacts: contactsOf(20, 20 * number),
				nextCursor: number < pages ? number : null,
			}),
			{ pagination: { mode: 'cursor' } },
		);
		// The time of the processor: on a busy machine, more time passes.
		const started = process.cpuUsage();
		expect((await readList(reader, true)).contacts).toHaveLength(20 * pages);
		return process.cpuUsage(started).user;
	};
	await timeFor(250);
	// For ten times as many contacts, quadratic time would be a hundred times as long.
	expect(await timeFor(2_500)).toBeLessThan(40 * (await timeFor(250)));
});
