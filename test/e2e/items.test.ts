import { errorMessages } from '../../nodes/Contacts/errors';
import { type ChatModel, startChatModel } from './support/chat-model.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
import { closedAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import {
	chain,
	contacts,
	type CredentialReference,
	editFields,
	errorOf,
	items,
	jsonOf,
	linkTo,
	MANUAL_TRIGGER,
	node,
	run,
} from './support/workflows.ts';

describe('The Contacts node between other nodes', () => {
	const started = closedAfterAll();
	let watched: WatchedService;
	let n8n: N8nInstance;
	let credential: CredentialReference;
	let model: ChatModel;

	beforeAll(async () => {
		watched = started(await startWatchedService());
		n8n = started(
			await startN8n({
				name: 'items',
				environment: { NODE_EXTRA_CA_CERTS: watched.service.caFile },
			}),
		);
		credential = await createCredential('contactsApi', {
			...watched.credentialData(watched.provision()),
		});
	});

	it('runs once for each of 5 items, and pairs contacts with them back to the trigger', async () => {
		const sizes = [1, 2, 3, 4, 5];
		watched.service.requests.reset();

		const execution = await run(
			n8n.client,
			chain(
				MANUAL_TRIGGER,
				...items(sizes.map((size) => ({ size, name: `item ${size}` }))),
				contacts(credential, { pageSize: '={{ $json.size }}' }),
				editFields('Result', {
					greeting: '=Dear {{ $json.firstName.toUpperCase() }}, {{ $json.address.city }}',
					item: "={{ $('Items').item.json.name }}",
					trigger: "={{ Object.keys($('Start').item.json).length }}",
				}),
			),
		);

		expect(errorOf(execution)).toEqual({});
		type Contact = { firstName: string; address: { city: string } };
		const listed = jsonOf(execution, 'Contacts') as Contact[];
		const ofItems = sizes.flatMap((size) => Array<string>(size).fill(`item ${size}`));
		expect(jsonOf(execution, 'Result')).toEqual(
			ofItems.map((item, index) => ({
				greeting: `Dear ${listed[index]!.firstName.toUpperCase()}, ${listed[index]!.address.city}`,
				item,
				trigger: '0',
			})),
		);
		expect(watched.service.requests.contacts.queries.map(({ pageSize }) => pageSize)).toEqual(
			sizes.map(String),
		);
	});

	it('sends failed items to the error output and goes on with the others', async () => {
		const execution = await run(
			n8n.client,
			chain(
				MANUAL_TRIGGER,
				...items([{ size: 1 }, { size: 'many' }, { size: 2 }]),
				contacts(credential, { pageSize: '={{ $json.size }}' }, { onError: 'continueErrorOutput' }),
			),
		);

		expect(execution.status).toBe('success');
		const [listed, failed] = execution.data.resultData.runData.Contacts![0]!.data!.main!;
		expect(listed!.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 2 },
			{ item: 2 },
		]);
		const { message, description } = errorMessages.pageSizeInvalid();
		expect(failed!.map(({ json }) => json)).toEqual([
			expect.objectContaining({ error: message, details: { description } }),
		]);
	});

	it('puts out one empty item for no contacts only if told to', async () => {
		const { id, name } = await createCredential('contactsApi', {
			...watched.credentialData(watched.provision({ orgId: 'org_without_contacts' })),
		});
		const listWith = async (alwaysOutputData: boolean) => {
			const list = contacts({ id, name }, {}, { alwaysOutputData });
			return jsonOf(await run(n8n.client, chain(MANUAL_TRIGGER, list)), 'Contacts');
		};

		expect(await listWith(true)).toEqual([{}]);
		expect(await listWith(false)).toEqual([]);
	});

	it('works in Loop Over Items', async () => {
		const workflow = chain(
			MANUAL_TRIGGER,
			...items([{ size: 1 }, { size: 2 }, { size: 3 }]),
			node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} }),
		);
		const list = contacts(credential, { pageSize: '={{ $json.size }}' });
		const done = editFields('Done', { email: '={{ $json.email }}' });
		const execution = await run(n8n.client, {
			...workflow,
			nodes: [...workflow.nodes, list, done],
			connections: {
				...workflow.connections,
				Loop: linkTo('Done', 'Contacts'),
				Contacts: linkTo('Loop'),
			},
		});

		expect(errorOf(execution)).toEqual({});
		expect(execution.data.resultData.runData.Contacts).toHaveLength(3);
		expect(jsonOf(execution, 'Done')).toHaveLength(6);
	});

	it('works in a sub-workflow', async () => {
		const child = await n8n.client.createWorkflow(
			chain(
				node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, {
					inputSource: 'passthrough',
				}),
				contacts(credential, { pageSize: 4 }),
			),
		);
		await n8n.client.activateWorkflow(child);

		const execution = await run(
			n8n.client,
			chain(
				MANUAL_TRIGGER,
				node('Child', 'n8n-nodes-base.executeWorkflow', 1.2, {
					workflowId: { __rl: true, mode: 'id', value: child.id },
					workflowInputs: { mappingMode: 'defineBelow', value: {} },
					options: {},
				}),
			),
		);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Child')).toHaveLength(4);
	});

	it('is a tool of an AI agent, with the description and schema that n8n makes of it', async () => {
		model = started(await startChatModel({ pageSize: 3 }));
		const openAiApi = await createCredential('openAiApi', { apiKey: 'unused', url: model.url });
		const agent = chain(
			node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.1, { options: {} }),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, { options: {} }),
		);
		const message = { sessionId: '1', action: 'sendMessage', chatInput: 'List three contacts.' };
		const execution = await run(n8n.client, {
			...agent,
			pinData: { Chat: [{ json: message }] },
			nodes: [
				...agent.nodes,
				node(
					'Model',
					'@n8n/n8n-nodes-langchain.lmChatOpenAi',
					1.2,
					{ model: { __rl: true, mode: 'id', value: 'stand-in' }, options: {} },
					{ credentials: { openAiApi } },
				),
				node(
					'List contacts',
					'n8n-nodes-contacts-api.contactsTool',
					1,
					{
						resource: 'contact',
						operation: 'list',
						pageSize: "={{ $fromAI('pageSize', 'How many contacts to list', 'number') }}",
					},
					{ credentials: { contactsApi: credential } },
				),
			],
			connections: {
				...agent.connections,
				Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
				'List contacts': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		});

		expect(errorOf(execution)).toEqual({});
		expect(model.offeredTools).toEqual([
			expect.objectContaining({
				name: 'List_contacts',
				description: expect.stringMatching(/list.*contact/i),
				parameters: expect.objectContaining({
					properties: {
						pageSize: { type: 'number', description: 'How many contacts to list' },
					},
				}),
			}),
		]);
		expect(model.toolAnswers).toHaveLength(1);
		expect(model.toolAnswers[0]).toContain('contact_1_3');
		expect(model.toolAnswers[0]).not.toContain('contact_1_4');
		expect(JSON.stringify(jsonOf(execution, 'Agent'))).toContain('contact_1_3');
	});

	it('leaves no token in the database, the logs and the answers', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	async function createCredential(
		type: string,
		data: Record<string, string | string[]>,
	): Promise<CredentialReference> {
		const { id, name } = await n8n.client.createCredential({ name: `A ${type}`, type, data });
		return { id, name };
	}
});
