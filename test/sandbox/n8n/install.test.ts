import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../../sandbox/n8n/install.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';

const MANIFEST = join(__dirname, '../../../sandbox/n8n');
const folder = temporaryFolder();

it('names an installation by version, platform, ABI version and everything that is pinned', async () => {
	const { name, version } = await readManifest(MANIFEST);
	const platform = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
	expect(name).toMatch(new RegExp(`^n8n-${version}-${platform}-[0-9a-f]{12}$`));

	for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
		cpSync(join(MANIFEST, file), join(folder.path, file));
	}
	expect((await readManifest(folder.path)).name).toBe(name);
	const lockFile = join(folder.path, 'package-lock.json');
	writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace('sha512-', 'sha512-A'));
	expect((await readManifest(folder.path)).name).not.toBe(name);
});

it('pins every package by its hash, independently of the registry', async () => {
	const { packages } = JSON.parse(readFileSync(join(MANIFEST, 'package-lock.json'), 'utf8'));
	const pinned = Object.entries<Record<string, unknown>>(packages)
		.filter(([path, { inBundle }]) => path !== '' && !inBundle)
		.map(([path, { integrity, resolved }]) => ({ path, hasHash: Boolean(integrity), resolved }));

	expect(pinned.length).toBeGreaterThan(1_000);
	expect(pinned.filter(({ hasHash, resolved }) => !hasHash || resolved)).toEqual([]);
});
