import { systemClock } from '../../credentials/contactsApi/http/clock';
import { runContacts } from '../support/engine';
import { type Answer, respond } from '../support/rawServer';
import { json, stubApi } from '../support/stubApi';

const stub = stubApi();
/** Pauses take no time. */
const pauses: number[] = [];
beforeEach(() => {
	pauses.length = 0;
	jest.spyOn(systemClock, 'random').mockReturnValue(0);
	const { now } = systemClock;
	const slept = () => pauses.reduce((sum, ms) => sum + ms, 0);
	jest.spyOn(systemClock, 'now').mockImplementation(() => now() + slept());
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (ms) => void pauses.push(ms));
});
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
	it.each([301, 302, 307, 308])('to the same path with a slash is followed: %d', async (status) => {
		const there = redirect(status, '/v1/contacts/?pageSize=50');
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

	it.each([
		['with 303', redirect(303, '/v1/contacts/')],
		['to another path', redirect(307, '/v2/contacts/')],
		['to another origin', redirect(307, 'https://evil.example/v1/contacts/')],
		['to another port', redirect(307, 'http://127.0.0.1:1/v1/contacts/')],
		['with a user name', redirect(307, 'http://a@127.0.0.1/v1/contacts/')],
		['without an address', respond(307, '')],
		['to what is not an address', redirect(307, 'http://')],
	])('%s is an error', async (_name, answer) => {
		const { error, description } = await list(answer, one);
		expect(error!.message).toContain('redirected the request for page 1 (30');
		expect(description).toContain("enter its new address as 'Base URL'");
		expect(paths()).toHaveLength(1);
	});
});

describe('A request is repeated', () => {
	it.each<[string, Answer, pauseMs: number]>([
		['408', respond(408, ''), 0],
		['425', respond(425, ''), 0],
		['520', respond(520, ''), 0],
		['529', respond(529, ''), 0],
		['503 after a fraction of seconds', respond(503, '', { 'Retry-After': '3.5' }), 3_500],
		['429 until its limit is reset', respond(429, '', { 'X-RateLimit-Reset': '30' }), 30_000],
		['403 with Retry-After', respond(403, '', { 'Retry-After': '7' }), 7_000],
		['403 of a used-up limit', respond(403, '', { 'X-RateLimit-Remaining': '0' }), 1_000],
	])('after %s', async (_name, answer, pauseMs) => {
		expect((await list(answer, one)).names).toEqual(['Ada']);
		expect(stub.api.requests[1]).toContain('pageSize=50');
		if (pauseMs > 0) expect(Math.round(pauses[0]! / 100)).toBe(pauseMs / 100);
	});
});

it.each<[string, Answer]>([
	['500', respond(500, '')],
	['504', respond(504, '')],
])('The remedy of %s names the size of a page', async (_name, answer) => {
	expect((await list(answer)).description).toContain("lower 'Page Size'");
});

it('A refusal of a later page names a firewall or a rate limit first', async () => {
	const first = json({ list: [{ id: 1 }, { id: 2 }], next: '/v1/contacts?cursor=x' });
	const { description } = await list(first, respond(403, ''));
	expect(description).toMatch(/^The same token has just been accepted, so a firewall/);
	expect((await list(respond(403, ''))).description).toMatch(/^The client is not active/);
});

it('UTF-8 is read as such, whatever the response says', async () => {
	for (const charset of ['ISO-8859-1', 'utf8mb4', 'none', 'binary']) {
		const type = { 'Content-Type': `application/json; charset=${charset}` };
		expect((await list(respond(200, '[{"name":"José"}]', type))).names).toEqual(['José']);
	}
});
