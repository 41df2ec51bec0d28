import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for each test of the file, removed after it. */
export function temporaryFolder(): { readonly path: string } {
	const folder = { path: '' };
	beforeEach(() => {
		folder.path = mkdtempSync(join(tmpdir(), 'sandbox-n8n-'));
	});
	afterEach(() => {
		rmSync(folder.path, { recursive: true, force: true });
	});
	return folder;
}
