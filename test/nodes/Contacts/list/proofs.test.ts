/** Services whose answers prove a next page or an end, or only seem to. */
import { readWhole, type Service } from '../read';
import { contactsOf, type Page, pagedService } from '../services';

/** Answers with bodies; `size` is the requested page size. */
const answering = (
	total: number,
	body: (size: number, query: URLSearchParams) => unknown,
): Service => ({
	contacts: contactsOf(total),
	respond: ({ url: { searchParams } }) => ({
		body: body(Number(searchParams.get('pageSize')), searchParams),
	}),
});

/** Sends its first contacts, and whether there are more, whatever else is requested. */
const onOnePage = (total: number, max: number, hasMore: (count: number, size: number) => boolean) =>
	answering(total, (size) => {
		const list = contactsOf(Math.min(size, max, total));
		return { list, ...(hasMore(list.length, size) && { hasMore: true }) };
	});

/** Sends other contacts once for page 1, and whenever `p` is there. */
const reactingOnce = () => {
	let isOver = false;
	return answering(20, (_size, query) => {
		const isFirst = query.get('page') === '1' && !query.has('p') && !isOver;
		isOver ||= isFirst;
		return contactsOf(20, isFirst || query.has('p') ? 500 : 1);
	});
};

const cursors = pagedService({
	contacts: contactsOf(20),
	by: { cursor: 'nextCursor' },
	body: ({ list, after }) => ({ list, nextCursor: after }),
});

const numbered = (
	fields: (page: Page) => object,
	headers?: (page: Page) => Record<string, string>,
): Service =>
	pagedService({
		contacts: contactsOf(130),
		by: { page: 'page', first: 1 },
		body: (page) => ({ list: page.list, ...fields(page) }),
		headers,
	});

it.each<[result: string, name: string, pageSize: number, Service]>([
	['error', 'a larger page that is cut', 50, onOnePage(1_200, 1_000, (count) => count < 1_200)],
	[
		'error',
		'a larger page that says more when exactly so many are requested',
		50,
		onOnePage(300, 120, (count, size) => count === size),
	],
	[
		'error',
		'a larger page with other contacts',
		50,
		answering(30, (size) => ({ list: contactsOf(50, size === 50 ? 1 : 100), hasMore: true })),
	],
	[
		'whole',
		'the contact that is held back, where nothing leads on',
		50,
		onOnePage(50, 50, (count) => count < 50),
	],
	[
		'error',
		'a reaction that proves nothing while a contact is held back',
		20,
		answering(20, (size, query) => {
			const reacts = query.has('skip') && query.has('offset');
			return { list: contactsOf(size, reacts ? 500 : 1), ...(size < 20 && { hasMore: true }) };
		}),
	],
	[
		'whole',
		'the link to the path of the list rather than another one',
		50,
		numbered(({ nextLink, number, hasMore }) => ({
			next: hasMore ? `/other?page=${number + 1}` : null,
			paging: { next: nextLink ?? null },
		})),
	],
	[
		'whole',
		'pages, where the number of the next one leads back after the last',
		50,
		numbered(
			() => ({}),
			({ number, hasMore }) => ({ 'X-Next-Page': String(hasMore ? number + 1 : 1) }),
		),
	],
	[
		'whole',
		'the only page with a cursor, under the second name tried',
		20,
		{
			...cursors,
			respond: (request) => {
				const response = cursors.respond(request);
				return response.status === 400 ? { body: { list: [] } } : response;
			},
		},
	],
	['error', 'a page that comes once under its number', 20, reactingOnce()],
])('The result is %s: %s', async (result, _name, pageSize, service) => {
	expect((await readWhole(service, { pageSize })).result).toBe(result);
});
