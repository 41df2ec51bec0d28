/** What `npm start` shows. */
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { findService } from './corpus/corpus.ts';
import type { Owner, WorkflowInput } from './n8n/rest-client.ts';
import type { ContactsService, ProvisionedClient } from './service/index.ts';
import type { StartOptions } from './start-options.ts';

/** What fits into a terminal. */
const SHOWN = { contacts: 10, fields: 4, characters: 30 };

interface Demo {
	workflowUrl: string;
	owner: Owner;
	service: ContactsService;
	/** For a credential that the person creates. */
	client: ProvisionedClient;
	options: StartOptions;
	/** Folder of the data. */
	data: string;
	/** Folder of n8n. */
	installation: string;
}

export function describeDemo(demo: Demo): string {
	const { owner, service, client, options } = demo;
	return [
		'',
		`The workflow:     ${demo.workflowUrl}`,
		`  log in with     ${owner.email}`,
		`  password        ${owner.password}`,
		'',
		'To create a credential yourself:',
		`  Auth URL        ${service.authUrl}`,
		`  Base URL        ${service.baseUrl}`,
		`  Client ID       ${client.clientId}`,
		`  Refresh Token   ${client.refreshToken}`,
		`  Organization ID ${client.orgId}`,
		'',
		...(options.like ? [`Lists are like    ${options.like}`] : []),
		`Data and logs:    ${demo.data}`,
		`n8n (2.2 GB):     ${demo.installation}`,
		'More workflows:   examples/; import one with "Import from file" in the menu of a workflow',
		...(options.watch ? ['Edits:            save a file, then reload the editor'] : []),
		'',
		'Press Ctrl-C to stop.',
	].join('\n');
}

/** @returns the first fields of the first contacts, each as a short text */
export function describeContacts(contacts: INodeExecutionData[]) {
	return contacts.slice(0, SHOWN.contacts).map(({ json }) => firstFields(json));
}

function firstFields(contact: IDataObject) {
	const fields = Object.entries(contact).slice(0, SHOWN.fields);
	return Object.fromEntries(
		fields.map(([name, value]) => {
			const text = typeof value === 'string' ? value : JSON.stringify(value);
			const isShort = text.length <= SHOWN.characters;
			return [name, isShort ? text : `${text.slice(0, SHOWN.characters - 1)}…`];
		}),
	);
}

/** @returns what the API documents about its pages, with the names of the form's fields */
export function describeSettings(like: string): string {
	const settings = Object.entries(findService(like)?.documented ?? {}).map(([name, value]) => {
		const label = name.replace(/^./, (first) => first.toUpperCase());
		return `  ${label.replace(/(?!^)[A-Z]/g, ' $&')}: ${value}`;
	});
	return ['What this API documents; the fields of the node have these names:', ...settings].join(
		'\n',
	);
}

/** The example without what follows the list, which expects other fields; it lists all pages. */
export function listAll({ name, nodes, ...rest }: WorkflowInput, like: string): WorkflowInput {
	const [trigger, list] = nodes as [INode, INode];
	const parameters = { ...list.parameters, returnAll: true };
	const connections = { [trigger.name]: rest.connections[trigger.name]! };
	return {
		...rest,
		name: `${name} like ${like}`,
		nodes: [trigger, { ...list, parameters }],
		connections,
	};
}
