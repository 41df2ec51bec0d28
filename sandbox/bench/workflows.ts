import { randomUUID } from 'node:crypto';
import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import type { Credential, WorkflowInput } from '../n8n/rest-client.ts';

/** The contenders in n8n. Each lists contacts and makes an item of each. */
export const LISTERS = ['Contacts node', 'HTTP Request + Split Out'] as const;
type Lister = (typeof LISTERS)[number];

/** How the service splits a list into pages; all contenders can read both. */
export type PageStyle = 'cursor' | 'page number';

/** What to list, and how. */
interface ListTask {
	baseUrl: string;
	pageSize: number;
	pageStyle: PageStyle;
	/** This many input items list one page each; by default, one item lists all pages. */
	inputItems?: number | undefined;
}

/** The outcome of one run. */
export interface Listing {
	durationMs: number;
	/** Id of the last contact. */
	lastId: string;
}

/**
 * Makes a workflow that lists contacts when its webhook is called, and responds with a {@link Listing},
 * timed in n8n. n8n does not store the executions, because the nodes are measured, not the database.
 */
export function listWorkflow(
	lister: Lister,
	task: ListTask,
	credential: Omit<Credential, 'type'>,
): WorkflowInput & { path: string } {
	const path = randomUUID();
	const parameters = { path, responseMode: 'lastNode', responseData: 'firstEntryJson' };
	const webhook = { ...node('Webhook', 'n8n-nodes-base.webhook', 2, parameters), webhookId: path };
	const list = lister === 'Contacts node' ? contactsNode(task) : httpRequestAndSplitOut(task);
	list[0]!.credentials = { contactsApi: credential };
	// The start time of the last input item.
	const end = set('End', [
		['durationMs', 'number', "={{ Date.now() - $('Start').last().json.startedAt }}"],
		['lastId', 'string', "={{ $('List').last().json.id }}"],
	]);
	const nodes = [
		webhook,
		...(task.inputItems === undefined ? [] : generateItems(task.inputItems)),
		set('Start', [['startedAt', 'number', '={{ Date.now() }}']]),
		...list,
		{ ...end, executeOnce: true },
	];
	const links = nodes.slice(1).map(({ name }, index) => {
		const main = [[{ node: name, type: 'main' as const, index: 0 }]];
		return [nodes[index]!.name, { main }];
	});
	return {
		name: `${lister} ${path}`,
		path,
		nodes,
		connections: Object.fromEntries(links) as IConnections,
		settings: { saveDataSuccessExecution: 'none' },
	};
}

function contactsNode({ pageSize, inputItems }: ListTask): INode[] {
	const returnAll = inputItems === undefined;
	const parameters = { resource: 'contact', operation: 'list', returnAll, pageSize };
	return [node('List', 'n8n-nodes-contacts-api.contacts', 1, parameters)];
}

function httpRequestAndSplitOut({ baseUrl, pageSize, pageStyle, inputItems }: ListTask): INode[] {
	const request = {
		url: `${baseUrl}/v1/contacts`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'contactsApi',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'pageSize', value: String(pageSize) }] },
		options: inputItems === undefined ? { pagination: { pagination: PAGINATION[pageStyle] } } : {},
	};
	return [
		node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, request),
		split('List', 'contacts'),
	];
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
	const jsonOutput = JSON.stringify({ number: Array.from({ length: count }, (_, index) => index) });
	const numbers = { mode: 'raw', jsonOutput, options: {} };
	return [node('Numbers', 'n8n-nodes-base.set', 3.4, numbers), split('Items', 'number')];
}

function split(name: string, fieldToSplitOut: string): INode {
	return node(name, 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut, options: {} });
}

function set(name: string, fields: Array<[name: string, type: string, value: string]>): INode {
	const assignments = fields.map(([field, type, value]) => {
		return { id: randomUUID(), name: field, value, type };
	});
	return node(name, 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} });
}

function node(name: string, type: string, typeVersion: number, parameters: object): INode {
	const id = randomUUID();
	return { id, name, type, typeVersion, position: [0, 0], parameters: parameters as never };
}
