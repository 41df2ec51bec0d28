import { join } from 'node:path';

import { chromium, selectors } from 'playwright-core';

import { SCREENSHOT_FOLDER } from './folders.ts';
import type { Trace } from './secrets.ts';

export type EditorPage = Awaited<ReturnType<typeof openBrowser>>;

/** Room for the three panels of a node's form, and narrow enough to be read in the README. */
const VIEWPORT = { width: 1200, height: 760 };

/** The editor is large, and the machine may be busy. */
const STEP_DEADLINE_MS = 60_000;

/** Opens a page for n8n's editor in headless Chromium, and records everything that n8n sends to it. */
export async function openBrowser() {
	selectors.setTestIdAttribute('data-test-id');
	const browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
		timeout: STEP_DEADLINE_MS,
		// Only loopback is reachable: other requests would wait for a timeout.
		args: [
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			'--no-proxy-server',
			'--disable-gpu',
			'--disable-quic',
		],
	});
	const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
	page.setDefaultTimeout(STEP_DEADLINE_MS);
	const traces: Trace[] = [];
	page.on('response', async (response) => {
		if (!new URL(response.url()).pathname.startsWith('/rest/')) return;
		// Redirects have no body, and those to a page that was left are gone.
		const text = await response.text().catch(() => '');
		traces.push({ where: response.url(), text });
	});
	page.on('websocket', (socket) => {
		socket.on('framereceived', ({ payload }) => {
			traces.push({ where: 'a push message', text: String(payload) });
		});
	});
	return {
		page,
		/** n8n's responses and push messages so far. */
		traces,
		screenshot: async (name: string) => {
			const path = join(SCREENSHOT_FOLDER, `${name.replace(/\W+/g, '-')}.png`);
			await page.screenshot({ animations: 'disabled', path });
		},
		close: async () => await browser.close(),
	};
}
