/** Services whose answers prove a next page or an end, or only seem to. */
import { readWhole, type Service } from '../read';
import { contactsOf, pagedService } from '../services';
import { cursor, page } from '../world/positions';

/** Sends its first contacts, and whether there are more, whatever else is requested. */
const onOnePage = (
	total: number,
	maxPageSize: number,
	hasMore: (count: number, asked: number) => boolean,
): Service => {
	const contacts = contactsOf(total);
	return {
		contacts,
		respond: ({ url }) => {
			const asked = Number(url.searchParams.get('pageSize'));
			const list = contacts.slice(0, Math.min(asked, maxPageSize));
			return { body: { list, ...(hasMore(list.length, asked) && { hasMore: true }) } };
		},
	};
};

it.each<[string, string, Service]>([
	['is whole on a larger page', 'whole', onOnePage(230, 1_000, (count) => count < 230)],
	['is no larger page that is cut', 'error', onOnePage(1_200, 1_000, (count) => count < 1_200)],
	[
		'is no larger page that says more when exactly so many are requested',
		'error',
		onOnePage(300, 120, (count, asked) => count === asked),
	],
	[
		'is no larger page with other contacts',
		'error',
		{
			contacts: contactsOf(30),
			respond: ({ url }) => {
				const isFirst = url.searchParams.get('pageSize') === '50';
				return { body: { list: contactsOf(50, isFirst ? 1 : 100), hasMore: true } };
			},
		},
	],
	[
		'ends with the contact that is held back, where nothing leads to another page',
		'whole',
		onOnePage(50, 50, (count) => count < 50),
	],
])('A list %s', async (_name, result, service) => {
	expect((await readWhole(service, { pageSize: 50 })).result).toBe(result);
});

it('A reaction that proves nothing is no end while a contact is held back', async () => {
	const contacts = contactsOf(20);
	const respond: Service['respond'] = ({ url }) => {
		const size = Number(url.searchParams.get('pageSize'));
		const reacts = url.searchParams.has('skip') && url.searchParams.has('offset');
		const list = reacts ? contactsOf(size, 500) : contacts.slice(0, size);
		return { body: { list, ...(size < 20 && { hasMore: true }) } };
	};
	expect((await readWhole({ contacts, respond }, { pageSize: 20 })).result).toBe('error');
});

it.each<[string, Parameters<typeof pagedService>[0]['body'], boolean]>([
	[
		'the link to the path of the list first',
		({ nextLink, number, hasMore }) => ({
			next: hasMore ? `/other?page=${number + 1}` : null,
			paging: { next: nextLink ?? null },
		}),
		false,
	],
	['no number of a next page that leads back', () => ({}), true],
])('The node follows %s', async (_name, body, hasHeader) => {
	const service = pagedService({
		contacts: contactsOf(130),
		by: page('page', 1),
		body: (one) => ({ list: one.list, ...(body(one) as object) }),
		headers: ({ number, hasMore }): Record<string, string> =>
			hasHeader ? { 'X-Next-Page': String(hasMore ? number + 1 : 1) } : {},
	});
	expect((await readWhole(service, { pageSize: 50 })).result).toBe('whole');
});

it('A cursor that is there on the only page ends the list, under the second name tried', async () => {
	const service = pagedService({
		contacts: contactsOf(20),
		by: cursor('nextCursor'),
		body: ({ list, after }) => ({ list, nextCursor: after }),
	});
	const unread = { ...service, respond: withoutRefusal(service) };
	expect((await readWhole(unread, { pageSize: 20 })).result).toBe('whole');
});

/** An unknown cursor brings an empty page. */
function withoutRefusal({ respond }: Service): Service['respond'] {
	return (request) => {
		const response = respond(request);
		return response.status === 400 ? { body: { list: [] } } : response;
	};
}

it('A page that comes once under its number is no proof', async () => {
	const contacts = contactsOf(20);
	let isOver = false;
	const respond: Service['respond'] = ({ url }) => {
		const isFirst = url.searchParams.get('page') === '1' && !url.searchParams.has('p') && !isOver;
		isOver ||= isFirst;
		const reacts = isFirst || url.searchParams.has('p');
		return { body: reacts ? contactsOf(20, 500) : contacts };
	};
	expect((await readWhole({ contacts, respond }, { pageSize: 20 })).result).toBe('error');
});
