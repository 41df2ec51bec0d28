import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { orUndefined } from '../../credentials/contactsApi/orUndefined';
import { contactsError, requestError } from './contactsError';
import { forModel, toErrorItem, toNodeError } from './nodeError';
import { getPage } from './operations/getPage.operation';
import { summarizeHints } from './operations/hints';
import { list } from './operations/list.operation';
import { getContactFields, listSearch } from './operations/loadFields';
import { isTool, type OperationResult, requestLimits } from './operations/readingParameters';
import { RequestGate } from './request/requestGate';
import { runConcurrently } from './request/runConcurrently';
import { Secrets } from './secrets';

const OPERATIONS = [list, getPage];
const ONE_OF_THEM = `one of ${OPERATIONS.map(({ option }) => option.value).join(', ')}`;

/** Turns the contacts of a Contacts API service into items. */
export class Contacts implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Contacts',
		name: 'contacts',
		icon: { light: 'file:contacts.svg', dark: 'file:contacts.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'List or search the contacts of an organization, or get them page by page',
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
				options: OPERATIONS.map(({ option }) => option),
				default: 'list',
			},
			...OPERATIONS.flatMap(({ option, fields }) => {
				const show = { resource: ['contact'], operation: [option.value] };
				return fields.map((field) => ({ ...field, displayOptions: { show } }));
			}),
		],
	};

	methods = { loadOptions: { getContactFields }, listSearch };

	/**
	 * Runs the operation for every input item, several at a time, and returns the items of each in order; where the
	 * node continues on fail, an error item for each that failed.
	 *
	 * @throws n8n's error for the first input item that failed, or when the execution is canceled
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const count = this.getInputData().length;
		const isForModel = isTool(this);
		const cancelSignal = this.getExecutionCancelSignal();
		// Alone, since another option may fail.
		const option = (name: string) => this.getNodeParameter(`options.${name}`, 0, '');
		const firstLimits = () =>
			requestLimits({
				concurrency: option('concurrency'),
				requestInterval: option('requestInterval'),
			});
		// With invalid limits, the first item fails by itself.
		const limits = orUndefined(firstLimits) ?? requestLimits({});
		const secrets = new Secrets();
		const shared = {
			gate: new RequestGate(limits.concurrency, limits.intervalMs),
			// The remaining request is for the page that the reader is waiting for.
			readAheadBudget: { pages: limits.concurrency - 1 },
			ways: [],
			secrets,
		};

		const runItem = async (itemIndex: number, signal: AbortSignal): Promise<OperationResult> => {
			try {
				const name = this.getNodeParameter('operation', itemIndex, '');
				const operation = OPERATIONS.find(({ option }) => option.value === name);
				if (!operation) throw contactsError('valueInvalid', 'Operation', ONE_OF_THEM);
				return await operation.run(this, itemIndex, { ...shared, signal });
			} catch (cause) {
				const isCanceled = cancelSignal?.aborted === true;
				const reason = isCanceled ? requestError('canceled', 1) : cause;
				const error = toNodeError(this.getNode(), reason, itemIndex, secrets);
				if (!isCanceled && this.continueOnFail()) {
					return { items: [toErrorItem(error)], notes: [], request: String(itemIndex) };
				}
				throw isForModel ? forModel(error) : error;
			}
		};

		const results = await runConcurrently(count, limits.concurrency, cancelSignal, runItem);
		const output = results.flatMap(({ items, notes }, item) => {
			// AI agents do not see hints.
			const note = secrets.hideIn(notes.flatMap(({ text = [] }) => text).join(' '));
			const all = isForModel && note !== '' ? [...items, { note }] : items;
			return all.map((json) => ({ json, pairedItem: { item } }));
		});
		const hintsOf = ({ notes }: OperationResult) =>
			secrets.hideIn(notes.map(({ text, advice }) => [text ?? [], advice ?? []].flat().join(' ')));
		const hints = summarizeHints(results.map(hintsOf));
		if (count > 1 && new Set(results.map(({ request }) => request)).size === 1) {
			hints.push(
				`The same contacts were listed ${count} times, once for each input item. To list them once, turn on 'Execute Once' in the 'Settings' of the node.`,
			);
		}
		for (const message of hints) this.addExecutionHints({ message, location: 'outputPane' });
		return [output];
	}
}
