import { randomUUID } from 'node:crypto';

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
			const item = part('node-creator-item-name').filter({ hasText: name }).first();
			await item.click();
			// A click is lost while the editor filters the list.
			await item.waitFor({ state: 'hidden', timeout: 5_000 }).catch(() => item.click());
		}
	};
	return {
		part,
		field,
		pickFromCreator,

		/** Logs in without the form: the editor takes long to load. */
		logIn: async ({ email, password }: Owner) => {
			const id = randomUUID();
			// n8n ties a session to the browser that started it.
			await page.addInitScript((own) => localStorage.setItem('n8n-browserId', own), id);
			const response = await page.request.post(`${url}/rest/login`, {
				headers: { 'browser-id': id },
				data: { emailOrLdapLoginId: email, password },
			});
			if (!response.ok()) throw new Error(`n8n responded to the login with ${response.status()}.`);
		},

		openNewCredential: async (type: string) => {
			await open('/home/credentials/create');
			await part('new-credential-type-select').click();
			await page.keyboard.type(type);
			await part('new-credential-type-select-option').filter({ hasText: type }).click();
			// The editor saves nothing before it has the name that n8n proposes.
			const named = page.waitForResponse('**/rest/credentials/new?**');
			await part('new-credential-type-button').click();
			await named;
			await part('credential-edit-dialog').waitFor();
		},

		/** Presses Save, which also tests the credential, and waits until the test has succeeded. */
		saveCredential: async () => {
			await part('credential-save-button').click();
			const success = part('credentials-config-container-test-success');
			await success.waitFor().catch(async (cause: unknown) => {
				const text = await part('credential-edit-dialog').innerText();
				throw new Error(`n8n does not say that the credential works, but:\n${text}`, { cause });
			});
			// The button shows a spinner until the credential is saved.
			await part('credential-save-button').filter({ hasText: 'Save' }).waitFor();
		},

		openNewWorkflow: async () => {
			await open('/workflow/new');
			await part('canvas-add-button').click();
		},

		/** Adds the option for fields, whose names n8n loads from the service, and picks some in this order. */
		addFields: async (names: string[]) => {
			const loaded = page.waitForResponse('**/rest/dynamic-node-parameters/options');
			await part('collection-parameter-add').click();
			const options = part('collection-parameter-option');
			await options.filter({ hasText: 'Fields to Return' }).click();
			await loaded;
			// Not one of its inputs: which of them lies on top depends on when the names have come.
			await part('parameter-input-fields').locator('.el-select').click();
			for (const name of names) await page.getByRole('option', { name, exact: true }).click();
			// The list stays open until a click beside it.
			await part('ndv').getByText('Parameters', { exact: true }).click();
		},
	};
}
