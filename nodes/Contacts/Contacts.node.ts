import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { ListError, toErrorItem, toNodeError } from './errors';
import { listContacts, listFields, listOption } from './contact/list.operation';

/** Turns the contacts of a Contacts API service into items. */
export class Contacts implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contacts',
		name: 'contacts',
		icon: { light: 'file:contacts.svg', dark: 'file:contacts.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'List the contacts of an organization with the Contacts API',
		defaults: { name: 'Contacts' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'contactsApi', required: true }],
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Contact', value: 'contact' }],
				default: 'contact',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['contact'] } },
				options: [listOption],
				default: 'list',
			},
			...listFields,
		],
	};

	/**
	 * Runs the operation for every input item. An item that fails becomes n8n's error item when the node
	 * continues on fail, and ends the execution otherwise; so does every item when the execution is
	 * cancelled.
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const output: INodeExecutionData[] = [];
		const hints = new Set<string>();
		for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
			try {
				const result = await listContacts(this, itemIndex);
				for (const item of result.items) output.push(item);
				for (const hint of result.hints) hints.add(hint);
			} catch (cause) {
				const isCanceled = this.getExecutionCancelSignal()?.aborted === true;
				const reason = isCanceled ? new ListError('canceled') : cause;
				const error = toNodeError(this.getNode(), reason, itemIndex);
				if (isCanceled || !this.continueOnFail()) throw error;
				output.push({ json: toErrorItem(error), pairedItem: { item: itemIndex } });
			}
		}
		for (const message of hints) this.addExecutionHints({ message, location: 'outputPane' });
		return [output];
	}
}
