import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { type N8n, sharedN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import {
	chain,
	contacts,
	editFields,
	errorOf,
	items,
	jsonOf,
	linkTo,
	MANUAL_TRIGGER,
	node,
	run,
} from './support/workflows.ts';

describe('The Contacts node between other nodes', () => {
	const autoClose = closeAfterAll();
	let watched: WatchedService;
	let n8n: N8n;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		n8n = await sharedN8n();
	});

	it('pairs contacts with items back to the trigger', async () => {
		const sizes = [1, 2, 3, 4, 5];
		const execution = await run(
			n8n.client,
			chain(
				MANUAL_TRIGGER,
				...items(sizes.map((size) => ({ size, name: `item ${size}` }))),
				contacts(await watched.credentialIn(n8n), { pageSize: '={{ $json.size }}' }),
				editFields('Result', {
					contact: '={{ $json.id }}',
					item: "={{ $('Items').item.json.name }}",
					trigger: "={{ Object.keys($('Start').item.json).length }}",
				}),
			),
		);

		expect(errorOf(execution)).toEqual({});
		expect(jsonOf(execution, 'Result')).toEqual(
			sizes.flatMap((size) =>
				Array.from({ length: size }, (_, index) => ({
					contact: `contact_1_${index + 1}`,
					item: `item ${size}`,
					trigger: '0',
				})),
			),
		);
	});

	it('works in Loop Over Items', async () => {
		const workflow = chain(
			MANUAL_TRIGGER,
			...items([{ size: 1 }, { size: 2 }, { size: 3 }]),
			node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} }),
		);
		const list = contacts(await watched.credentialIn(n8n), { pageSize: '={{ $json.size }}' });
		const done = editFields('Done', { email: '={{ $json.email }}' });
		const links = { Loop: linkTo('Done', 'Contacts'), Contacts: linkTo('Loop') };
		const execution = await run(n8n.client, {
			...workflow,
			nodes: [...workflow.nodes, list, done],
			connections: { ...workflow.connections, ...links },
		});

		expect(errorOf(execution)).toEqual({});
		expect(execution.data.resultData.runData.Contacts).toHaveLength(3);
		expect(jsonOf(execution, 'Done')).toHaveLength(6);
	});
});
