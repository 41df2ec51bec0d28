import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type Browser, chromium, type Locator, type Page, selectors } from 'playwright-core';

import { SCREENSHOT_FOLDER } from './folders.ts';
import type { Trace } from './secrets.ts';

/** A page of n8n's editor in headless Chromium, with everything that it was told. */
export interface EditorPage {
	page: Page;
	/** Bodies of n8n's answers and its push messages so far. */
	traces(): Promise<Trace[]>;
	/**
	 * Keeps a picture of what a person sees now, or of a part of it, without the messages about what
	 * went well that lie on it for some seconds; pictures are numbered in their order.
	 */
	screenshot(name: string, part?: Locator): Promise<void>;
	close(): Promise<void>;
}

/** Room for the three panels of a node's form. */
const VIEWPORT = { width: 1440, height: 900 };

/** n8n's editor is a large program, and the machine may be busy. */
const STEP_DEADLINE_MS = 60_000;

/** An answer that the page has left behind may never end. */
const BODIES_DEADLINE_MS = 5_000;

export async function openBrowser(): Promise<EditorPage> {
	selectors.setTestIdAttribute('data-test-id');
	await mkdir(SCREENSHOT_FOLDER, { recursive: true });
	const browser: Browser = await chromium.launch({
		executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
		timeout: STEP_DEADLINE_MS,
		// It shows what this test serves and asks nobody else for anything: it would wait for an answer.
		args: [
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
			'--no-proxy-server',
			'--no-sandbox',
			'--disable-dev-shm-usage',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
		],
	});
	const page = await browser.newPage({ viewport: VIEWPORT, reducedMotion: 'reduce' });
	page.setDefaultTimeout(STEP_DEADLINE_MS);
	const traces: Trace[] = [];
	const bodies: Array<Promise<void>> = [];
	page.on('response', (response) => {
		if (!new URL(response.url()).pathname.startsWith('/rest/')) return;
		const body = response.text().then(
			(text) => void traces.push({ where: response.url(), text }),
			// A redirect has no body, and one that the page left behind is gone.
			() => undefined,
		);
		bodies.push(body);
	});
	page.on('websocket', (socket) => {
		socket.on('framereceived', ({ payload }) => {
			traces.push({ where: 'a push message', text: String(payload) });
		});
	});
	let shots = 0;
	return {
		page,
		traces: async () => {
			const ended = new AbortController();
			await Promise.race([
				Promise.all(bodies),
				delay(BODIES_DEADLINE_MS, undefined, { signal: ended.signal }),
			]).finally(() => ended.abort());
			return traces;
		},
		screenshot: async (name, part) => {
			const number = String(++shots).padStart(2, '0');
			const path = join(SCREENSHOT_FOLDER, `${number}-${name}.png`);
			await (part ?? page).screenshot({
				path,
				animations: 'disabled',
				style: '.el-notification:has(.el-notification--success) { visibility: hidden }',
			});
		},
		close: async () => await browser.close(),
	};
}
