import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface AuthorityFile {
	path: string;
	/** Writes the certificate when the file does not have it. */
	write(certificate: string): void;
	/** Removes what is not to outlive the service. */
	close(): void;
}

/**
 * The certificate of the local authority as a file, for NODE_EXTRA_CA_CERTS and trust stores.
 *
 * @param dataDir folder of the service; `undefined`: a temporary folder, removed at the end
 */
export function createAuthorityFile(dataDir: string | undefined): AuthorityFile {
	const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'contacts-service-'));
	const path = join(folder, 'ca.crt');

	return {
		path,
		write(certificate) {
			if (readIfPresent(path) !== certificate) {
				// Renamed into place, so that nobody reads half of it.
				const partial = `${path}.${process.pid}`;
				writeFileSync(partial, certificate);
				renameSync(partial, path);
			}
		},
		close() {
			if (dataDir === undefined) {
				rmSync(folder, { recursive: true, force: true });
			}
		},
	};
}

function readIfPresent(path: string): string | undefined {
	try {
		return readFileSync(path, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
			return undefined;
		}
		throw error;
	}
}
