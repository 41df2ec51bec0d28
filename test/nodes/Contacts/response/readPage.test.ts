import { readPage } from '../../../../nodes/Contacts/response/readPage';

const ADA = { name: 'Ada' };
const read = (body: unknown, field = '', headers: Record<string, string> = {}) =>
	readPage({ status: 200, headers: new Headers(headers), body }, field);

describe('A page', () => {
	it('has contacts, their place, and what the response says about pages', () => {
		const body = { data: { contacts: [ADA] }, next: '?page=2' };
		expect(read(body)).toMatchObject({
			contacts: [ADA],
			location: { path: ['data', 'contacts'], contactPath: '', keys: ['data', 'next'] },
			signs: [{ meaning: 'link', name: 'next', value: '?page=2' }],
			response: { status: 200, body },
		});
	});

	it.each<[string, unknown, Record<string, string>?]>([
		['a total of 0', { total: 0, page: 1 }],
		['a count of 0', { count: 0 }],
		['a next link', { next: '?page=2' }],
		['a cursor', { cursor: 'abc1' }],
		['a header with a total of 0', { kind: 'contacts' }, { 'X-Total-Count': '0' }],
	])('without a list is empty where it has %s', (_name, body, headers = {}) => {
		expect(read(body, '', headers)).toMatchObject({ contacts: [], location: undefined });
	});

	it.each<[unknown, string, string[]]>([
		[{ contacts: [ADA], error: 'x' }, 'failedWithSuccess', ['error']],
		[{ success: false, errors: [1] }, 'failedWithSuccess', ['success', 'errors']],
		[{ total: 7 }, 'noList', ['total']],
		[{ page: 0, nextPage: 2, after: 'abc1' }, 'noList', ['page', 'nextPage', 'after']],
	])('is a failure where the response is %j: %s', (body, reason, names) => {
		expect(read(body)).toEqual({ reason, details: [names] });
	});
});
