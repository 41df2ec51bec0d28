import { readFile } from 'node:fs/promises';
import type { INodeExecutionData } from 'n8n-workflow';
import { UserError } from './system/user-error.ts';
import {
	type CredentialInput,
	type Execution,
	N8nApiError,
	type N8nClient,
	outputItems,
	type Owner,
	type Workflow,
	type WorkflowInput,
} from './n8n/rest-client.ts';

/** Type of the Contacts node in n8n: the package's name and the node's. */
const CONTACTS_NODE_TYPE = 'n8n-nodes-contacts-api.contacts';

/**
 * Logs in, as the owner whom the first start has set up.
 *
 * @param loginFile where the login is kept, for the message
 */
export async function logIn(client: N8nClient, owner: Owner, loginFile: string): Promise<void> {
	try {
		await client.logIn(owner);
	} catch (error) {
		if (!(error instanceof N8nApiError) || error.status !== 401) throw error;
		throw new UserError(
			`n8n does not accept the login kept in ${loginFile}.`,
			'Put the right password there if you have changed it, or begin anew with --fresh.',
			{ cause: error },
		);
	}
}

/**
 * Makes the credential, or brings the one of that name and type up to date, and tests it.
 *
 * @returns its id
 * @throws UserError when the test fails
 */
export async function importCredential(
	client: N8nClient,
	credential: CredentialInput,
): Promise<string> {
	const existing = (await client.credentials()).find(
		({ name, type }) => name === credential.name && type === credential.type,
	);
	const { id } = existing
		? await client.updateCredential(existing.id, credential)
		: await client.createCredential(credential);
	const test = await client.testCredential(id, credential);
	if (test.status !== 'OK') {
		throw new UserError(
			`The credential "${credential.name}" does not pass n8n's test: ${test.message}`,
			'Begin anew with --fresh.',
		);
	}
	return id;
}

/**
 * Imports the workflow of a file, with the credential put in. A workflow of the same name is left as
 * it is: it may have been edited.
 */
export async function importWorkflow(
	client: N8nClient,
	file: string,
	credential: { id: string; name: string; type: string },
): Promise<Workflow> {
	const workflow = JSON.parse(await readFile(file, 'utf8')) as WorkflowInput;
	const existing = (await client.workflows()).find(({ name }) => name === workflow.name);
	if (existing) return await client.workflow(existing.id);
	for (const { credentials } of workflow.nodes) {
		if (credentials?.[credential.type]) {
			credentials[credential.type] = { id: credential.id, name: credential.name };
		}
	}
	return await client.createWorkflow(workflow);
}

/** Runs the workflow from its manual trigger and waits for its end. */
export async function runFromManualTrigger(
	client: N8nClient,
	workflow: Workflow,
): Promise<Execution> {
	const trigger = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.manualTrigger');
	if (!trigger) {
		throw new UserError(
			`The workflow "${workflow.name}" has no Manual Trigger to start from.`,
			'Add one in the editor, or delete the workflow to have it imported again.',
		);
	}
	const id = await client.runWorkflow(workflow.id, trigger.name);
	return await client.finishedExecution(id, AbortSignal.timeout(EXECUTION_DEADLINE_MS));
}

/** The example takes well below a second; retries on a busy machine, some more. */
const EXECUTION_DEADLINE_MS = 120_000;

/**
 * @returns what the workflow's Contacts node returned
 * @throws UserError when the execution failed or returned none
 */
export function contactsOf(execution: Execution, workflow: Workflow): INodeExecutionData[] {
	const { error } = execution.data.resultData;
	if (execution.status !== 'success') {
		const reason = [error?.message, error?.description].filter(Boolean).join(' ');
		throw new UserError(
			`Execution ${execution.id} of "${workflow.name}" ended with ${execution.status}: ${reason}`,
			'Open it in the editor to see more.',
		);
	}
	const contacts = workflow.nodes
		.filter(({ type }) => type === CONTACTS_NODE_TYPE)
		.flatMap(({ name }) => outputItems(execution, name));
	if (contacts.length === 0) {
		throw new UserError(
			`Execution ${execution.id} of "${workflow.name}" returned no contacts.`,
			'Look at the workflow in the editor, or begin anew with --fresh.',
		);
	}
	return contacts;
}
