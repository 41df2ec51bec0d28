import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { importWorkflow } from '../../sandbox/seed.ts';
import { type Credential, outputItems, type WorkflowInput } from '../../sandbox/n8n/rest-client.ts';
import { type ChatModel, startChatModel } from './support/chat-model.ts';
import { watchedService } from './support/contacts-service.ts';
import { EXAMPLES_FOLDER } from './support/folders.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { jsonOf, linkTo, node, runWithoutError } from './support/workflows.ts';

/** Number of contacts in a new service. */
const CONTACTS = 2_500;

const MANY = 100_000;

type Change = (workflow: WorkflowInput) => void;

interface Page {
	contacts: Array<{ id: string }>;
	continuation: string;
}

describe('The example workflow', () => {
	const autoClose = closeAfterAll();
	const watched = watchedService();
	let n8n: N8n;
	let model: ChatModel;
	let contactsApi: Credential;
	const executed = new Set<string>();

	beforeAll(async () => {
		model = autoClose(
			await startChatModel([
				['Find_contacts', () => ({ search: '', limit: 3, fields: 'id, email' })],
				[
					'Find_contacts',
					(listed) => {
						const search = (JSON.parse(listed) as Array<{ email: string }>)[2]!.email.toUpperCase();
						return { search, limit: 1, fields: 'id, email' };
					},
				],
				['Get_page_of_contacts', () => ({ continuation: '' })],
				[
					'Get_page_of_contacts',
					(pages) => ({ continuation: (JSON.parse(pages) as Page[])[0]!.continuation }),
				],
			]),
		);
		n8n = await sharedN8n();
		contactsApi = await watched.credentialIn(n8n);
	});

	it('list-contacts returns names and e-mail addresses of one page', async () => {
		const people = jsonOf(await runExample('list-contacts.json'), 'Name and e-mail');
		expect(people).toHaveLength(50);
		expect(people[0]).toEqual({
			name: expect.stringMatching(/^\S+ \S+/),
			email: expect.stringContaining('@example.com'),
		});
	});

	it.each([
		['nested contacts', 'HubSpot CRM v3', 'properties.email'],
		['flat contacts', 'Plain: cursor', 'address.city'],
	])('contacts-to-spreadsheet writes a row for each of %s', async (name, like, column) => {
		watched.service.configure({ like });
		const reader = { operation: 'fromFile', options: {} };
		const execution = await runExample('contacts-to-spreadsheet.json', (workflow) => {
			workflow.nodes.push(node('Read', 'n8n-nodes-base.spreadsheetFile', 2, reader));
			workflow.connections.Spreadsheet = linkTo('Read');
			workflow.name = name;
		});
		const files = outputItems(execution, 'Spreadsheet').map(({ binary }) => binary?.data?.fileName);
		expect(files).toEqual(['contacts.xlsx']);
		expect(jsonOf(execution, 'Read')).toHaveLength(CONTACTS);
		const rows = jsonOf(execution, 'Flatten') as Array<Record<string, unknown>>;
		expect(rows).toHaveLength(CONTACTS);
		expect(rows[0]).toMatchObject({ [column]: expect.stringMatching(/./) });
		const values = rows.flatMap((row) => Object.values(row));
		expect(values.filter((value) => value === '' || typeof value === 'object')).toEqual([]);
	});

	it('contacts-in-batches processes all contacts in batches', async () => {
		const execution = await runExample('contacts-in-batches.json');
		const batches = execution.data.resultData.runData.Batch!.map(
			({ data }) => data!.main![0]![0]!.json as { emails: string[] },
		);
		const counts = batches.map(({ emails }) => emails.length);
		expect(counts[0]).toBe(500);
		expect(Math.max(...counts)).toBe(500);
		expect(batches.flatMap(({ emails }) => emails)).toHaveLength(CONTACTS);
	});

	it('weekly-new-contacts returns contacts that are new since the run before, each once', async () => {
		const example = await imported('weekly-new-contacts.json');
		const newOnes = async () =>
			jsonOf(await runWithoutError(n8n.client, example), 'Name and e-mail').length;

		expect(await newOnes()).toBe(CONTACTS);
		expect(await newOnes()).toBe(0);
		await watched.service.operator.fillContacts({ orgId: 'org_demo', count: 5, seed: 99 });
		expect(await newOnes()).toBe(5);
		expect(await newOnes()).toBe(0);
	});

	it('any-number-of-contacts processes 100,000 contacts, a thousand at a time', async () => {
		const { service } = watched;
		const orgId = 'org_of_many';
		const credential = await watched.credentialIn(n8n, watched.provision({ orgId }));
		await service.operator.fillContacts({ orgId, count: MANY });
		service.requests.reset();
		const execution = await runExample('any-number-of-contacts.json', undefined, credential);
		expect(jsonOf(execution, 'Done')).toEqual([{ contacts: MANY }]);
		// The first page is read twice, and the pages after it have one contact less.
		expect(service.requests.contacts.queries.length).toBeLessThanOrEqual(MANY / 1_000 + 4);
	});

	it('contacts-as-agent-tool lets an agent look up contacts', async () => {
		const openAi = await n8n.client.createCredential({
			name: 'OpenAI',
			type: 'openAiApi',
			data: { apiKey: 'unused', url: model.url },
		});
		const message = { sessionId: '1', action: 'sendMessage', chatInput: 'Who are our contacts?' };
		const execution = await runExample('contacts-as-agent-tool.json', (workflow) => {
			for (const { credentials } of workflow.nodes) {
				if (credentials?.openAiApi) credentials.openAiApi = { id: openAi.id, name: openAi.name };
			}
			workflow.pinData = { 'When chat message received': [{ json: message }] };
		});

		const offered = model.offeredTools.map(({ name, parameters }) => [name, parameters.properties]);
		expect(Object.fromEntries(offered)).toMatchObject({
			Find_contacts: {
				fields: { type: 'string' },
				limit: { type: 'number' },
				search: { type: 'string' },
			},
			Get_page_of_contacts: { continuation: { type: 'string' } },
		});
		expect(model.toolResults).toHaveLength(4);
		const [listed, found, ...pages] = model.toolResults.map(
			(answer) => JSON.parse(answer) as object[],
		);
		const contact = (n: number) => ({ id: `contact_1_${n}`, email: expect.stringContaining('@') });
		const note = expect.stringContaining('Stopped at the limit') as string;
		expect(listed).toEqual([contact(1), contact(2), contact(3), { note }]);
		expect(found).toEqual([contact(3), { note }]);
		const contacts = (pages as Page[][]).flatMap(([page]) => page!.contacts);
		// The first page is read again with 49 contacts: the second one has 49 as well, and repeats one.
		const ids = Array.from({ length: 98 }, (_, index) => `contact_1_${index + 1}`);
		expect(contacts.map(({ id }) => id)).toEqual(ids);
		expect(JSON.stringify(jsonOf(execution, 'AI Agent'))).toContain('contact_1_98');
	});

	it('has a test above', () => {
		expect([...executed].sort()).toEqual(readdirSync(EXAMPLES_FOLDER).sort());
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function imported(file: string, change?: Change, credential = contactsApi) {
		executed.add(file);
		return await importWorkflow(n8n.client, join(EXAMPLES_FOLDER, file), credential, (workflow) => {
			change?.(workflow);
			return workflow;
		});
	}

	async function runExample(...example: Parameters<typeof imported>) {
		return await runWithoutError(n8n.client, await imported(...example));
	}
});
