import { type Audit, now } from './audit.ts';
import type { Database } from './database.ts';
import { requireFound } from './operator-input.ts';
import { hashSecret, makeIdentifier, makeSecret } from './secrets.ts';

/** Credentials of a service that receives access tokens and may call /introspect. */
export interface ResourceServer {
	id: string;
	secret: string;
}

interface ResourceServerRecord {
	id: string;
	/** `null` if the first version of the service has created it. */
	createdAt: string | null;
}

export interface ResourceServers {
	/** Creates a resource server, which may call /introspect with HTTP Basic authentication. */
	provisionResourceServer(): ResourceServer;
	listResourceServers(): ResourceServerRecord[];
	/** Removes a resource server, which can no longer call /introspect. */
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
