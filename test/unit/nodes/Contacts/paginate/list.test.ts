/** What becomes of requests that no list of the corpus needs. */
import { identityByBoth } from '../../../../../nodes/Contacts/paginate/identity';
import { cursor, page } from '../../../../corpus/positions';
import { readPageByPage, readWhole } from '../../../../corpus/read';
import { contactsOf, instead, paged, refusing } from '../../../../corpus/services';

const byPage = page('page', 1);
const byNothing = cursor('none');

it('A question that is forbidden fails with an error of its own', async () => {
	const service = refusing(
		paged(20, byPage, {}, { fixedPageSize: 20 }),
		(query) => query.has('page') && !query.has('offset'),
		{ status: 403 },
	);
	const outcome = await readWhole(service, { pageSize: 50 });
	expect(outcome).toMatchObject({ result: 'error', reason: 'refused' });
});

it('A mistake of the reader itself is no refusal', async () => {
	const body = {
		get contacts(): unknown {
			throw new RangeError('A mistake');
		},
	};
	const failing = refusing(paged(100, byPage), (query) => query.has('page'), { body });
	await expect(readWhole(failing, { pageSize: 50 })).rejects.toThrow('A mistake');
});

it('A failure behind the last page proves no end', async () => {
	let hasFailed = false;
	const service = refusing(paged(20, byNothing), (query) => (hasFailed ||= query.has('page')), {
		status: 400,
	});
	const outcome = await readWhole(service, { pageSize: 50 });
	expect(outcome).toMatchObject({ result: 'error', reason: 'endUnknown' });
});

it('An empty object in place of the next page leads nowhere', async () => {
	const service = paged(30, byNothing, { next: {} }, { fixedPageSize: 50 });
	expect(await readWhole(service, { pageSize: 50 })).toMatchObject({ result: 'whole' });
});

it('Get Page fails if the first page does not come again', async () => {
	const answer = { body: { contacts: contactsOf(50) } };
	let count = 0;
	const service = paged(130, cursor('cursor'), { nextCursor: '{next ?? null}' });
	const changing = refusing(service, () => ++count > 2, answer);
	const outcome = await readPageByPage(changing, { pageSize: 50 });
	expect(outcome).toMatchObject({ result: 'error', reason: 'listChanged' });
});

it('Two lists are an error where the service refuses other page sizes', async () => {
	const two = { body: { users: contactsOf(20), people: contactsOf(20, 50) } };
	const service = refusing(
		instead(paged(20, byNothing), () => two),
		(query) => query.get('pageSize') !== '50',
	);
	const outcome = await readWhole(service, { pageSize: 50 });
	expect(outcome).toMatchObject({ result: 'error', reason: 'manyLists' });
});

it('Contacts with more fields than are compared are not told apart by content', () => {
	const wide = Object.fromEntries(contactsOf(500).map((one) => [`f${String(one.id)}`, 1]));
	const contacts = contactsOf(500).map((one) => ({ ...one, ...wide }));
	expect(identityByBoth(contacts, contacts, { unstable: [] })).toBeUndefined();
});

it('A later page with too many fields in place of its list is an error', async () => {
	const fields = Object.fromEntries(contactsOf(3_000).map((one) => [`f${String(one.id)}`, one]));
	const service = paged(130, byPage, { hasMore: '{hasMore}' });
	const isThird = (query: URLSearchParams) => query.get('page') === '3';
	const strange = refusing(service, isThird, { body: { fields } });
	expect(await readWhole(strange, { pageSize: 50 })).toMatchObject({ result: 'error' });
});

it('The last way that is left of several is counted and logged once', async () => {
	const { lines } = await readWhole(paged(43, byPage), { pageSize: 20 });
	expect(lines.filter((line) => line.startsWith('page=2:'))).toEqual(['page=2: 19 contacts']);
});
