import type { Database } from './database.ts';
import { requireFound } from './operator-input.ts';
import { hashSecret, makeIdentifier, makeSecret } from './secrets.ts';
import { now } from './time.ts';

/** Credentials of a service that receives access tokens and may call /introspect. */
export interface ResourceServer {
	id: string;
	secret: string;
}

export interface ResourceServers {
	/** Creates a resource server, which may call /introspect with HTTP Basic authentication. */
	provisionResourceServer(): ResourceServer;
	listResourceServers(): Array<{ id: string; createdAt: string }>;
	/** Removes a resource server, which can no longer call /introspect. */
	removeResourceServer(id: string): void;
}

export function createResourceServers(database: Database): ResourceServers {
	return {
		provisionResourceServer() {
			const { id, secret } = makeResourceServer();
			database
				.prepare('INSERT INTO resource_servers (id, hash, created_at) VALUES (?, ?, ?)')
				.run(id, hashSecret(secret), now());
			return { id, secret };
		},

		listResourceServers: () =>
			database
				.prepare('SELECT id, created_at AS createdAt FROM resource_servers ORDER BY rowid')
				.all()
				.map((row) => ({ ...row }) as { id: string; createdAt: string }),

		removeResourceServer(id) {
			const { changes } = database.prepare('DELETE FROM resource_servers WHERE id = ?').run(id);
			requireFound(changes !== 0, 'resource server', id, 'resource-servers');
		},
	};
}

export function makeResourceServer(): ResourceServer {
	return { id: makeIdentifier('resource_server'), secret: makeSecret('rs') };
}
