import { type Audit, now } from './audit.ts';
import type { Database } from './database.ts';
import { requireFound } from './operator-input.ts';
import { hashSecret, makeIdentifier, makeSecret } from './secrets.ts';

/** What may ask /introspect: a service that is handed access tokens. */
export interface ResourceServer {
	id: string;
	secret: string;
}

export interface ResourceServerRecord {
	id: string;
	/** `null` in a database of the first version. */
	createdAt: string | null;
}

export interface ResourceServers {
	/** Creates a resource server: what may ask /introspect about tokens, with HTTP Basic. */
	provisionResourceServer(): ResourceServer;
	listResourceServers(): ResourceServerRecord[];
	/** It can no longer ask /introspect. */
	removeResourceServer(id: string): void;
}

export function createResourceServers(database: Database, audit: Audit): ResourceServers {
	return {
		provisionResourceServer: () =>
			database.transaction(() => {
				const { id, secret } = makeResourceServer();
				database
					.prepare('INSERT INTO resource_servers (id, hash, created_at) VALUES (?, ?, ?)')
					.run(id, hashSecret(secret), now());
				audit.record('resource server added', id);
				return { id, secret };
			}),

		listResourceServers: () =>
			database
				.prepare('SELECT id, created_at AS createdAt FROM resource_servers ORDER BY rowid')
				.all()
				.map((row) => ({ ...row }) as unknown as ResourceServerRecord),

		removeResourceServer: (id) =>
			database.transaction(() => {
				const { changes } = database.prepare('DELETE FROM resource_servers WHERE id = ?').run(id);
				requireFound(changes !== 0, 'resource server', id, 'resource-servers');
				audit.record('resource server removed', id);
			}),
	};
}

export function makeResourceServer(): ResourceServer {
	return { id: makeIdentifier('resource_server'), secret: makeSecret('rs') };
}
