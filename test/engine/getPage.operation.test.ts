import type { IDataObject } from 'n8n-workflow';

import { type ContactsRun, runContacts } from '../support/engine';
import type { Answer } from '../support/rawServer';
import { json, stubApi } from '../support/stubApi';

const stub = stubApi();
let credentials: ReturnType<typeof stub.credentials>;
beforeEach(() => (credentials = stub.credentials()));

/** Gets pages of two contacts. */
async function getPage(parameters: IDataObject = {}, rest: Partial<ContactsRun> = {}) {
	const given = { operation: 'getPage', pageSize: 2, ...parameters };
	const { contacts, ...run } = await runContacts({ credentials, parameters: given, ...rest });
	const pages = contacts as Array<{ contacts: IDataObject[]; continuation: string | null }>;
	return { ...run, pages, page: pages[0]! };
}

const [A, B, C] = ['a', 'b', 'c'].map((id) => ({ id, name: `Contact ${id}` }));
const FIRST = json({ contacts: [A, B], nextCursor: 'next' });
const LAST = json({ contacts: [C], nextCursor: null });

/** Pages of two contacts by a cursor, whatever the page size. */
const byCursor: Answer = (socket, n) => {
	const isLast = stub.api.requests[n]!.includes('cursor=next');
	(isLast ? LAST : FIRST)(socket, n);
};

describe('Get Page', () => {
	it('gets one page as one item, the first one or that of the continuation of the item', async () => {
		stub.answerWith(byCursor);
		const { page } = await getPage();
		const items = [{}, { continuation: '  ' }, { continuation: ` ${page.continuation}\n` }];
		const options = { concurrency: 1 };
		const { pages, pairs } = await getPage({ options }, { items });
		expect([page, ...pages].map(({ contacts }) => contacts)).toEqual([[A, B], [A, B], [A, B], [C]]);
		expect(pages[2]!.continuation).toBeNull();
		expect(pairs).toEqual([0, 1, 2]);
		expect(stub.api.requests.at(-1)).toContain('?pageSize=2&cursor=next ');
	});

	it('keeps the chosen fields, which may differ between pages, and says which are missing', async () => {
		stub.answerWith(byCursor);
		const options = { fields: ['id', 'nick'] };
		const { page, hints } = await getPage({ options });
		expect(page.contacts).toEqual([{ id: 'a' }, { id: 'b' }]);
		const missing = expect.stringContaining('None of the contacts has nick.');
		expect(hints).toContainEqual(missing);
		const { continuation } = page;
		expect((await getPage({ continuation })).page.contacts).toEqual([C]);
		const { pages } = await getPage({ continuation, options }, { asTool: true });
		expect(pages).toEqual([{ contacts: [{ id: 'c' }], continuation: null }, { note: missing }]);
	});

	it.each([
		['={{ {} }}', "'Continuation' is not text, a number or a date"],
		['{{ $json.continuation }}', "'Continuation' does not belong to this list"],
	])('is refused without a request for the continuation %s', async (continuation, message) => {
		stub.answerWith(byCursor);
		const { error } = await getPage({ continuation });
		expect(error).toMatchObject({ message, context: { itemIndex: 0 } });
		expect(stub.api.requests).toEqual([]);
	});
});
