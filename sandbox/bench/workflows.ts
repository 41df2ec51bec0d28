import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import type { WorkflowInput } from '../n8n/rest-client.ts';

/** The credential as n8n knows it. */
export interface CredentialReference {
	id: string;
	name: string;
}

/** What is compared: each lists all contacts and makes one item of each. */
export const LISTERS = ['Contacts node', 'HTTP Request + Split Out'] as const;
export type Lister = (typeof LISTERS)[number];

/** What a workflow answers: n8n's own clock around the nodes, in ms, and the last contact. */
export interface Run {
	startedAt: number;
	endedAt: number;
	last: { id: string };
}

/**
 * A workflow that lists all contacts when its webhook is called, and answers with a `Run`. n8n does
 * not store its executions: what is measured is the nodes, not the database.
 */
export function listWorkflow(
	lister: Lister,
	baseUrl: string,
	pageSize: number,
	credential: CredentialReference,
): WorkflowInput & { path: string } {
	const path = randomUUID();
	const listing =
		lister === 'Contacts node'
			? contactsNode(pageSize, credential)
			: httpRequestAndSplitOut(baseUrl, pageSize, credential);
	const nodes = [
		node('Webhook', 'n8n-nodes-base.webhook', 2, {
			path,
			responseMode: 'lastNode',
			responseData: 'firstEntryJson',
		}),
		set('Start', { startedAt: '={{ Date.now() }}' }),
		...listing,
		{
			...set('End', {
				endedAt: '={{ Date.now() }}',
				startedAt: "={{ $('Start').first().json.startedAt }}",
				last: `={{ $('${listing.at(-1)!.name}').last().json }}`,
			}),
			executeOnce: true,
		},
	];
	return {
		name: `${lister}, ${pageSize} ${path}`,
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
		settings: { saveDataSuccessExecution: 'none', saveDataErrorExecution: 'all' },
	};
}

function contactsNode(pageSize: number, contactsApi: CredentialReference) {
	const parameters = { resource: 'contact', operation: 'list', returnAll: true, pageSize };
	const type = 'n8n-nodes-contacts-api.contacts';
	return [{ ...node('List', type, 1, parameters), credentials: { contactsApi } }];
}

function httpRequestAndSplitOut(
	baseUrl: string,
	pageSize: number,
	contactsApi: CredentialReference,
) {
	const request = node('HTTP Request', 'n8n-nodes-base.httpRequest', 4.2, {
		url: `${baseUrl}/v1/contacts`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'contactsApi',
		sendQuery: true,
		queryParameters: { parameters: [{ name: 'pageSize', value: String(pageSize) }] },
		options: {
			pagination: {
				pagination: {
					paginationMode: 'responseContainsNextURL',
					nextURL: '={{ $response.body.next }}',
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.next }}',
				},
			},
		},
	});
	const splitOut = node('List', 'n8n-nodes-base.splitOut', 1, {
		fieldToSplitOut: 'contacts',
		options: {},
	});
	return [{ ...request, credentials: { contactsApi } }, splitOut];
}

function set(name: string, fields: Record<string, string>) {
	const assignments = Object.entries(fields).map(([field, value]) => ({
		id: randomUUID(),
		name: field,
		value,
		type: field === 'last' ? 'object' : 'number',
	}));
	return node(name, 'n8n-nodes-base.set', 3.4, { assignments: { assignments }, options: {} });
}

function node(name: string, type: string, typeVersion: number, parameters: IDataObject) {
	const id = randomUUID();
	const webhook = type.endsWith('.webhook') ? { webhookId: id } : {};
	return {
		id,
		name,
		type,
		typeVersion,
		position: [0, 0] as [number, number],
		parameters: parameters as never,
		...webhook,
	};
}
