import { formatMessage } from '../../credentials/contactsApi/http/failureMessages';
import { errorMessages } from '../../nodes/Contacts/errors';
import type { Workflow, WorkflowInput } from '../../sandbox/n8n/rest-client.ts';
import { type ChatModel, startChatModel, type ToolCall } from './support/chat-model.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8nInstance, startN8n } from './support/n8n-instance.ts';
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

/** Names of the tools, which n8n derives from the names of the nodes. */
const LIST = 'List_contacts';
const GET_PAGE = 'Get_page_of_contacts';

describe('The Contacts node between other nodes', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8nInstance;
	let credential: CredentialReference;
	let model: ChatModel;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = autoClose(
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
		// Items run side by side: their requests may arrive in any order.
		const requested = watched.service.requests.contacts.queries.map(({ pageSize }) => pageSize);
		expect(requested.sort()).toEqual(sizes.map(String));
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

	it('returns one empty item for an empty list only with Always Output Data', async () => {
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

	it.each(['cursor', 'nextLink', 'pageNumber'] as const)(
		'sends query parameters with every page by %s',
		async (pageStyle) => {
			watched.service.configure({ pageStyle });
			watched.service.requests.reset();
			const parameters = [
				{ name: 'tag', value: 'a' },
				{ name: 'tag', value: '={{ $json.tag }}' },
				{ name: 'since', value: "={{ DateTime.fromISO('2026-01-31', { zone: 'utc' }) }}" },
				{ name: 'until', value: '={{ undefined }}' },
			];

			const execution = await run(
				n8n.client,
				chain(
					MANUAL_TRIGGER,
					editFields('Tag', { tag: 'b' }),
					contacts(credential, {
						pageSize: 1_000,
						returnAll: true,
						options: { queryParameters: { parameters } },
					}),
				),
			);
			watched.service.configure({ pageStyle: 'cursor' });

			expect(errorOf(execution)).toEqual({});
			expect(jsonOf(execution, 'Contacts')).toHaveLength(2_500);
			const sent = { pageSize: '1000', tag: ['a', 'b'], since: '2026-01-31T00:00:00.000Z' };
			const { queries } = watched.service.requests.contacts;
			expect(queries).toEqual(Array(3).fill(expect.objectContaining(sent)));
			expect(queries.some((query) => 'until' in query)).toBe(false);
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

	describe('as a tool of an AI agent', () => {
		let agent: Workflow;

		beforeAll(async () => {
			model = autoClose(await startChatModel());
			agent = await n8n.client.createWorkflow(await agentWithTools());
		});

		it('describes the parameters that the model fills in, and requires those without a default', async () => {
			await converse([]);

			expect(model.offeredTools).toHaveLength(2);
			expect(offered(LIST)).toMatchObject({
				description: 'List contacts in Contacts',
				parameters: {
					properties: {
						returnAll: { type: 'boolean', description: 'Whether to list all contacts' },
						pageSize: { type: 'number', default: 50 },
						fields: { type: 'string', default: '' },
						limit: { type: 'string', default: '' },
						search: { type: 'string', default: '' },
					},
					required: ['returnAll'],
				},
			});
			expect(offered(GET_PAGE)).toMatchObject({
				description: 'Get page of contacts in Contacts',
				parameters: {
					properties: { continuation: { type: 'string', default: '' }, fields: {} },
					required: ['fields'],
				},
			});
		});

		it('lists a page, and says that there are more contacts', async () => {
			const [answer] = await converse([
				{ tool: LIST, arguments: { returnAll: false, pageSize: 3 } },
			]);

			const contactsOfPage = answer!.slice(0, -1);
			expect(contactsOfPage).toHaveLength(3);
			expect(Object.keys(contactsOfPage[0]!)).toHaveLength(11);
			expect(answer!.at(-1)).toEqual({
				note: expect.stringContaining('The service has more contacts than these.'),
			});
		});

		it('sends the value that the model gives to a query parameter', async () => {
			watched.service.requests.reset();
			await converse([{ tool: LIST, arguments: { returnAll: false, search: 'Ada' } }]);

			expect(watched.service.requests.contacts.queries).toEqual([
				{ pageSize: '50', search: 'Ada' },
			]);
		});

		it('lists all contacts with the fields that the model names', async () => {
			const [all] = await converse([
				{ tool: LIST, arguments: { returnAll: true, pageSize: 500, fields: 'id, address.city' } },
			]);

			expect(all).toHaveLength(2_500);
			expect(all!.at(-1)).toEqual({
				id: 'contact_1_2500',
				address: { city: expect.any(String) },
			});
		});

		it('reads field names in JSON, and lists those to choose from if no contact has them', async () => {
			const [some, error] = await converse([
				{ tool: LIST, arguments: { returnAll: false, limit: 1, fields: '["id","lastName"]' } },
				{ tool: LIST, arguments: { returnAll: false, limit: 1, fields: 'surname' } },
			]);

			expect(some!.map((contact) => Object.keys(contact))).toEqual([['id', 'lastName']]);
			expect(error).toEqual([
				{ error: expect.stringMatching(/surname.*\bid, firstName, lastName/) },
			]);
		});

		it.each([7, '7'])('limits the list to the number from the model: %j', async (limit) => {
			const [some] = await converse([
				{ tool: LIST, arguments: { returnAll: false, pageSize: 3, fields: 'id', limit } },
			]);

			expect(some).toEqual(contactsFrom(1, 7));
		});

		it('gets the next page when the model passes the continuation on', async () => {
			const pages = (await converse([
				{ tool: GET_PAGE, arguments: { fields: ['id'] } },
				{
					tool: GET_PAGE,
					arguments: (answer: string) => {
						const [{ continuation }] = JSON.parse(answer) as [{ continuation: string }];
						return { continuation, fields: ['id'] };
					},
				},
			])) as Array<[{ contacts: object[] }]>;

			expect(pages.map(([page]) => page.contacts)).toEqual([
				contactsFrom(1, 4),
				contactsFrom(5, 8),
			]);
		});

		it('tells the model that a continuation is invalid, and what to do', async () => {
			const [answer] = await converse([
				{ tool: GET_PAGE, arguments: { continuation: 'made-up', fields: ['id'] } },
			]);

			expect(answer).toEqual([{ error: formatMessage(errorMessages.continuationInvalid()) }]);
		});

		/** @returns the results of the tool calls, in their order */
		async function converse(script: ToolCall[]): Promise<object[][]> {
			model.script = script;
			const execution = await runAgain(n8n.client, agent);
			expect(errorOf(execution)).toEqual({});
			expect(model.toolResults).toHaveLength(script.length);
			return model.toolResults.map((answer) => JSON.parse(answer) as object[]);
		}

		function offered(tool: string) {
			return model.offeredTools.find(({ name }) => name === tool);
		}

		function contactsFrom(first: number, last: number): object[] {
			return Array.from({ length: last - first + 1 }, (_, index) => ({
				id: `contact_1_${first + index}`,
			}));
		}
	});

	it('leaves no token in the database, the logs and the API responses', async () => {
		expect(await tokensLeftIn(n8n, watched.secrets)).toEqual([]);
	});

	/** An agent with List and Get Page, whose parameters the model fills in. */
	async function agentWithTools(): Promise<WorkflowInput> {
		const openAiApi = await createCredential('openAiApi', { apiKey: 'unused', url: model.url });
		const agent = chain(
			node('Chat', '@n8n/n8n-nodes-langchain.chatTrigger', 1.1, { options: {} }),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, { options: {} }),
		);
		const message = { sessionId: '1', action: 'sendMessage', chatInput: 'Who are our contacts?' };
		const tool = (name: string, parameters: object) =>
			node(
				name,
				'n8n-nodes-contacts-api.contactsTool',
				1,
				{ resource: 'contact', ...parameters },
				{ credentials: { contactsApi: credential } },
			);
		const fromAi = (...values: string[]) => `={{ $fromAI('${values.join("', '")}') }}`;
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
				tool('List contacts', {
					operation: 'list',
					returnAll: fromAi('returnAll', 'Whether to list all contacts', 'boolean'),
					pageSize: fromAi('pageSize', 'Contacts per page', 'number', '50'),
					options: {
						fields: fromAi('fields', 'Names of fields', 'string', ''),
						limit: fromAi('limit', 'Most contacts to list', 'string', ''),
						queryParameters: {
							parameters: [
								{ name: 'search', value: fromAi('search', 'Text to search for', 'string', '') },
							],
						},
					},
				}),
				tool('Get page of contacts', {
					operation: 'getPage',
					pageSize: 4,
					continuation: fromAi('continuation', 'Of the page before', 'string', ''),
					options: { fields: fromAi('fields', 'Names of fields', 'json') },
				}),
			],
			connections: {
				...agent.connections,
				Model: { ai_languageModel: [[{ node: 'Agent', type: 'ai_languageModel', index: 0 }]] },
				'List contacts': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
				'Get page of contacts': { ai_tool: [[{ node: 'Agent', type: 'ai_tool', index: 0 }]] },
			},
		};
	}

	async function createCredential(
		type: string,
		data: Record<string, string | string[]>,
	): Promise<CredentialReference> {
		const { id, name } = await n8n.client.createCredential({ name: `A ${type}`, type, data });
		return { id, name };
	}
});
