import { type EditorPage, openBrowser } from './support/browser.ts';
import { type WatchedService, watchedService } from './support/contacts-service.ts';
import { editorOf } from './support/editor.ts';
import { type N8n, OWNER, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';

/** The node's name in the editor, without those that contain it. */
const CONTACTS = /^\s*Contacts\s*$/;

describe('A person in the editor', () => {
	const autoClose = closeAfterAll();
	let failed: string | undefined;
	/** A test that continues where the previous one has ended, and fails if that has failed. */
	const step = (name: string, test: () => Promise<void>) =>
		it(name, async () => {
			if (failed !== undefined) throw new Error(`An earlier step failed: ${failed}.`);
			failed = name;
			await test().finally(() => browser.screenshot(name));
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

		await editor.saveCredential();
		expect(watched.service.requests.contacts.queries).toEqual([{ pageSize: '1' }]);
	});

	step('finds the node by its name', async () => {
		await editor.openNewWorkflow();
		await editor.pickFromCreator('manual', /^Trigger manually$|^Manual Trigger$/);
		await editor.part('canvas-node').first().waitFor();
		await editor.part('canvas-handle-plus-wrapper').first().click();
		await editor.part('node-creator-search-bar').fill('contacts');
		const names = editor.part('node-creator-item-name');
		await names.filter({ hasText: CONTACTS }).waitFor();
		expect(await names.first().innerText()).toMatch(CONTACTS);
	});

	step('adds it, chooses fields of the service, and sees contacts and a hint', async () => {
		await editor.pickFromCreator('contacts', CONTACTS, /^\s*List contacts\s*$/);
		await editor.part('ndv').waitFor();
		const credential = editor.part('node-credentials-select').locator('input');
		expect(await credential.inputValue()).toBe('Contacts account');
		await editor.field('pageSize').fill('200');
		await editor.addFields(['id', 'firstName', 'lastName', 'email', 'jobTitle']);

		watched.service.requests.reset();
		await editor.part('node-execute-button').click();
		const output = editor.part('output-panel');
		await output.getByTestId('node-run-status-success').waitFor();
		expect(await output.locator('table tbody td').first().innerText()).toBe('contact_1_1');
		// The editor may load the names of the fields again.
		const { queries } = watched.service.requests.contacts;
		expect(queries.filter(({ pageSize }) => pageSize !== '10')).toEqual([{ pageSize: '200' }]);
		expect(await output.innerText()).toContain('200 items');
		expect(await output.innerText()).toContain("Turn on 'Return All' to get all of them");
	});

	step('leaves no token in what n8n has stored, responded and pushed', async () => {
		expect(browser.traces.some(({ text }) => text.includes('contact_1_1'))).toBe(true);
		expect(await tokensLeftIn(n8n, watched.secrets, browser.traces)).toEqual([]);
	});
});
