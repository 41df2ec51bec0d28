import { SharedWays } from '../../../../../nodes/Contacts/paginate';
import { sendWith } from '../../../../../nodes/Contacts/operations/readPages';
import {
	type ContactsError,
	contactsError,
	requestError,
} from '../../../../../nodes/Contacts/contactsError';
import { readWhole } from '../../../../corpus/read';
import { paged } from '../../../../corpus/services';
import { page } from '../../../../corpus/positions';

it('The lists of a run use a page number that another list has found', async () => {
	const service = paged(60, page('pageNo', 1), {}, { refuses: false, body: '{list}' });
	const ways = new SharedWays();
	const counts: number[] = [];
	for (const query of ['', 'n=2', 'n=3']) {
		const { result, requests } = await readWhole(service, { pageSize: 20, query, ways });
		expect(result).toBe('whole');
		counts.push(requests.length);
	}
	const [first, ...others] = counts;
	expect(others).toEqual([6, 6]);
	expect(first).toBeGreaterThan(6);
});

const URL_OF_LIST = new URL('https://api.example.com/v1/contacts');

it.each<[string, ContactsError, refusals: object]>([
	['redirected', requestError('redirected', 1, { status: 307 }), { 2: 307 }],
	['not JSON', contactsError('notJson', 1), { 1: 200, 2: 200 }],
	['dropped', requestError('dropped', 1), { 1: 0, 2: 0 }],
	['canceled', requestError('canceled', 1), {}],
])('A page that is %s refuses requests', async (_name, error, refusals) => {
	const send = sendWith(async () => await Promise.reject(error));
	for (const [number, refusal] of Object.entries({ 1: undefined, 2: undefined, ...refusals })) {
		const answer = send(URL_OF_LIST, Number(number));
		if (refusal === undefined) await expect(answer).rejects.toBe(error);
		else expect(await answer).toEqual({ status: refusal, error });
	}
});
