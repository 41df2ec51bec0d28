import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { defaultCacheFolder, installN8n } from '../../../sandbox/n8n/install.ts';
import { readManifest, withTarballAddresses } from '../../../sandbox/n8n/manifest.ts';
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
		const { installationName, n8nVersion } = await readManifest(MANIFEST);

		expect(installationName).toMatch(
			new RegExp(
				`^n8n-${n8nVersion}-${process.platform}-${process.arch}-abi${process.versions.modules}-[0-9a-f]{12}$`,
			),
		);
	});

	it('is the same for a copy, and differs if anything that is pinned changes', async () => {
		const { installationName } = await readManifest(MANIFEST);
		const copy = copyOfManifest();
		expect((await readManifest(copy)).installationName).toBe(installationName);

		const lockFile = join(copy, 'package-lock.json');
		writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace('sha512-', 'sha512-A'));
		expect((await readManifest(copy)).installationName).not.toBe(installationName);
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

it('expects only the packages for this platform', async () => {
	const { packagePaths } = await readManifest(MANIFEST);

	const esbuildLike = packagePaths.filter((path) => /-(linux|darwin|win32)-(x64|arm64)/.test(path));
	expect(esbuildLike.length).toBeGreaterThan(0);
	expect(
		esbuildLike.filter((path) => !path.includes(`${process.platform}-${process.arch}`)),
	).toEqual([]);
});

it('adds the address of each tarball in the registry, and changes nothing else', () => {
	const lock = {
		packages: {
			'': { name: 'root' },
			'node_modules/plain': { version: '1.0.0', integrity: 'sha512-a' },
			'node_modules/plain/node_modules/@scope/nested': { version: '2.0.0-rc.1' },
			'node_modules/alias': { name: '@scope/real', version: '3.0.0' },
			'node_modules/plain/node_modules/bundled': { version: '4.0.0', inBundle: true },
		},
	};

	const { packages } = JSON.parse(
		withTarballAddresses(JSON.stringify(lock), 'https://registry.example/npm/'),
	) as { packages: Record<string, { resolved?: string }> };

	const addresses = Object.values(packages).map(({ resolved }) => resolved);
	expect(addresses).toEqual([
		undefined,
		'https://registry.example/npm/plain/-/plain-1.0.0.tgz',
		'https://registry.example/npm/@scope/nested/-/nested-2.0.0-rc.1.tgz',
		'https://registry.example/npm/@scope/real/-/real-3.0.0.tgz',
		undefined,
	]);
	for (const locked of Object.values(packages)) delete locked.resolved;
	expect({ packages }).toEqual(lock);
});

it('does not change an existing installation', async () => {
	const { installationName, n8nVersion } = await readManifest(MANIFEST);
	mkdirSync(join(folder.path, installationName));

	const installation = await installN8n({
		manifestFolder: MANIFEST,
		cacheFolder: folder.path,
		report: () => undefined,
	});

	expect(installation).toEqual({
		folder: join(folder.path, installationName),
		version: n8nVersion,
	});
	expect(readdirSync(folder.path)).toEqual([installationName]);
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
