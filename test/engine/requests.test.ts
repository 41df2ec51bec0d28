import { systemClock } from '../../credentials/contactsApi/http/clock';
import { runContacts } from '../support/engine';
import { type Answer, respond } from '../support/rawServer';
import { json, stubApi } from '../support/stubApi';

const stub = stubApi();
// Pauses take no time.
beforeEach(() => jest.spyOn(systemClock, 'sleep').mockResolvedValue());
afterEach(() => jest.restoreAllMocks());

/** Lists with Return All from a service that gives these answers in turn. */
async function list(...answers: Answer[]) {
	stub.answerWith(...answers);
	const { outputs, error } = await runContacts({
		credentials: stub.credentials(),
		parameters: { returnAll: true },
	});
	const names = (outputs[0] ?? []).map(({ json: contact }) => contact.name);
	return { names, error, description: error?.description ?? '' };
}

const paths = () => stub.api.requests.map((request) => /GET ([^ ?]+)/.exec(request)![1]);
const one = json([{ name: 'Ada' }]);
const redirect = (status: number, location: string) => respond(status, '', { Location: location });

describe('A redirect', () => {
	it('to the same path with a slash is followed', async () => {
		const there = redirect(307, '/v1/contacts/?pageSize=50');
		expect((await list(there, one)).names).toEqual(['Ada']);
		expect(paths().slice(0, 2)).toEqual(['/v1/contacts', '/v1/contacts/']);
		// The address is not asked for again.
		expect(paths().filter((path) => path === '/v1/contacts')).toHaveLength(1);
		for (const request of stub.api.requests) expect(request).toContain('pageSize=');
	});

	it('to the same path and back is followed once', async () => {
		const { error } = await list(redirect(307, '/v1/contacts/'), redirect(307, '/v1/contacts'));
		expect(error!.message).toContain('redirected the request for page 1 (307)');
		expect(paths()).toEqual(['/v1/contacts', '/v1/contacts/']);
	});
});

it('A refusal of a later page names a firewall or a rate limit first', async () => {
	const first = json({ list: [{ id: 1 }, { id: 2 }], next: '/v1/contacts?cursor=x' });
	const { description } = await list(first, respond(403, ''));
	expect(description).toMatch(/^The same token has just been accepted, so a firewall/);
	expect((await list(respond(403, ''))).description).toMatch(/^The client is not active/);
});
