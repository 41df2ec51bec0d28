import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Writes the certificate to a file, for NODE_EXTRA_CA_CERTS and trust stores.
 *
 * @param dataDir folder of the service; `undefined` for a temporary folder, which `remove` deletes
 */
export function writeCertificateFile(certificate: string, dataDir: string | undefined) {
	const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'contacts-service-'));
	const path = join(folder, 'ca.crt');
	// Renamed into place, so that nobody reads an incomplete file.
	writeFileSync(`${path}.${process.pid}`, certificate);
	renameSync(`${path}.${process.pid}`, path);
	return {
		path,
		remove: () => {
			if (dataDir === undefined) rmSync(folder, { recursive: true, force: true });
		},
	};
}
