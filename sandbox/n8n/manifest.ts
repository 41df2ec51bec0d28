import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What to install, as package.json, package-lock.json and .npmrc say. */
export interface Manifest {
	n8nVersion: string;
	sqliteVersion: string;
	/** Paths in the installation of all packages for this platform. */
	packagePaths: string[];
	/** Version, platform, ABI version and a hash of everything that is pinned. */
	installationName: string;
	packageJson: string;
	lock: string;
	npmrc: string;
}

/** @param folder `sandbox/n8n` */
export async function readManifest(folder: string): Promise<Manifest> {
	const read = (name: string) => readFile(join(folder, name), 'utf8');
	const files = {
		packageJson: await read('package.json'),
		lock: await read('package-lock.json'),
		npmrc: await read('.npmrc'),
	};
	const { packages } = JSON.parse(files.lock) as Lock;
	const n8nVersion = packages['node_modules/n8n']!.version;
	const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12);
	const platform = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
	return {
		...files,
		n8nVersion,
		sqliteVersion: packages['node_modules/sqlite3']!.version,
		packagePaths: Object.entries(packages)
			.filter(([path, locked]) => path !== '' && isForThisPlatform(locked))
			.map(([path]) => path),
		installationName: `n8n-${n8nVersion}-${platform}-${hash}`,
	};
}

/**
 * Adds the address of each package's tarball, in the usual form of registries. Without it, npm fetches
 * the metadata of all versions of the package, so that n8n's installation downloads 520 MB instead of
 * 340 MB and takes twice the processor time.
 *
 * @param lock text of a package-lock.json
 * @param registry address of the registry in use
 */
export function withTarballAddresses(lock: string, registry: string): string {
	const content = JSON.parse(lock) as Lock;
	for (const [path, locked] of Object.entries(content.packages)) {
		if (path === '' || locked.inBundle) continue;
		// An alias is installed under a name that is not the package's.
		const name = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
		const file = `${name.slice(name.indexOf('/') + 1)}-${locked.version}.tgz`;
		locked.resolved = `${registry.replace(/\/$/, '')}/${name}/-/${file}`;
	}
	return JSON.stringify(content);
}

interface Lock {
	packages: Record<string, LockedPackage>;
}

interface LockedPackage {
	name?: string;
	version: string;
	resolved?: string;
	inBundle?: boolean;
	os?: string[];
	cpu?: string[];
}

function isForThisPlatform({ os, cpu }: LockedPackage): boolean {
	return (!os || os.includes(process.platform)) && (!cpu || cpu.includes(process.arch));
}
