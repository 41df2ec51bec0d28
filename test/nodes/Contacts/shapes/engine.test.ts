/** Lists contacts in n8n's engine from the sandbox's service, which answers like an API, over HTTP. */
import { oddShapes } from '../../../../sandbox/service/shapes/odd.ts';
import { shapes } from '../../../../sandbox/service/shapes/table.ts';
import type { Shape } from '../../../../sandbox/service/shapes/shape.ts';
import { runContacts } from '../../../support/engine';
import type { Pagination } from '../read';
import { startTestService } from '../../../support/service';
import { range } from '../services';
import { compare, type Comparison } from './compare';
import { type Situation, situations } from './situations';

/** Enough for 430 contacts in pages of 10, and for guesses. */
const MAX_REQUESTS = 60;

let service: Awaited<ReturnType<typeof startTestService>>;

/** The service makes contacts of the shape up, as many as the organization has. */
const credentials = new Map<number, typeof service.credentials>();

beforeAll(async () => {
	service = await startTestService(1);
	const { operator } = service;
	for (const total of new Set(situations.map((situation) => situation.total))) {
		const orgId = `org_of_${total}`;
		const client = operator.provisionClient({ orgId });
		if (total > 0) await operator.fillContacts({ orgId, count: total });
		credentials.set(total, { ...service.credentials, ...client });
	}
});
afterAll(() => service.close());

/** Lists all contacts of the shape in the situation; `endless` after more requests than that takes. */
async function list(
	shape: Shape,
	{ pageSize, total, service: treatment }: Situation,
	settings: Partial<Pagination> = {},
): Promise<Comparison | 'error' | 'endless'> {
	const { faults, requests } = service;
	service.configure({ like: shape.name, fixedPageSize: null, ...treatment });
	faults.set('/v1/contacts', { status: 400, skip: MAX_REQUESTS });
	requests.reset();
	const { outputs, error } = await runContacts({
		credentials: credentials.get(total)!,
		parameters: { returnAll: true, pageSize, options: { pagination: { settings } } },
	});
	if (requests.contacts.count > MAX_REQUESTS) return 'endless';
	if (error) return 'error';
	const contacts = range(total).map((n) => shape.contact(n));
	const received = outputs[0]!.map(({ json }) => json);
	return compare(received, contacts, shape);
}

const CUT = situations.find(({ name }) => name === 'cut to 20')!;

/** A service of each style of paging, with its settings. */
const SETTINGS: Record<string, Partial<Pagination>> = {
	'HubSpot CRM v3': { mode: 'cursor', cursorField: 'paging.next.after', cursorParameter: 'after' },
	Stripe: { mode: 'lastContact', lastContactField: 'id', cursorParameter: 'starting_after' },
	Salesforce: { mode: 'nextLink', nextLinkField: 'nextRecordsUrl' },
	'Spring Data Page': { mode: 'pageNumber', pageParameter: 'page', firstPage: 0 },
	Mailchimp: { mode: 'offset', offsetParameter: 'offset', firstOffset: 0 },
	GitHub: { mode: 'linkHeader' },
};

describe.each(Object.entries(SETTINGS))('%s is read', (name, right) => {
	const shape = shapes.find((one) => one.name === name)!;

	it('whole in every situation', async () => {
		for (const situation of situations) {
			expect([situation.name, await list(shape, situation)]).toEqual([situation.name, 'whole']);
		}
	});

	it('whole with its settings, and whole or not at all with those of others', async () => {
		expect(await list(shape, CUT, right)).toBe('whole');
		for (const wrong of Object.values(SETTINGS)) {
			expect(['whole', 'error']).toContain(await list(shape, CUT, wrong));
		}
	});
});

/** Lists that cannot be read whole; an error says so. */
const UNREADABLE = ['Odd: a total that is too large', 'Odd: empty pages in mid-list'];

it.each(oddShapes)('$name: is whole or an error', async (shape) => {
	const expected = UNREADABLE.includes(shape.name) ? 'error' : 'whole';
	expect(await list(shape, CUT)).toBe(expected);
});
