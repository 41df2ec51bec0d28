import { readFile } from 'node:fs/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import { UserError } from './system/user-error.ts';
import {
	type Credential,
	type CredentialInput,
	type Execution,
	type N8nClient,
	outputItems,
	type Workflow,
	type WorkflowInput,
} from './n8n/rest-client.ts';

/** Node type in n8n: name of the package and of the node. */
const CONTACTS_NODE_TYPE = 'n8n-nodes-contacts-api.contacts';

/**
 * Creates the credential, or updates the one with the same name and type, and tests it.
 *
 * @returns its id
 * @throws UserError if the test fails
 */
export async function importCredential(
	client: N8nClient,
	credential: CredentialInput,
): Promise<string> {
	const credentials = await client.request<Credential[]>('GET', '/credentials');
	const existing = credentials.find(
		({ name, type }) => name === credential.name && type === credential.type,
	);
	const { id } = existing ?? (await client.createCredential(credential));
	if (existing) await client.request('PATCH', `/credentials/${id}`, { id, ...credential });
	const test = await client.testCredential(id, credential);
	if (test.status !== 'OK') {
		throw new UserError(
			`The test of the credential "${credential.name}" failed: ${test.message}`,
			'Start over with --fresh.',
		);
	}
	return id;
}

/**
 * Imports a workflow from a file and sets the credential in its nodes. An existing workflow of the
 * same name is not changed: it may have been edited.
 *
 * @param adapt changes the workflow before it is imported
 */
export async function importWorkflow(
	client: N8nClient,
	file: string,
	credential: { id: string; name: string; type: string },
	adapt: (workflow: WorkflowInput) => WorkflowInput = (workflow) => workflow,
): Promise<Workflow> {
	const workflow = adapt(JSON.parse(await readFile(file, 'utf8')) as WorkflowInput);
	const filter = encodeURIComponent(JSON.stringify({ isArchived: false }));
	const workflows = await client.request<Workflow[]>('GET', `/workflows?filter=${filter}`);
	const existing = workflows.find(({ name }) => name === workflow.name);
	if (existing) return await client.request('GET', `/workflows/${existing.id}`);
	for (const { credentials } of workflow.nodes) {
		if (credentials?.[credential.type]) {
			credentials[credential.type] = { id: credential.id, name: credential.name };
		}
	}
	return await client.createWorkflow(workflow);
}

/** Runs the workflow from its Manual Trigger and waits until it has finished. */
export async function runFromManualTrigger(
	client: N8nClient,
	workflow: Workflow,
): Promise<Execution> {
	const trigger = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
	// An edited workflow may start otherwise: then n8n says so.
	const id = await client.runWorkflow(workflow.id, (trigger ?? workflow.nodes[0]!).name);
	return await client.finishedExecution(id, AbortSignal.timeout(EXECUTION_DEADLINE_MS));
}

/** The example takes less than a second; this is for one that hangs, not for slow machines. */
const EXECUTION_DEADLINE_MS = 600_000;

/**
 * @returns the items that the workflow's Contacts node returned
 * @throws UserError if the execution failed or returned no contacts
 */
export function contactsOf(execution: Execution, workflow: Workflow): INodeExecutionData[] {
	const contacts = workflow.nodes
		.filter(({ type }) => type === CONTACTS_NODE_TYPE)
		.flatMap(({ name }) => outputItems(execution, name));
	if (execution.status === 'success' && contacts.length > 0) return contacts;
	const { message, description } = execution.data.resultData.error ?? {};
	const reason = [message, description].filter(Boolean).join('. ') || 'no contacts';
	throw new UserError(
		`Execution ${execution.id} of "${workflow.name}" ended with ${execution.status}: ${reason}`,
		'Open it in the editor for details, or start over with --fresh.',
	);
}
