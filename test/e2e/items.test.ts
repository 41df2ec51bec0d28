import type { Workflow, WorkflowInput } from '../../sandbox/n8n/rest-client.ts';
import { type ChatModel, startChatModel, type ToolCall } from './support/chat-model.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
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
	runAgain,
} from './support/workflows.ts';

describe('The Contacts node between other nodes', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8n;
	let credential: CredentialReference;
	const requestedQueries = () => watched.service.requests.contacts.queries;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = await sharedN8n();
		credential = await watched.credentialIn(n8n);
	});
	beforeEach(() => watched.service.requests.reset());

	it('runs once for each of 5 items, and pairs contacts with them back to the trigger', async () => {
		const sizes = [1, 2, 3, 4, 5];

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
		// Items run side by side: their requests may arrive in any order.
		expect(
			requestedQueries()
				.map(({ pageSize }) => pageSize)
				.sort(),
		).toEqual(sizes.map(String));
	});

	it.each(['cursor', 'nextLink', 'pageNumber'] as const)(
		'sends query parameters with every page by %s',
		async (pageStyle) => {
			watched.service.configure({ pageStyle });
			const parameters = [
				{ name: 'tag', value: 'a' },
				{ name: 'tag', value: '={{ $json.tag }}' },
				{ name: 'since', value: "={{ DateTime.fromISO('2026-01-31', { zone: 'utc' }) }}" },
				{ name: 'until', value: '={{ undefined }}' },
			];
			const options = { queryParameters: { parameters } };

			const execution = await run(
				n8n.client,
				chain(
					MANUAL_TRIGGER,
					editFields('Tag', { tag: 'b' }),
					contacts(credential, { pageSize: 1_000, returnAll: true, options }),
				),
			);
			watched.service.configure({ pageStyle: 'cursor' });

			expect(errorOf(execution)).toEqual({});
			expect(jsonOf(execution, 'Contacts')).toHaveLength(2_500);
			const sent = { pageSize: '1000', tag: ['a', 'b'], since: '2026-01-31T00:00:00.000Z' };
			expect(requestedQueries()).toEqual(Array(3).fill(expect.objectContaining(sent)));
			expect(requestedQueries().some((query) => 'until' in query)).toBe(false);
		},
	);

	it('works in Loop Over Items', async () => {
		const workflow = chain(
			MANUAL_TRIGGER,
			...items([{ size: 1 }, { size: 2 }, { size: 3 }]),
			node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} }),
		);
		const list = contacts(credential, { pageSize: '={{ $json.size }}' });
		const done = editFields('Done', { email: '={{ $json.email }}' });
		const links = { Loop: linkTo('Done', 'Contacts'), Contacts: linkTo('Loop') };
		const execution = await run(n8n.client, {
			...workflow,
			nodes: [...workflow.nodes, list, done],
			connections: { ...workflow.connections, ...links },
		});

		expect(errorOf(execution)).toEqual({});
		expect(execution.data.resultData.runData.Contacts).toHaveLength(3);
		expect(jsonOf(execution, 'Done')).toHaveLength(6);
	});

	it('works in a sub-workflow', async () => {
		const trigger = { inputSource: 'passthrough' };
		const child = await n8n.client.createWorkflow(
			chain(
				node('Start', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, trigger),
				contacts(credential, { pageSize: 4 }),
			),
		);
		await n8n.client.activateWorkflow(child);

		const call = node('Child', 'n8n-nodes-base.executeWorkflow', 1.2, {
			workflowId: { __rl: true, mode: 'id', value: child.id },
			workflowInputs: { mappingMode: 'defineBelow', value: {} },
			options: {},
		});
		const execution = await run(n8n.client, chain(MANUAL_TRIGGER, call));

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Child')).toHaveLength(4);
	});

	describe('as a tool of an AI agent', () => {
		let model: ChatModel;
		let agent: Workflow;

		beforeAll(async () => {
			model = autoClose(await startChatModel());
			agent = await n8n.client.createWorkflow(await agentWithTool());
		});

		it('describes the parameters that the model fills in, and requires those without a default', async () => {
			await converse([]);

			expect(model.offeredTools).toMatchObject([
				{
					description: 'List contacts in Contacts',
					parameters: {
						properties: {
							returnAll: { type: 'boolean', description: 'Whether to list all contacts' },
							pageSize: { type: 'number', default: 50 },
							fields: { type: 'string', default: '' },
							search: { type: 'string', default: '' },
						},
						required: ['returnAll'],
					},
				},
			]);
		});

		it('lists a page with the given query and fields, and says that there are more contacts', async () => {
			const [answer] = await converse([
				{ arguments: { returnAll: false, pageSize: 3, fields: 'id', search: 'Ada' } },
			]);

			const ids = [1, 2, 3].map((number) => ({ id: `contact_1_${number}` }));
			const note = expect.stringContaining('The service has more contacts than these.');
			expect(answer).toEqual([...ids, { note }]);
			expect(requestedQueries()).toEqual([{ pageSize: '3', search: 'Ada' }]);
		});

		/** @returns the results of the tool calls, in their order */
		async function converse(script: ToolCall[]): Promise<object[][]> {
			model.script = script;
			const execution = await runAgain(n8n.client, agent);
			expect(errorOf(execution)).toEqual({});
			expect(model.toolResults).toHaveLength(script.length);
			return model.toolResults.map((answer) => JSON.parse(answer) as object[]);
		}

		/** An agent with List, whose parameters the model fills in. */
		async function agentWithTool(): Promise<WorkflowInput> {
			const openAiApi = await n8n.client.createCredential({
				name: 'OpenAI',
				type: 'openAiApi',
				data: { apiKey: 'unused', url: model.url },
			});
			const agent = chain(
				node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.1, { options: {} }),
				node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, { options: {} }),
			);
			const message = { sessionId: '1', action: 'sendMessage', chatInput: 'Who are our contacts?' };
			const linkToAgent = (type: 'ai_tool' | 'ai_languageModel') => ({
				[type]: [[{ node: 'Agent', type, index: 0 }]],
			});
			const fromAi = (...values: string[]) => `={{ $fromAI('${values.join("', '")}') }}`;
			const search = fromAi('search', 'Text to search for', 'string', '');
			const list = contacts(credential, {
				returnAll: fromAi('returnAll', 'Whether to list all contacts', 'boolean'),
				pageSize: fromAi('pageSize', 'Contacts per page', 'number', '50'),
				options: {
					fields: fromAi('fields', 'Names of fields', 'string', ''),
					queryParameters: { parameters: [{ name: 'search', value: search }] },
				},
			});
			return {
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
					{ ...list, name: 'List contacts', type: 'n8n-nodes-contacts-api.contactsTool' },
				],
				connections: {
					...agent.connections,
					Model: linkToAgent('ai_languageModel'),
					'List contacts': linkToAgent('ai_tool'),
				},
			};
		}
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});
});
