import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionCheck';
import { ContactsApiError } from '../../credentials/contactsApi/credentialErrors';
import { formatMessage } from '../../credentials/contactsApi/explainedError';
import { type Credential, outputItems, type WorkflowInput } from '../../sandbox/n8n/rest-client.ts';
import { importWorkflow } from '../../sandbox/seed.ts';
import { type Answer, rawServers, respond, tokenBody } from '../support/rawServer';
import { type ChatModel, startChatModel } from './support/chat-model.ts';
import { INITIAL_CONTACTS, watchedService } from './support/contacts-service.ts';
import { EXAMPLES_FOLDER } from './support/folders.ts';
import { type N8n, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { jsonOf, linkTo, node, runWithoutError } from './support/workflows.ts';

/** More than a few rounds of the loop through the pages. */
const MANY = 5_000;

const autoClose = closeAfterAll();
const watched = watchedService();
let n8n: N8n;
beforeAll(async () => (n8n = autoClose(await startN8n({ name: 'default-settings' }))));

describe("The credential's test", () => {
	const serve = rawServers();
	const newToken: Answer = (socket, n) => respond(200, tokenBody(`token-${n}`))(socket, n);
	const website = respond(200, '<!doctype html>', { 'Content-Type': 'text/html' });
	const refused = new ContactsApiError('unauthorized', { status: 401 }).message;

	it.each<[string, Answer, string?, Answer?]>([
		['explains an error status', respond(403, '{}'), formatMessage(statusMessages[403]!)],
		['recognizes a website', website, formatMessage(websiteMessage)],
		['explains a refused token request', respond(200, '[]'), refused, respond(401, '')],
		['succeeds with an empty list', respond(200, '[]')],
		['succeeds with 204 No Content', respond(204, '')],
	])('%s', async (_name, answer, message = '', tokenAnswer = newToken) => {
		const urls = { authUrl: (await serve(tokenAnswer)).url, baseUrl: (await serve(answer)).url };
		const data = { ...watched.credentialData(watched.provision()), ...urls };
		const credential = { name: 'Contacts API', type: 'contactsApi', data };
		const { id } = await n8n.client.createCredential(credential);
		const expected = message ? { status: 'Error', message } : { status: 'OK' };
		expect(await n8n.client.testCredential(id, credential)).toMatchObject(expected);
	});
});

type Change = (workflow: WorkflowInput) => void;

describe('The example workflow', () => {
	let model: ChatModel;
	let contactsApi: Credential;
	const executed = new Set<string>();

	beforeAll(async () => {
		model = autoClose(
			await startChatModel([
				['Find_contacts', () => ({ search: 'CONTACT_1_3', limit: 1, fields: 'id, email' })],
				['Get_page_of_contacts', () => ({ continuation: '' })],
				['Get_page_of_contacts', ([page]) => ({ continuation: page.continuation })],
			]),
		);
		contactsApi = await watched.credentialIn(n8n);
	});

	it('list-contacts returns names and e-mail addresses of one page', async () => {
		const people = jsonOf(await runExample('list-contacts.json'), 'Name and e-mail');
		expect(people).toHaveLength(50);
		const email = expect.stringContaining('@example.com');
		expect(people[0]).toEqual({ name: expect.stringMatching(/^\S+ \S+/), email });
	});

	it('contacts-to-spreadsheet writes a row for each of nested contacts', async () => {
		watched.service.configure({ like: 'HubSpot CRM v3' });
		const execution = await runExample('contacts-to-spreadsheet.json', (workflow) => {
			const reader = { operation: 'fromFile', options: {} };
			workflow.nodes.push(node('Read', 'n8n-nodes-base.spreadsheetFile', 2, reader));
			workflow.connections.Spreadsheet = linkTo('Read');
		});
		watched.service.configure({ like: 'Plain: cursor' });
		const files = outputItems(execution, 'Spreadsheet').map(({ binary }) => binary?.data?.fileName);
		expect(files).toEqual(['contacts.xlsx']);
		expect(jsonOf(execution, 'Read')).toHaveLength(INITIAL_CONTACTS);
		const rows = jsonOf(execution, 'Flatten');
		expect(rows).toHaveLength(INITIAL_CONTACTS);
		expect(rows[0]).toMatchObject({ 'properties.email': expect.stringContaining('@') });
		const values = rows.flatMap((row) => Object.values(row) as unknown[]);
		expect(values.filter((value) => value === '' || typeof value === 'object')).toEqual([]);
	});

	it('contacts-in-batches processes all contacts in batches', async () => {
		const execution = await runExample('contacts-in-batches.json');
		const counts = execution.data.resultData.runData.Batch!.map(
			({ data }) => (data!.main![0]![0]!.json as { emails: string[] }).emails.length,
		);
		expect(counts).toEqual([500, INITIAL_CONTACTS - 500]);
	});

	it('weekly-new-contacts returns contacts that are new since the run before, each once', async () => {
		const client = await watched.provisionWith('org_weekly', 100);
		const credential = await watched.credentialIn(n8n, client);
		const example = await imported('weekly-new-contacts.json', undefined, credential);
		const newOnes = async () =>
			jsonOf(await runWithoutError(n8n.client, example), 'Name and e-mail').length;

		expect(await newOnes()).toBe(100);
		expect(await newOnes()).toBe(0);
		await watched.service.operator.fillContacts({ orgId: 'org_weekly', count: 5 });
		expect(await newOnes()).toBe(5);
	});

	it('any-number-of-contacts processes all contacts, a thousand at a time', async () => {
		const { requests } = watched.service;
		const client = await watched.provisionWith('org_many', MANY);
		const credential = await watched.credentialIn(n8n, client);
		requests.reset();
		const execution = await runExample('any-number-of-contacts.json', undefined, credential);
		expect(jsonOf(execution, 'Done')).toEqual([{ contacts: MANY }]);
		// The first page is read twice, and the pages after it have one contact less.
		expect(requests.contacts.queries.length).toBeLessThanOrEqual(MANY / 1_000 + 4);
	});

	it('contacts-as-agent-tool lets an agent look up contacts', async () => {
		const data = { apiKey: 'unused', url: model.url };
		const openAi = { name: 'OpenAI', type: 'openAiApi', data };
		const { id, name } = await n8n.client.createCredential(openAi);
		const message = { sessionId: '1', action: 'sendMessage', chatInput: 'Who are our contacts?' };
		const execution = await runExample('contacts-as-agent-tool.json', (workflow) => {
			for (const { credentials } of workflow.nodes) {
				if (credentials?.openAiApi) credentials.openAiApi = { id, name };
			}
			workflow.pinData = { 'When chat message received': [{ json: message }] };
		});

		const offered = model.offeredTools.map((tool) => [tool.name, tool.parameters.properties]);
		const [number, string] = [{ type: 'number' }, { type: 'string' }];
		expect(Object.fromEntries(offered)).toMatchObject({
			Find_contacts: { fields: string, limit: number, search: string },
			Get_page_of_contacts: { continuation: string },
		});
		const [found, ...pages] = model.toolResults;
		const note = expect.stringContaining('Stopped at the limit');
		expect(found).toEqual([{ id: 'contact_1_3', email: expect.stringContaining('@') }, { note }]);
		// Each page has as many contacts as Page Size says, although the first one was read again with 49.
		const ids = Array.from({ length: 100 }, (_, index) => `contact_1_${index + 1}`);
		const listed = pages.flatMap(([page]) => page.contacts as Array<{ id: string }>);
		expect(listed.map((contact) => contact.id)).toEqual(ids);
		expect(JSON.stringify(jsonOf(execution, 'AI Agent'))).toContain('contact_1_100');
	});

	it("has nothing that n8n 3.0 removes, as n8n's report says", async () => {
		const path = '/breaking-changes/report/refresh?version=v3';
		type Report = { report: Record<'workflowResults' | 'instanceResults', unknown[]> };
		const { report } = await n8n.client.request<Report>('POST', path);
		expect(report.workflowResults).toEqual([]);
		expect(report.instanceResults).not.toEqual([]);
	});

	it('has a test above', () => {
		expect([...executed].sort()).toEqual(readdirSync(EXAMPLES_FOLDER).sort());
	});

	async function imported(file: string, change: Change = () => {}, credential = contactsApi) {
		executed.add(file);
		return await importWorkflow(n8n.client, join(EXAMPLES_FOLDER, file), credential, (workflow) => {
			change(workflow);
			return workflow;
		});
	}

	async function runExample(...example: Parameters<typeof imported>) {
		return await runWithoutError(n8n.client, await imported(...example));
	}
});

it('leaves no token in the database and the logs', async () => {
	expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
});
