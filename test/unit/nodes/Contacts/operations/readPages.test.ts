import { SharedWays } from '../../../../../nodes/Contacts/paginate';
import { readList, sendWith } from '../../../../../nodes/Contacts/operations/readPages';
import { contactsError } from '../../../../../nodes/Contacts/contactsError';
import { requestError } from '../../../../../nodes/Contacts/request/requestErrors';
import { listRequest, type ReadOptions, readerOf as serviceReader } from '../../../../corpus/read';
import { contactsOf, pagedService } from '../../../../corpus/services';
import { page as pageNumber } from '../../../../corpus/positions';

type Rest = Partial<ReadOptions> & { query?: string };

/** Reads lists of 20 contacts a page from the bodies that `respond` returns. */
function readerOf(respond: (url: URL) => unknown, { query = '', ways, ...options }: Rest = {}) {
	const request = listRequest({ pageSize: 20, ...options });
	request.url.search += query;
	const service = { respond: ({ url }: { url: URL }) => ({ body: respond(url) }) };
	const { reader, notes } = serviceReader(service, request, ways);
	return { reader, requests: notes.requests };
}

it('A page size that is refused is left out', async () => {
	const respond = ({ searchParams }: URL) => {
		if (!searchParams.has('pageSize')) return { contacts: contactsOf(3), hasMore: false };
		throw requestError('refused', 1, { status: 422 });
	};
	const { reader, requests } = readerOf(respond);
	expect(await readList(reader, true)).toMatchObject({ contacts: contactsOf(3) });
	expect(requests).toEqual(['?pageSize=20', '']);
});

it('The lists of a run use a page number that another list has found', async () => {
	const by = pageNumber('pageNo', 1);
	const contacts = contactsOf(60);
	const service = pagedService({ contacts, by, refuses: false, body: '{list}' });
	const ways = new SharedWays();
	const respond = (url: URL) => service.respond({ url }).body;
	const all = ['', '&n=2', '&n=3'].map((query) => readerOf(respond, { query, ways }));
	for (const { reader } of all) expect((await readList(reader, true)).contacts).toEqual(contacts);
	const [first, ...others] = all.map(({ requests }) => requests.length);
	expect(others).toEqual([6, 6]);
	expect(first).toBeGreaterThan(6);
});

const URL_OF_LIST = new URL('https://api.example.com/v1/contacts');

it.each<
	[Parameters<typeof requestError>[0] | 'notJson', status: number | undefined, refusals: object]
>([
	['redirected', 307, { 2: 307 }],
	['notJson', undefined, { 1: 200, 2: 200 }],
	['dropped', undefined, { 1: 0, 2: 0 }],
	['canceled', undefined, {}],
])('A page that is %s, with %d, refuses these requests: %j', async (reason, status, refusals) => {
	const error =
		reason === 'notJson' ? contactsError(reason, 1) : requestError(reason, 1, { status });
	const send = sendWith(async () => await Promise.reject(error));
	for (const [page, refusal] of Object.entries({ 1: undefined, 2: undefined, ...refusals })) {
		const answer = send(URL_OF_LIST, Number(page));
		if (refusal === undefined) await expect(answer).rejects.toBe(error);
		else expect(await answer).toEqual({ status: refusal, error });
	}
});
