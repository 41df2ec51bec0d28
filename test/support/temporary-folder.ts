import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns a folder for the tests of a file, which is removed after them */
export function temporaryFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'contacts-test-'));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
