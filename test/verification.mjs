/**
 * Runs n8n's verification scan on the source and on the packed tarball, without inline exceptions, and
 * fails on any finding. The scanner's own command does not count warnings.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const root = join(import.meta.dirname, '..');
const overrideConfig = await buildScanConfig();

const unpacked = mkdtempSync(join(tmpdir(), 'contacts-package-'));
try {
	const [{ filename }] = JSON.parse(
		execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', unpacked], {
			cwd: root,
		}),
	);
	execFileSync('tar', ['-xzf', join(unpacked, filename), '-C', unpacked]);
	const findings = [
		await scan('source', root, SOURCE_FILE_PATTERNS),
		await scan('packed tarball', join(unpacked, 'package'), ['**/*.js', '**/*.json']),
	];
	process.exitCode = findings.some((count) => count > 0) ? 1 : 0;
} finally {
	rmSync(unpacked, { recursive: true });
}

async function scan(name, cwd, patterns) {
	const eslint = new ESLint({
		cwd,
		overrideConfigFile: true,
		overrideConfig,
		allowInlineConfig: false,
	});
	const results = await eslint.lintFiles(patterns);
	const findings = results.reduce((sum, file) => sum + file.errorCount + file.warningCount, 0);
	console.log(`Verification scan of the ${name}: ${results.length} files, ${findings} findings`);
	if (findings > 0) console.log(await (await eslint.loadFormatter('stylish')).format(results));
	return findings;
}
