import type { INode } from 'n8n-workflow';

import { type EditorPage, openBrowser } from './support/browser.ts';
import { type WatchedService, watchedService } from './support/contacts-service.ts';
import { editorOf } from './support/editor.ts';
import { type N8n, OWNER, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { chain, contacts, node } from './support/workflows.ts';

/** Shows the form of the credential without scrolling, except for the scopes. */
const FORM_HEIGHT = 1080;

describe('A person in the editor', () => {
	const autoClose = closeAfterAll();
	let failed: string | undefined;
	/** A test that continues where the previous one has ended, and fails if that has failed. */
	const step = (name: string, test: () => Promise<void>) =>
		it(name, async () => {
			if (failed !== undefined) throw new Error(`An earlier step failed: ${failed}.`);
			failed = name;
			await test().finally(async () => await browser.screenshot(name));
			failed = undefined;
		});
	const watched = watchedService();
	let n8n: N8n;
	let browser: EditorPage;
	let editor: ReturnType<typeof editorOf>;
	let client: ReturnType<WatchedService['provision']>;

	beforeAll(async () => {
		client = watched.provision();
		n8n = autoClose(await startN8n({ name: 'editor' }));
		browser = autoClose(await openBrowser());
		editor = editorOf(browser.page, n8n.url);
		await editor.logIn(OWNER);
	});

	step('creates the credential by filling in its form, with the refresh token masked', async () => {
		await editor.openNewCredential('Contacts API');
		const data = watched.credentialData(client);
		for (const field of ['authUrl', 'baseUrl', 'clientId', 'refreshToken', 'orgId'] as const) {
			await editor.field(field).fill(data[field]);
		}
		expect(await editor.field('refreshToken').getAttribute('type')).toBe('password');
		expect(await editor.field('clientId').getAttribute('type')).not.toBe('password');

		await editor.saveCredential();
		const size = browser.page.viewportSize()!;
		await browser.page.setViewportSize({ ...size, height: FORM_HEIGHT });
		await browser.readmePicture('credential', [editor.dialog]);
		await browser.page.setViewportSize(size);

		expect(watched.service.requests.contacts.queries).toEqual([{ pageSize: '1' }]);
	});

	step('finds the node by its name and adds it', async () => {
		await editor.openNewWorkflow();
		await editor.pickFromCreator('manual', /^Trigger manually$|^Manual Trigger$/);
		await editor.part('canvas-node').first().waitFor();
		await editor.part('canvas-handle-plus-wrapper').first().click();
		await editor.part('node-creator-search-bar').fill('contacts');
		await editor
			.part('node-creator-item-name')
			.filter({ hasText: /^\s*Contacts\s*$/ })
			.waitFor();
		await browser.readmePicture(
			'add-node',
			[
				editor.executeWorkflow,
				editor.part('canvas-node').first(),
				editor.part('nodes-list-header'),
				editor.part('node-creator-search-bar'),
			],
			60,
		);
		const [first] = await editor.part('node-creator-item-name').allInnerTexts();
		expect(first!.trim()).toBe('Contacts');

		await editor.pickFromCreator('contacts', /^\s*Contacts\s*$/, /^\s*List contacts\s*$/);
		await editor.part('ndv').waitFor();

		const credential = editor.part('node-credentials-select').locator('input');
		expect(await credential.inputValue()).toBe('Contacts account');
	});

	step('chooses fields from those of the service, and sees the contacts in a table', async () => {
		await editor.field('pageSize').fill('200');
		await editor.addFields(['id', 'firstName', 'lastName', 'email', 'jobTitle']);

		watched.service.requests.reset();
		await editor.part('node-execute-button').click();
		const output = editor.part('output-panel');
		await output.getByTestId('node-run-status-success').waitFor();
		const firstCell = output.locator('table tbody td').first();
		expect(await firstCell.innerText()).toBe('contact_1_1');
		await editor.widenOutput();
		await browser.readmePicture('contacts-node', [editor.part('ndv')]);

		// The editor may load the names of the fields again.
		const { queries } = watched.service.requests.contacts;
		expect(queries.filter(({ pageSize }) => pageSize !== '1')).toEqual([{ pageSize: '200' }]);
		expect(await output.innerText()).toContain('200 items');
		await editor.closeNode();
	});

	step(
		'executes a workflow in which Filter and Edit Fields follow the node, and sees a hint',
		async () => {
			const credential = await watched.credentialIn(n8n, client);
			// No response has the field: the hint says so.
			const pagination = { mode: 'cursor', cursorField: 'nextCursor', hasMoreField: 'more' };
			const isSenior = {
				leftValue: '={{ $json.jobTitle }}',
				rightValue: 'Senior',
				operator: { type: 'string', operation: 'startsWith' },
			};
			const person = { name: 'person', value: '={{ $json.firstName }}', type: 'string' };
			const nodes = [
				node('When clicking ‘Execute workflow’', 'n8n-nodes-base.manualTrigger', 1),
				{
					...contacts(credential, {
						pageSize: 200,
						returnAll: true,
						options: { pagination: { settings: pagination } },
					}),
					name: 'List contacts',
				},
				node('Filter', 'n8n-nodes-base.filter', 2.2, {
					conditions: { options: { version: 2 }, conditions: [isSenior], combinator: 'and' },
				}),
				node('Edit Fields', 'n8n-nodes-base.set', 3.4, { assignments: { assignments: [person] } }),
			];
			const inARow = nodes.map((one, index): INode => ({ ...one, position: [160 * index, 0] }));
			const { id } = await n8n.client.createWorkflow(chain(...inARow));
			await editor.openWorkflow(id);
			await browser.page.keyboard.press('Control+Enter');
			await editor
				.part('canvas-node-status-success')
				.nth(nodes.length - 1)
				.waitFor();
			await browser.readmePicture(
				'workflow',
				[editor.part('canvas-node').first(), editor.part('canvas-handle-plus-wrapper').first()],
				60,
			);
			await editor.part('canvas-node').filter({ hasText: 'List contacts' }).dblclick();
			await editor
				.part('output-panel')
				.getByText("No response has the 'Has More Field' more")
				.waitFor();
			await editor.closeNode();
		},
	);

	step('leaves no token in what n8n has stored, responded and pushed', async () => {
		expect(browser.traces.some(({ text }) => text.includes('contact_1_1'))).toBe(true);
		expect(await tokensLeftIn(n8n, watched.secrets, browser.traces)).toEqual([]);
	});
});
