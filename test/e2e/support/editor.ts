import type { Locator, Page } from 'playwright-core';

import type { Owner } from '../../../sandbox/n8n/rest-client.ts';

/** Actions in n8n's editor, whose parts are found by n8n's test ids. */
export function editorOf(page: Page, url: string) {
	const part = (name: string): Locator => page.getByTestId(name).filter({ visible: true });
	const field = (name: string): Locator => part(`parameter-input-${name}`).locator('input').first();
	// Callers wait for the elements that they use.
	const open = async (path: string) => {
		const response = await page.goto(`${url}${path}`, { waitUntil: 'commit' });
		if (!response?.ok()) throw new Error(`n8n responded to ${path} with ${response?.status()}.`);
	};
	const pickFromCreator = async (search: string, ...names: RegExp[]) => {
		await part('node-creator-search-bar').fill(search);
		for (const name of names) {
			await part('node-creator-item-name').filter({ hasText: name }).first().click();
		}
	};

	return {
		/** The form on the page. The element with the test id includes the overlay around it. */
		dialog: page.locator('.el-dialog').filter({ visible: true }),
		part,
		field,
		/** The button beside the trigger; the one below the canvas has no name. */
		executeWorkflow: page.locator('[data-test-id^="execute-workflow-button-"]'),
		pickFromCreator,

		logIn: async (owner: Owner) => {
			await open('/signin');
			await part('emailOrLdapLoginId').locator('input').fill(owner.email);
			await part('password').locator('input').fill(owner.password);
			await part('form-submit-button').click();
			await page.waitForURL('**/home/**', { waitUntil: 'commit' });
			await part('universal-add').waitFor();
		},

		openNewCredential: async (type: string) => {
			await open('/home/credentials/create');
			await part('new-credential-type-select').click();
			await page.keyboard.type(type);
			await part('new-credential-type-select-option').filter({ hasText: type }).click();
			await part('new-credential-type-button').click();
			await part('credential-edit-dialog').waitFor();
		},

		/** Presses Save, which also tests the credential. @returns n8n's response to the test */
		saveCredential: async () => {
			const tested = page.waitForResponse('**/rest/credentials/test');
			await part('credential-save-button').click();
			const response: unknown = await (await tested).json();
			// The button shows a spinner until the credential is saved.
			await part('credential-save-button').filter({ hasText: 'Save' }).waitFor();
			return (response as { data: { status: string; message: string } }).data;
		},

		/** Waits for a message in the details of the banner about a failed test. */
		readFailure: async (message: string): Promise<void> => {
			const form = part('node-credentials-config-container');
			await form.getByText('Couldn’t connect with these settings').waitFor();
			const details = form.getByText(message, { exact: true });
			const more = form.getByText('More details');
			await details.or(more).first().waitFor();
			if (await more.isVisible()) await more.click();
			await details.waitFor();
		},

		openNewWorkflow: async () => {
			await open('/workflow/new');
			await part('canvas-add-button').click();
		},

		/** Opens a workflow and shows all of it. */
		openWorkflow: async (id: string) => {
			await open(`/workflow/${id}`);
			await part('canvas-node').first().waitFor();
			await part('zoom-to-fit').click();
		},

		/** Widens the panel of the output. */
		widenOutput: async () => {
			const { x, y, width, height } = (await part('panel-drag-button').boundingBox())!;
			await page.mouse.move(x + width / 2, y + height / 2);
			await page.mouse.down();
			await page.mouse.move(x + width / 2 - 300, y + height / 2, { steps: 10 });
			await page.mouse.up();
		},

		/** Opens the list of options that can be added to the form. */
		openOptions: async () => await part('collection-parameter-add').click(),

		/** Adds an option by its exact name. */
		addOption: async (displayName: string) => {
			await part('collection-parameter-add').click();
			const names = part('collection-parameter-option');
			await names.filter({ has: page.getByText(displayName, { exact: true }) }).click();
		},

		/** Picks a choice of a field. */
		choose: async (name: string, choice: string) => {
			await field(name).click();
			await page.getByRole('option', { name: choice }).first().click();
		},

		/** @returns the labels of the form that do not fit */
		cutLabels: async () =>
			await part('ndv')
				.locator('label *')
				.evaluateAll((elements) =>
					elements
						.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
						.map(({ textContent }) => textContent),
				),

		/** Saves the workflow, and waits until n8n has it. */
		save: async () => {
			const saved = page.waitForResponse('**/rest/workflows/*');
			await page.keyboard.press('Control+s');
			await saved;
		},

		/** Adds an option whose values n8n loads from the service, and picks some of them in this order. */
		addListOption: async (displayName: string, name: string, values: string[]) => {
			const loaded = page.waitForResponse('**/rest/dynamic-node-parameters/options');
			await part('collection-parameter-option').filter({ hasText: displayName }).click();
			await loaded;
			await field(name).click();
			for (const value of values) {
				await page.getByRole('option', { name: value, exact: true }).click();
			}
			// The list stays open until a click beside it.
			await part('ndv').getByText('Parameters', { exact: true }).click();
		},

		closeNode: async () => {
			await page.keyboard.press('Escape');
			await part('ndv').waitFor({ state: 'hidden' });
		},
	};
}
