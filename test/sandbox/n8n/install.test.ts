import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultCacheFolder, installN8n, readManifest } from '../../../sandbox/n8n/install.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';

const MANIFEST = join(__dirname, '../../../sandbox/n8n');
const folder = temporaryFolder();

function copyOfManifest() {
	for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
		cpSync(join(MANIFEST, name), join(folder.path, name));
	}
	return folder.path;
}

describe('the name of an installation', () => {
	it('has the version, the platform and the ABI version', async () => {
		const { name, version } = await readManifest(MANIFEST);

		expect(name).toMatch(
			new RegExp(
				`^n8n-${version}-${process.platform}-${process.arch}-abi${process.versions.modules}-[0-9a-f]{12}$`,
			),
		);
	});

	it('is the same for a copy, and differs if anything that is pinned changes', async () => {
		const { name } = await readManifest(MANIFEST);
		const copy = copyOfManifest();
		expect((await readManifest(copy)).name).toBe(name);

		const lockFile = join(copy, 'package-lock.json');
		writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace('sha512-', 'sha512-A'));
		expect((await readManifest(copy)).name).not.toBe(name);
	});
});

it('pins every package by its hash, independently of the registry', async () => {
	const { packages } = JSON.parse(readFileSync(join(MANIFEST, 'package-lock.json'), 'utf8')) as {
		packages: Record<string, { integrity?: string; resolved?: string; inBundle?: boolean }>;
	};
	const pinned = Object.entries(packages).filter(
		([path, { inBundle }]) => path !== '' && !inBundle,
	);

	expect(pinned.length).toBeGreaterThan(1_000);
	expect(pinned.filter(([, { integrity }]) => !integrity)).toEqual([]);
	expect(pinned.filter(([, { resolved }]) => resolved)).toEqual([]);
});

it('does not change an existing installation', async () => {
	const { name, version } = await readManifest(MANIFEST);
	mkdirSync(join(folder.path, name));

	const installation = await installN8n({
		manifestFolder: MANIFEST,
		cacheFolder: folder.path,
		report: () => undefined,
	});

	expect(installation).toEqual({
		folder: join(folder.path, name),
		version,
	});
	expect(readdirSync(folder.path)).toEqual([name]);
});

describe('defaultCacheFolder', () => {
	it("is in the user's cache folder", () => {
		expect(defaultCacheFolder({ XDG_CACHE_HOME: '/caches' })).toBe(
			'/caches/n8n-nodes-contacts-api',
		);
		expect(defaultCacheFolder({ XDG_CACHE_HOME: '' })).toBe(
			join(homedir(), '.cache/n8n-nodes-contacts-api'),
		);
	});
});
