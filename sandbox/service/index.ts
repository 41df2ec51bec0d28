/// <reference lib="esnext.disposable" />
import { join } from 'node:path';
import { createAccessTokens } from './access-tokens.ts';
import { readServerIdentity, writeCertificate } from './certificate.ts';
import { buildApiHost } from './hosts/api-host.ts';
import { buildAuthorizationHost } from './hosts/authorization-host.ts';
import { createFaults } from './hosts/faults.ts';
import { type HostApp, listen } from './hosts/host-app.ts';
import { createIntrospectionClient } from './hosts/introspection-client.ts';
import { createRequestLog } from './hosts/request-log.ts';
import type { Settings } from './settings.ts';
import { makeSecret } from './storage/secrets.ts';
import { openStore, type StoreOptions } from './storage/store.ts';

export { DEFAULT_SHAPE } from './settings.ts';
export type { ProvisionedClient } from './storage/operator.ts';

/** Ports of both hosts for people, so that they need not change their clients. */
export const HOST_PORTS = [8443, 8444];

interface ServiceOptions extends StoreOptions {
	/** Ports of the authorization host and the API host; 0, the default, is any free port. */
	authPort?: number | undefined;
	apiPort?: number | undefined;
	/** Settings to change in the database. */
	settings?: Partial<Settings> | undefined;
	/** The clock of tokens and certificate. */
	now?: () => Date;
}

export type ContactsService = Awaited<ReturnType<typeof startService>>;

/**
 * Starts the Contacts service of the contract: both hosts over HTTPS, on one database.
 *
 * @throws {UserError} if the database or a setting cannot be used
 */
export async function startService(options: ServiceOptions = {}) {
	const resources = new AsyncDisposableStack();
	try {
		return await startWith(resources, options);
	} catch (error) {
		await resources.disposeAsync();
		throw error;
	}
}

async function startWith(resources: AsyncDisposableStack, options: ServiceOptions) {
	const { authPort = 0, apiPort = 0, settings: changes = {}, ...others } = options;
	const { now = () => new Date(), ...where } = others;
	const store = resources.adopt(openStore(where), (opened) => opened.close());
	const { database, credentials, operator, settings } = store;
	settings.change(changes);

	const identity = await readServerIdentity(database, now());
	const ca = identity.certificate;
	const caFile = where.dataDir === undefined ? undefined : join(where.dataDir, 'ca.crt');
	if (caFile !== undefined) writeCertificate(ca, caFile);
	const context = {
		identity,
		settings,
		faults: createFaults(),
		requestLog: createRequestLog(),
		credentials,
		accessTokens: createAccessTokens(database, now),
	};
	const start = (app: HostApp, port: number) =>
		listen(
			resources.adopt(app, (opened) => opened.close()),
			port,
		);
	const resourceServer = { id: 'contacts_api', secret: makeSecret('rs') };
	const authUrl = await start(buildAuthorizationHost({ ...context, resourceServer }), authPort);
	const { introspect } = resources.adopt(
		createIntrospectionClient(authUrl, ca, resourceServer),
		(client) => client.close(),
	);
	const baseUrl = await start(buildApiHost({ ...context, introspect }), apiPort);
	return {
		/** Origin of the authorization host: `{auth_url}` of the contract. */
		authUrl,
		/** Origin of the API host: `{base_url}` of the contract. */
		baseUrl,
		/** PEM of the certificate of both hosts, which clients have to trust. */
		ca,
		/** Path of a file with the same PEM in the folder of the database, if it has one. */
		caFile,
		/** What the API host calls /introspect with. */
		resourceServer,
		operator,
		/** The current settings. */
		get settings() {
			return settings.current();
		},
		/** Changes some settings, from the next request on. @returns all settings */
		configure: settings.change,
		faults: context.faults,
		requests: context.requestLog,
		/** Closes everything, with the connections. */
		close: () => resources.disposeAsync(),
	};
}
