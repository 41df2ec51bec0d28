import { randomUUID } from 'node:crypto';
import type { IDataObject, INode } from 'n8n-workflow';
import type { Credential, WorkflowInput } from '../n8n/rest-client.ts';
import type { Origins, PageStyle } from './bench-service.ts';

/** A credential as a node refers to it. */
type CredentialReference = Omit<Credential, 'type'>;

/** The contenders in n8n. Each lists contacts and makes an item of each. */
export const LISTERS = ['Contacts node', 'HTTP Request + Split Out'] as const;
export type Lister = (typeof LISTERS)[number];

/** What to list, and how. */
export interface ListTask {
	origins: Origins;
	/** Contacts in the organization. */
	contacts: number;
	pageSize: number;
	pageStyle: PageStyle;
	/** This many input items list one page each; by default, one item lists all pages. */
	inputItems?: number;
}

/** The outcome of one run. */
export interface Listing {
	durationMs: number;
	/** Id of the last contact. */
	lastId: string;
}

/**
 * Creates a workflow that lists contacts when its webhook is called, and responds with a
 * {@link Listing}, timed in n8n. n8n does not store the executions, because the nodes are measured, not
 * the database.
 */
export function listWorkflow(
	lister: Lister,
	task: ListTask,
	credential: CredentialReference,
): WorkflowInput & { path: string } {
	const path = randomUUID();
	const listing =
		lister === 'Contacts node'
			? [contactsNode(task, credential)]
			: httpRequestAndSplitOut(task, credential);
	const nodes = [
		webhook('Webhook', path),
		...(task.inputItems === undefined ? [] : generateItems(task.inputItems)),
		set('Start', [['startedAt', 'number', '={{ Date.now() }}']]),
		...listing,
		{
			...set('End', [
				// The start time of the last input item.
				['durationMs', 'number', "={{ Date.now() - $('Start').last().json.startedAt }}"],
				['lastId', 'string', `={{ $('${listing.at(-1)!.name}').last().json.id }}`],
			]),
			executeOnce: true,
		},
	];
	return {
		name: `${lister} ${path}`,
		path,
		nodes,
		connections: Object.fromEntries(
			nodes
				.slice(1)
				.map(({ name }, index) => [
					nodes[index]!.name,
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
		settings: { saveDataSuccessExecution: 'none' },
	};
}

function contactsNode({ pageSize, inputItems }: ListTask, contactsApi: CredentialReference): INode {
	const returnAll = inputItems === undefined;
	const parameters = { resource: 'contact', operation: 'list', returnAll, pageSize };
	const type = 'n8n-nodes-contacts-api.contacts';
	return { ...node('List', type, 1, parameters), credentials: { contactsApi } };
}

function httpRequestAndSplitOut(
	{ origins, pageSize, pageStyle, inputItems }: ListTask,
	contactsApi: CredentialReference,
): INode[] {
	const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		url: `${origins.baseUrl}/v1/contacts`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'contactsApi',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'pageSize', value: String(pageSize) }] },
		options: inputItems === undefined ? { pagination: { pagination: PAGINATION[pageStyle] } } : {},
	});
	const splitOut = node('List', 'n8n-nodes-base.splitOut', 1, {
		fieldToSplitOut: 'contacts',
		options: {},
	});
	return [{ ...request, credentials: { contactsApi } }, splitOut];
}

/** The option Pagination of HTTP Request: an expression for the next page, and one for the end. */
const PAGINATION: Record<PageStyle, IDataObject> = {
	cursor: updateParameter('cursor', '$response.body.nextCursor', '!$response.body.nextCursor'),
	'page number': updateParameter(
		'page',
		'$pageCount + 1',
		'$response.body.page >= $response.body.totalPages',
	),
};

function updateParameter(name: string, value: string, isComplete: string): IDataObject {
	return {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name, value: `={{ ${value} }}` }] },
		paginationCompleteWhen: 'other',
		completeExpression: `={{ ${isComplete} }}`,
	};
}

function generateItems(count: number): INode[] {
	return [
		node('Numbers', 'n8n-nodes-base.set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ number: Array.from({ length: count }, (_, index) => index) }),
			options: {},
		}),
		node('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'number', options: {} }),
	];
}

function set(name: string, fields: Array<[name: string, type: string, value: string]>): INode {
	const assignments = fields.map(([field, type, value]) => ({
		id: randomUUID(),
		name: field,
		value,
		type,
	}));
	return node(name, 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} });
}

function webhook(name: string, path: string): INode {
	const parameters = { path, responseMode: 'lastNode', responseData: 'firstEntryJson' };
	return { ...node(name, 'n8n-nodes-base.webhook', 2, parameters), webhookId: path };
}

function node(name: string, type: string, typeVersion: number, parameters: IDataObject): INode {
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: parameters as never,
	};
}
