import { randomUUID } from 'node:crypto';

import type { INode } from 'n8n-workflow';

import {
	type Credential,
	type Execution,
	type N8nClient,
	outputItems,
	type Workflow,
	type WorkflowInput,
} from '../../../sandbox/n8n/rest-client.ts';
import { runFromManualTrigger } from '../../../sandbox/seed.ts';

export function node(name: string, type: string, typeVersion: number, rest: object = {}): INode {
	const parameters = rest as INode['parameters'];
	return { id: randomUUID(), position: [0, 0], name, type, typeVersion, parameters };
}

export function linkTo(name: string): WorkflowInput['connections'][string] {
	return { main: [[{ node: name, type: 'main', index: 0 }]] };
}

/** A workflow of a Manual Trigger and the Contacts node, which lists. */
export function contactsWorkflow({ id, name }: Credential, parameters: object): WorkflowInput {
	const list = { resource: 'contact', operation: 'list', ...parameters };
	const contacts = node('Contacts', 'n8n-nodes-contacts-api.contacts', 1, list);
	contacts.credentials = { contactsApi: { id, name } };
	return {
		name: `Test ${randomUUID()}`,
		nodes: [node('Start', 'n8n-nodes-base.manualTrigger', 1), contacts],
		connections: { Start: linkTo('Contacts') },
		// As in workflows from the editor.
		settings: { executionOrder: 'v1' },
	};
}

/** Runs a new or saved workflow as a person does in the editor, and waits for its end. */
export async function run(client: N8nClient, workflow: WorkflowInput | Workflow) {
	const saved = 'id' in workflow ? workflow : await client.createWorkflow(workflow);
	return await runFromManualTrigger(client, saved);
}

/** Runs a workflow that must succeed. */
export async function runWithoutError(...args: Parameters<typeof run>): Promise<Execution> {
	const execution = await run(...args);
	expect(errorOf(execution)).toEqual({});
	return execution;
}

/** @returns the JSON of the items that a node has returned */
export function jsonOf(execution: Execution, name: string): object[] {
	return outputItems(execution, name).map(({ json }) => json);
}

/** @returns what a person reads about a failed execution */
export function errorOf({ data }: Execution): { message?: string; description?: string | null } {
	const { message, description } = data.resultData.error ?? {};
	return { message, description };
}
