import { errorMessages } from '../../credentials/contactsApi/errors';
import { formatMessage } from '../../credentials/contactsApi/http/failureMessages';
import { type Execution, outputItems } from '../../sandbox/n8n/rest-client.ts';
import { type EditorPage, openBrowser } from './support/browser.ts';
import { startWatchedService, type WatchedService } from './support/contacts-service.ts';
import { editorOf } from './support/editor.ts';
import { type N8nInstance, OWNER, startN8n } from './support/n8n-instance.ts';
import { closeAfterAll } from './support/resources.ts';
import { tokensLeftIn } from './support/secrets.ts';
import { steps } from './support/steps.ts';

/** Shows the form of the credential without scrolling, except for the scopes. */
const FORM_HEIGHT = 1080;

describe('A person in the editor', () => {
	const autoClose = closeAfterAll();
	const step = steps(async () => await browser.screenshot('failed'));
	let watched: WatchedService;
	let n8n: N8nInstance;
	let browser: EditorPage;
	let editor: ReturnType<typeof editorOf>;
	let client: ReturnType<WatchedService['provision']>;

	beforeAll(async () => {
		watched = autoClose(await startWatchedService());
		client = watched.provision();
		n8n = autoClose(await startN8n({ name: 'editor' }));
		browser = autoClose(await openBrowser());
		editor = editorOf(browser.page, n8n.url);
	});

	step('logs in', async () => {
		await editor.logIn(OWNER);
		await browser.screenshot('logged-in');

		expect(new URL(browser.page.url()).pathname).toBe('/home/workflows');
	});

	step('creates the credential by filling in its form, with the refresh token masked', async () => {
		await editor.openNewCredential('Contacts API');
		const data = watched.credentialData(client);
		for (const field of ['authUrl', 'baseUrl', 'clientId', 'refreshToken', 'orgId'] as const) {
			await editor.field(field).fill(data[field]);
		}
		await browser.screenshot('credential-filled-in');
		expect(await editor.field('refreshToken').getAttribute('type')).toBe('password');
		expect(await editor.field('clientId').getAttribute('type')).not.toBe('password');

		await editor.saveCredential();
		await editor.part('credentials-config-container-test-success').waitFor();
		await browser.screenshot('credential-test-success', editor.dialog);
		const size = browser.page.viewportSize()!;
		await browser.page.setViewportSize({ ...size, height: FORM_HEIGHT });
		await browser.readmePicture('credential', [editor.dialog]);
		await browser.page.setViewportSize(size);

		expect(watched.service.requests.contacts.queries).toEqual([{ pageSize: '1' }]);
	});

	step('reads in the form that the refresh token is revoked', async () => {
		const { clientId, refreshToken } = watched.provision();
		watched.service.operator.revokeRefreshToken({ clientId });
		await editor.field('clientId').fill(clientId);
		await editor.field('refreshToken').fill(refreshToken);
		const { status, message } = await editor.saveCredential();
		await editor.readFailure(message);
		await browser.screenshot('credential-revoked-refresh-token');

		expect(status).toBe('Error');
		expect(message).toBe(formatMessage(errorMessages.unauthorized({ status: 401 })));
	});

	step('corrects the credential, and its test succeeds', async () => {
		await editor.field('clientId').fill(client.clientId);
		await editor.field('refreshToken').fill(client.refreshToken);
		await editor.saveCredential();
		await editor.part('credentials-config-container-test-success').waitFor();
		await browser.screenshot('credential-corrected');
	});

	step('finds the node by its name and adds it', async () => {
		await editor.openNewWorkflow();
		await editor.pickFromCreator('manual', /^Trigger manually$|^Manual Trigger$/);
		await editor.part('canvas-node').first().waitFor();
		await editor.addAfterLastNode();
		await editor.part('node-creator-search-bar').fill('contacts');
		await editor
			.part('node-creator-item-name')
			.filter({ hasText: /^\s*Contacts\s*$/ })
			.waitFor();
		await browser.screenshot('node-panel');
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
		await browser.screenshot('node-added');

		expect(await editor.credentialOfNode()).toBe('Contacts account');
	});

	step('sets the page size and chooses fields from those of the service', async () => {
		await editor.field('pageSize').fill('200');
		await editor.openOptions();
		const fields = ['id', 'firstName', 'lastName', 'email', 'jobTitle'];
		await editor.addListOption('Output Field Names or IDs', 'fields', fields);
		await browser.screenshot('fields-chosen');
	});

	step('executes the node and sees the contacts in a table', async () => {
		watched.service.requests.reset();
		await editor.executeStep();
		const rows = await editor.outputRows();
		await browser.screenshot('contacts-in-table');
		await editor.widenOutput();
		await browser.screenshot('contacts-in-wide-table');
		await browser.readmePicture('contacts-node', [editor.part('ndv')]);

		expect(watched.service.requests.contacts.queries).toEqual([{ pageSize: '200' }]);
		expect(await editor.part('output-panel').innerText()).toContain('200 items');
		expect(rows.length).toBeGreaterThan(5);
		expect(rows[0]!.slice(0, 1)).toEqual(['contact_1_1']);
		await editor.closeNode();
		await browser.screenshot('node-on-canvas');
	});

	step('adds Filter and Edit Fields after it and sees the filtered contacts', async () => {
		await editor.addAfterLastNode();
		await editor.pickFromCreator('filter', /^\s*Filter\s*$/);
		const left = "{{ $json.jobTitle.split(' ')[0] }}";
		await editor.edit([left, '"Senior"'], async () => {
			await editor.part('filter-condition-left').locator('input').first().fill(left);
			await editor.part('filter-condition-right').locator('input').first().fill('Senior');
		});
		await editor.executeStep();
		await browser.screenshot('filter');
		const kept = await editor.part('output-panel').innerText();
		await editor.closeNode();

		await editor.addAfterLastNode();
		await editor.pickFromCreator('edit fields', /^\s*Edit Fields/);
		await editor.part('assignment-collection-drop-area').click();
		const value = '{{ $json.firstName }} {{ $json.lastName }}';
		await editor.edit(['"person"', value], async () => {
			await editor.part('assignment-name').locator('input').first().fill('person');
			await editor.part('assignment-value').locator('input').first().fill(value);
		});
		await editor.executeStep();
		const shown = await editor.outputRows();
		await browser.screenshot('edit-fields');
		await editor.closeNode();
		await editor.part('zoom-to-fit').click();
		await browser.screenshot('chain-on-canvas');
		await browser.readmePicture(
			'workflow',
			[editor.part('canvas-node').first(), editor.part('canvas-handle-plus-wrapper').first()],
			60,
		);

		const execution = await lastExecution();
		const seniors = outputItems(execution, 'List contacts')
			.map(({ json }) => json as { firstName: string; lastName: string; jobTitle: string })
			.filter(({ jobTitle }) => jobTitle.startsWith('Senior '))
			.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
		expect(seniors.length).toBeGreaterThan(0);
		expect(kept).toContain(`Kept (${seniors.length} items)`);
		expect(outputItems(execution, 'Edit Fields').map(({ json }) => json)).toEqual(
			seniors.map((person) => ({ person })),
		);
		expect(shown[0]).toContain(seniors[0]);
	});

	step('sets Pagination and sees it stay when another option is added', async () => {
		await editor.part('canvas-node').filter({ hasText: 'List contacts' }).dblclick();
		await editor.part('ndv').waitFor();
		for (const option of ['Pagination', 'Contacts Field']) {
			await editor.openOptions();
			await editor.part('collection-parameter-option').filter({ hasText: option }).click();
		}
		await editor.part('parameter-input-contactsField').waitFor();
		await browser.screenshot('pagination');

		expect(await editor.part('parameter-input-mode').count()).toBe(1);
		// Options keep the Escape key to themselves.
		await editor.part('ndv').getByText('Parameters', { exact: true }).click();
		await editor.closeNode();
	});

	step('sees the icon in the dark theme, too', async () => {
		await browser.page.emulateMedia({ colorScheme: 'dark' });
		await browser.page.reload();
		const icon = browser.page.locator('img[src$="contacts.dark.svg"]').first();
		await icon.waitFor();
		await browser.screenshot('dark-theme');

		expect(await icon.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(0);
	});

	step(
		'leaves no token in the database, the logs, the API responses and the push messages',
		async () => {
			const traces = await browser.traces();

			expect(traces.some(({ text }) => text.includes('contact_1_1'))).toBe(true);
			expect(await tokensLeftIn(n8n, watched.secrets, traces)).toEqual([]);
		},
	);

	async function lastExecution(): Promise<Execution> {
		const { results } = await n8n.client.request<{ results: Array<{ id: string }> }>(
			'GET',
			'/executions?limit=1',
		);
		return await n8n.client.execution(results[0]!.id);
	}
});
