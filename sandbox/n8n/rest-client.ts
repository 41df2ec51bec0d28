import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parse } from 'flatted';
import type {
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowBase,
} from 'n8n-workflow';
import { UserError } from '../system/user-error.ts';

/** n8n's owner; the password needs 8 characters with a digit and a capital letter. */
export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

export type CredentialInput = Omit<Credential, 'id'> & { data: IDataObject };

/** A workflow as n8n's editor exports it. */
export type WorkflowInput = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;

export interface Workflow extends WorkflowInput {
	id: string;
	versionId: string;
}

export interface Execution {
	id: string;
	status: ExecutionStatus;
	data: IRunExecutionData;
}

/** Client of the REST API of n8n's editor, for one logged-in user. */
export class N8nClient {
	private readonly url: string;
	/** n8n ties a session to the browser that started it. */
	private readonly browserId = randomUUID();
	private cookie = '';

	/** @param url origin of n8n */
	constructor(url: string) {
		this.url = url;
	}

	/** Logs in, or sets the owner up if n8n has none yet. */
	async logIn(owner: Owner): Promise<void> {
		const { userManagement } = await this.request<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('GET', '/settings');
		if (userManagement.showSetupOnFirstLoad) {
			await this.request('POST', '/owner/setup', owner);
		} else {
			const { email, password } = owner;
			await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
		}
	}

	async createCredential(credential: CredentialInput): Promise<Credential> {
		return await this.request('POST', '/credentials', credential);
	}

	/** Tests the credential as its form does. */
	async testCredential(
		id: string,
		credential: CredentialInput,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.request('POST', '/credentials/test', { credentials: { id, ...credential } });
	}

	async createWorkflow(workflow: WorkflowInput): Promise<Workflow> {
		return await this.request('POST', '/workflows', { active: false, settings: {}, ...workflow });
	}

	/** Publishes the workflow. n8n responds before the webhooks are registered. */
	async activateWorkflow({ id, versionId }: Workflow): Promise<void> {
		await this.request('POST', `/workflows/${id}/activate`, { versionId });
	}

	/**
	 * Starts a manual execution.
	 *
	 * @param trigger name of the trigger node to start from
	 * @returns the execution's id
	 */
	async runWorkflow(id: string, trigger: string): Promise<string> {
		const { executionId } = await this.request<{ executionId: string }>(
			'POST',
			`/workflows/${id}/run`,
			{ triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	/**
	 * Waits until an execution has finished.
	 *
	 * @throws the signal's reason if it aborts first
	 */
	async finishedExecution(id: string, signal: AbortSignal): Promise<Execution> {
		for (;;) {
			const { data, ...found }: Omit<Execution, 'data'> & { data: string } = await this.request(
				'GET',
				`/executions/${id}`,
			);
			if (!UNFINISHED.has(found.status)) {
				return { ...found, data: parse(data) as IRunExecutionData };
			}
			await delay(100, undefined, { signal });
		}
	}

	/**
	 * Sends any request of the editor's API.
	 *
	 * @param path below `/rest`
	 * @returns `data` of the response
	 * @throws UserError for an error status
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				'browser-id': this.browserId,
				cookie: this.cookie,
				// n8n closes idle connections, and a busy machine may notice too late.
				connection: 'close',
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
		});
		const cookie = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0]!;
		const text = await response.text();
		if (!response.ok) {
			throw new UserError(
				`n8n responded to ${method} ${path} with ${response.status}: ${text.slice(0, 500)}`,
				"See n8n's log for details. If you changed its login, start over with --fresh.",
			);
		}
		return (JSON.parse(text) as { data: T }).data;
	}
}

/** @returns the items of a node's first output in its last run; none if it did not run */
export function outputItems(execution: Execution, node: string): INodeExecutionData[] {
	return execution.data.resultData.runData[node]?.at(-1)?.data?.main?.[0] ?? [];
}

const UNFINISHED: ReadonlySet<ExecutionStatus> = new Set(['new', 'running', 'waiting', 'unknown']);

/** An execution with 100,000 contacts makes a large response. */
const REQUEST_DEADLINE_MS = 300_000;
