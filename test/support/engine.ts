/**
 * Runs the Contacts node in n8n-core's own engine, after a start node with the given items. Expressions,
 * credentials, paired items and the error output work as in n8n.
 */
import 'reflect-metadata';

import { ExecuteContext, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeTypes,
	type IRun,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	NodeConnectionTypes,
	Workflow,
} from 'n8n-workflow';

import { authenticate } from '../../credentials/contactsApi/authenticate';
import { Contacts } from '../../nodes/Contacts/Contacts.node';

export interface ContactsRun {
	credentials: ICredentialDataDecryptedObject;
	/** Parameters that differ from the defaults of the form. */
	parameters?: IDataObject;
	/** One empty item by default. */
	items?: IDataObject[];
	/** Runs the node as AI agents run their tools. */
	asTool?: boolean;
	onError?: INode['onError'];
	alwaysOutputData?: boolean;
	/** Called when the run has started, with a function that cancels it. */
	onStart?: (stop: () => void) => void;
}

type ShownError = Error & { description?: string | null };

const contactsNode = new Contacts();

/** Unlike n8n's own helper, does not resolve expressions in the credential's values. */
const credentialsHelperOf = (
	data: ICredentialDataDecryptedObject,
): Partial<ICredentialsHelper> => ({
	getDecrypted: async () => ({ ...data }),
	getParentTypes: () => [],
	isCredentialUsableByNode: () => true,
	preAuthentication: async () => undefined,
	authenticate: async (credentials, _type, options) =>
		await authenticate(credentials, options as IHttpRequestOptions),
});

/** Any type will do for the start node, whose output is given. */
const nodeTypes: INodeTypes = {
	getByName: () => contactsNode,
	getByNameAndVersion: () => contactsNode,
	getKnownTypes: () => ({}),
};

/** Runs the node once, and returns what n8n would show and store. */
export async function runContacts(options: ContactsRun) {
	const { workflow, input, additionalData } = prepare(options);
	await workflow.expression.acquireIsolate();
	try {
		const execution = new WorkflowExecute(additionalData, 'manual').run({
			workflow,
			startNode: workflow.getNode('Start')!,
			pinData: { Start: input.main[0]! },
		});
		options.onStart?.(() => execution.cancel());
		return result(await execution);
	} finally {
		await workflow.expression.releaseIsolate();
	}
}

/** Creates the context that n8n passes to the node, including its helpers; it cannot be canceled. */
export function createContext(options: ContactsRun) {
	const { workflow, input, additionalData } = prepare(options);
	const node = workflow.getNode('Contacts')!;
	const run = [workflow, node, additionalData, 'manual', createRunExecutionData(), 0] as const;
	return new ExecuteContext(...run, input.main[0]!, input, { node, data: input, source: null }, []);
}

function prepare(options: ContactsRun) {
	const { credentials, parameters = {}, items = [{}], asTool, onError, alwaysOutputData } = options;
	const common = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const contacts = {
		...common,
		id: '2',
		name: 'Contacts',
		type: asTool ? 'contactsTool' : 'contacts',
		parameters: { resource: 'contact', operation: 'list', ...parameters },
		credentials: { contactsApi: { id: '1', name: 'Contacts API' } },
		onError,
		alwaysOutputData,
	};
	const nodes = [{ ...common, id: '1', name: 'Start', type: 'start' }, contacts];
	const link = { node: 'Contacts', type: NodeConnectionTypes.Main, index: 0 };
	const connections = { Start: { main: [[link]] } };
	const workflow = new Workflow({ id: 'test', nodes, connections, active: false, nodeTypes });
	const input = { main: [items.map((json, item) => ({ json, pairedItem: { item } }))] };
	return { workflow, input, additionalData: additionalDataOf(credentials, workflow) };
}

function result(run: IRun) {
	const task = run.data.resultData.runData.Contacts?.at(-1);
	const [items, errorItems = []] = task?.data?.main ?? [];
	return {
		/** The JSON of the items in the main output, and the numbers of the input items that they belong to. */
		contacts: (items ?? []).map((item) => item.json),
		pairs: (items ?? []).map(({ pairedItem }) => (pairedItem as { item: number }).item),
		/** The items in the error output. */
		errorItems,
		/** The error that the user sees when the node failed. */
		error: (task?.error ?? run.data.resultData.error) as ShownError | undefined,
		/** Those that n8n shows above the output. */
		hints: (task?.hints ?? []).flatMap(({ message, location }) =>
			location === 'outputPane' ? message : [],
		),
		/** Everything that n8n would store. */
		run,
	};
}

function additionalDataOf(credentials: ICredentialDataDecryptedObject, workflow: Workflow) {
	const anyUrl = 'http://localhost/';
	return {
		// Of `$execution`: expressions fail if one of them is invalid.
		webhookWaitingBaseUrl: anyUrl,
		formWaitingBaseUrl: anyUrl,
		currentNodeExecutionIndex: 0,
		hooks: new ExecutionLifecycleHooks('manual', '1', workflow as unknown as IWorkflowBase),
		credentialsHelper: credentialsHelperOf(credentials),
	} as unknown as IWorkflowExecuteAdditionalData;
}
