import { randomUUID } from 'node:crypto';

import type { INode } from 'n8n-workflow';

import {
	type Execution,
	type N8nClient,
	outputItems,
	type Workflow,
	type WorkflowInput,
} from '../../../sandbox/n8n/rest-client.ts';

/** A credential as a node refers to it. */
export interface CredentialReference {
	id: string;
	name: string;
}

export function node(
	name: string,
	type: string,
	typeVersion: number,
	parameters: object = {},
	more: Partial<INode> = {},
): INode {
	return {
		id: randomUUID(),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		...more,
	};
}

export const MANUAL_TRIGGER = node('Start', 'n8n-nodes-base.manualTrigger', 1);

/** The Contacts node, named "Contacts". */
export function contacts(
	contactsApi: CredentialReference,
	parameters: object = {},
	more: Partial<INode> = {},
): INode {
	return node(
		'Contacts',
		'n8n-nodes-contacts-api.contacts',
		1,
		{ resource: 'contact', operation: 'list', ...parameters },
		{ credentials: { contactsApi }, ...more },
	);
}

/** A workflow of nodes that are connected in a row. */
export function chain(...nodes: INode[]): WorkflowInput {
	const links = nodes.slice(1).map((next, index) => [nodes[index]!.name, next.name] as const);
	return {
		name: `Test ${randomUUID()}`,
		nodes,
		connections: Object.fromEntries(links.map(([from, to]) => [from, linkTo(to)])),
		// As in workflows from the editor.
		settings: { executionOrder: 'v1' },
	};
}

/** Connections from the outputs of a node to the named nodes, in their order. */
export function linkTo(...outputs: string[]): WorkflowInput['connections'][string] {
	return { main: outputs.map((name) => [{ node: name, type: 'main', index: 0 }]) };
}

/** Runs the workflow from its first node, as a person does in the editor, and waits for its end. */
export async function run(
	client: N8nClient,
	input: WorkflowInput,
): Promise<Execution & { workflow: Workflow }> {
	const workflow = await client.createWorkflow(input);
	return { workflow, ...(await runAgain(client, workflow)) };
}

export async function runAgain(client: N8nClient, { id, nodes }: Workflow): Promise<Execution> {
	const execution = await client.runWorkflow(id, nodes[0]!.name);
	return await client.finishedExecution(execution, AbortSignal.timeout(EXECUTION_DEADLINE_MS));
}

/** Retries within an execution take up to half a minute, on a busy machine twice that. */
const EXECUTION_DEADLINE_MS = 120_000;

/** @returns the JSON of the items that a node has returned */
export function jsonOf(execution: Execution, name: string): object[] {
	return outputItems(execution, name).map(({ json }) => json);
}

/** @returns what a person reads about a failed execution */
export function errorOf({ data }: Execution): { message?: string; description?: string | null } {
	const { message, description } = data.resultData.error ?? {};
	return { message, description };
}
