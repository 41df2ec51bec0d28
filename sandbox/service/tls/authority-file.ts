import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface AuthorityFile {
	path: string;
	/** Writes the certificate unless the file has it. */
	write(certificate: string): void;
	/** Removes the folder if it is temporary. */
	close(): void;
}

/**
 * The certificate of the local authority as a file, for NODE_EXTRA_CA_CERTS and trust stores.
 *
 * @param dataDir folder of the service; `undefined` for a temporary folder
 */
export function createAuthorityFile(dataDir: string | undefined): AuthorityFile {
	const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'contacts-service-'));
	const path = join(folder, 'ca.crt');

	return {
		path,
		write(certificate) {
			if (readIfPresent(path) !== certificate) {
				// Renamed into place, so that nobody reads an incomplete file.
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
