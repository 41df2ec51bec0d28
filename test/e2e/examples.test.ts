import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { importWorkflow } from '../../sandbox/seed.ts';
import { type Credential, outputItems, type WorkflowInput } from '../../sandbox/n8n/rest-client.ts';
import { type ChatModel, startChatModel } from './support/chat-model.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { EXAMPLES_FOLDER } from './support/folders.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { jsonOf, linkTo, node, runWithoutError } from './support/workflows.ts';

/** Number of contacts in a new service. */
const CONTACTS = 2_500;

const MANY = 100_000;

describe('The example workflow', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8n;
	let model: ChatModel;
	let contactsApi: Credential;
	const executed = new Set<string>();

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		model = autoClose(
			await startChatModel([
				{
					tool: 'Find_contacts',
					arguments: () => ({ search: '', limit: 3, fields: 'id, email' }),
				},
				{
					tool: 'Find_contacts',
					arguments: (listed) => {
						const { email } = (JSON.parse(listed) as Array<{ email: string }>)[2]!;
						return { search: email.toUpperCase(), limit: 1, fields: 'id, email' };
					},
				},
				{ tool: 'Get_page_of_contacts', arguments: () => ({ continuation: '' }) },
				{
					tool: 'Get_page_of_contacts',
					arguments: (pages) => {
						const [{ continuation }] = JSON.parse(pages) as [{ continuation: string }];
						return { continuation };
					},
				},
			]),
		);
		n8n = await sharedN8n();
		contactsApi = await watched.credentialIn(n8n);
	});

	it('list-contacts returns names and e-mail addresses of one page', async () => {
		const example = await imported('list-contacts.json');

		const execution = await runWithoutError(n8n.client, example);

		const people = jsonOf(execution, 'Name and e-mail');
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
		const example = await imported('contacts-to-spreadsheet.json', {
			change: (workflow) => {
				workflow.nodes.push(node('Read', 'n8n-nodes-base.spreadsheetFile', 2, reader));
				workflow.connections.Spreadsheet = linkTo('Read');
				workflow.name = name;
			},
		});

		const execution = await runWithoutError(n8n.client, example);

		expect(
			outputItems(execution, 'Spreadsheet').map(({ binary }) => binary?.data?.fileName),
		).toEqual(['contacts.xlsx']);
		const rows = jsonOf(execution, 'Flatten') as Array<Record<string, unknown>>;
		expect(jsonOf(execution, 'Read')).toHaveLength(CONTACTS);
		expect(rows).toHaveLength(CONTACTS);
		expect(rows[0]).toMatchObject({ [column]: expect.stringMatching(/./) });
		const values = rows.flatMap((row) => Object.values(row));
		expect(values.filter((value) => value === '' || typeof value === 'object')).toEqual([]);
	});

	it('contacts-in-batches processes all contacts in batches', async () => {
		const example = await imported('contacts-in-batches.json');

		const execution = await runWithoutError(n8n.client, example);

		const batches = execution.data.resultData.runData.Batch!.map(
			({ data }) => data!.main![0]![0]!.json as { emails: string[] },
		);
		expect(batches.map(({ emails }) => emails.length)).toEqual(Array(CONTACTS / 500).fill(500));
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
		const example = await imported('any-number-of-contacts.json', { credential });
		service.requests.reset();

		const execution = await runWithoutError(n8n.client, example);

		expect(jsonOf(execution, 'Done')).toEqual([{ contacts: MANY }]);
		expect(service.requests.contacts.queries).toHaveLength(MANY / 1_000);
	});

	it('contacts-as-agent-tool lets an agent look up contacts', async () => {
		const openAi = await n8n.client.createCredential({
			name: 'OpenAI',
			type: 'openAiApi',
			data: { apiKey: 'unused', url: model.url },
		});
		const message = { sessionId: '1', action: 'sendMessage', chatInput: 'Who are our contacts?' };
		const example = await imported('contacts-as-agent-tool.json', {
			change: (workflow) => {
				for (const { credentials } of workflow.nodes) {
					if (credentials?.openAiApi) credentials.openAiApi = { id: openAi.id, name: openAi.name };
				}
				workflow.pinData = { 'When chat message received': [{ json: message }] };
			},
		});

		const execution = await runWithoutError(n8n.client, example);

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
		const contact = (number: number) => ({
			id: `contact_1_${number}`,
			email: expect.stringContaining('@'),
		});
		expect(listed).toEqual([contact(1), contact(2), contact(3)]);
		expect(found).toEqual([contact(3)]);
		const ids = (pages as Array<[{ contacts: Array<{ id: string }> }]>).flatMap(([page]) =>
			page.contacts.map(({ id }) => id),
		);
		expect(ids).toEqual(Array.from({ length: 100 }, (_, index) => `contact_1_${index + 1}`));
		expect(JSON.stringify(jsonOf(execution, 'AI Agent'))).toContain('contact_1_100');
	});

	it('has a test above', () => {
		expect([...executed].sort()).toEqual(readdirSync(EXAMPLES_FOLDER).sort());
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	interface Changes {
		credential?: Credential;
		change?: (workflow: WorkflowInput) => void;
	}

	async function imported(file: string, { credential = contactsApi, change }: Changes = {}) {
		executed.add(file);
		const path = join(EXAMPLES_FOLDER, file);
		return await importWorkflow(n8n.client, path, credential, (workflow) => {
			change?.(workflow);
			return workflow;
		});
	}
});
