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

/** The person who owns the n8n; n8n wants 8 characters with a digit and a capital letter. */
export interface Owner {
	email: string;
	password: string;
	firstName: string;
	lastName: string;
}

export interface CredentialInput {
	name: string;
	type: string;
	data: IDataObject;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

/** A workflow as n8n's editor exports it. */
export type WorkflowInput = Pick<IWorkflowBase, 'name' | 'nodes' | 'connections'> &
	Partial<Pick<IWorkflowBase, 'settings' | 'pinData'>>;

export interface Workflow extends WorkflowInput {
	id: string;
	versionId: string;
	active: boolean;
	isArchived: boolean;
}

export interface Execution {
	id: string;
	status: ExecutionStatus;
	startedAt: string;
	stoppedAt: string | null;
	data: IRunExecutionData;
}

/** n8n answered a request with an error. */
export class N8nApiError extends UserError {
	readonly status: number;

	constructor(request: string, status: number, message: string) {
		super(`n8n answered ${request} with ${status}: ${message}`, "n8n's log may say more.");
		this.status = status;
	}
}

/** n8n's own REST API, the one that its editor uses, for one logged-in person. */
export class N8nClient {
	private readonly url: string;
	/** n8n ties a session to the browser that it began in. */
	private readonly browserId = randomUUID();
	private cookie = '';

	/** @param url where n8n listens, without a path */
	constructor(url: string) {
		this.url = url;
	}

	/** Makes the person the owner if the n8n has none yet, and logs in. */
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

	async credentials(): Promise<Credential[]> {
		return await this.request('GET', '/credentials');
	}

	async createCredential(credential: CredentialInput): Promise<Credential> {
		return await this.request('POST', '/credentials', credential);
	}

	async updateCredential(id: string, credential: CredentialInput): Promise<Credential> {
		return await this.request('PATCH', `/credentials/${id}`, { id, ...credential });
	}

	/** What the Test button of the credential's form does. */
	async testCredential(
		id: string,
		credential: CredentialInput,
	): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.request('POST', '/credentials/test', { credentials: { id, ...credential } });
	}

	/** All workflows that are not archived, without their nodes. */
	async workflows(): Promise<Array<Pick<Workflow, 'id' | 'name'>>> {
		const filter = encodeURIComponent(JSON.stringify({ isArchived: false }));
		return await this.request('GET', `/workflows?filter=${filter}`);
	}

	async workflow(id: string): Promise<Workflow> {
		return await this.request('GET', `/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowInput): Promise<Workflow> {
		return await this.request('POST', '/workflows', { active: false, settings: {}, ...workflow });
	}

	/** Publishes the workflow as it is. n8n answers before its webhooks are registered. */
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

	async execution(id: string): Promise<Execution> {
		const execution = await this.request<Omit<Execution, 'data'> & { data: string }>(
			'GET',
			`/executions/${id}`,
		);
		return { ...execution, data: parse(execution.data) as IRunExecutionData };
	}

	/** @throws the signal's reason when it aborts before the execution has ended */
	async finishedExecution(id: string, signal: AbortSignal): Promise<Execution> {
		for (;;) {
			const execution = await this.execution(id);
			if (!UNFINISHED.has(execution.status)) return execution;
			await delay(100);
			signal.throwIfAborted();
		}
	}

	/**
	 * Any other request of the editor's API.
	 *
	 * @param path below `/rest`
	 * @returns the answer's `data`
	 * @throws N8nApiError when the answer is an error
	 */
	async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			headers: {
				'browser-id': this.browserId,
				cookie: this.cookie,
				...OWN_CONNECTION,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
		});
		const cookie = response.headers.getSetCookie().find((line) => line.startsWith('n8n-auth='));
		if (cookie) this.cookie = cookie.split(';')[0]!;
		const text = await response.text();
		if (!response.ok) {
			throw new N8nApiError(`${method} ${path}`, response.status, messageIn(text));
		}
		return (JSON.parse(text) as { data: T }).data;
	}
}

/** @returns the items of a node's first output in its last run; none when it did not run */
export function outputItems(execution: Execution, node: string): INodeExecutionData[] {
	return execution.data.resultData.runData[node]?.at(-1)?.data?.main?.[0] ?? [];
}

/**
 * For each request a connection of its own: n8n closes an idle one after some seconds, and a busy
 * machine may send a request on it before it has noticed.
 */
export const OWN_CONNECTION = { connection: 'close' };

const UNFINISHED: ReadonlySet<ExecutionStatus> = new Set(['new', 'running', 'waiting', 'unknown']);

/** The answer with an execution of 100,000 contacts is slow to write. */
const REQUEST_DEADLINE_MS = 60_000;

function messageIn(text: string): string {
	try {
		return (JSON.parse(text) as { message: string }).message;
	} catch {
		return text.slice(0, 200);
	}
}
