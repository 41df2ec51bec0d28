/// <reference lib="esnext.disposable" />
import { createAccessTokens } from './access-tokens.ts';
import { buildApiHost } from './hosts/api-host.ts';
import { buildAuthorizationHost } from './hosts/authorization-host.ts';
import { writeHttpError } from './hosts/error-bodies.ts';
import { errorFormOf } from './hosts/host-app.ts';
import { openHttpsOrigin } from './hosts/https-origin.ts';
import { createIntrospectionClient } from './hosts/introspection-client.ts';
import { createRequestLog, type RequestLog } from './hosts/request-log.ts';
import type { Settings } from './settings.ts';
import { createContactPages } from './storage/contact-pages.ts';
import { createCredentials } from './storage/credentials.ts';
import { SERVING_LOCK_WAIT_MS } from './storage/database.ts';
import type { Faults } from './storage/faults.ts';
import { createKeyValueStore } from './storage/key-value-store.ts';
import type { Operator } from './storage/operator.ts';
import { makeResourceServer } from './storage/secrets.ts';
import { openStore, type StoreOptions } from './storage/store.ts';
import { readServerIdentity, writeCertificateFile } from './tls/certificates.ts';

export { OperatorError } from './errors.ts';
export type { Route } from './routes.ts';
export type { Settings } from './settings.ts';
export type { Fault } from './storage/faults.ts';
export type { Operator, ProvisionedClient } from './storage/operator.ts';

export interface ServiceOptions extends StoreOptions {
	/** Ports of the authorization host and the API host; 0, the default, is any free port. */
	authPort?: number | undefined;
	apiPort?: number | undefined;
	/** Settings to change in the database. */
	settings?: Partial<Settings> | undefined;
}

export interface ContactsService {
	/** Origin of the authorization host: `{auth_url}` of the contract. */
	readonly authUrl: string;
	/** Origin of the API host: `{base_url}` of the contract. */
	readonly baseUrl: string;
	/** PEM of the certificate of both hosts, which clients have to trust. */
	readonly ca: string;
	/** Path of a file with the same PEM, for NODE_EXTRA_CA_CERTS. */
	readonly caFile: string;
	readonly operator: Operator;
	/** The current settings. */
	readonly settings: Settings;
	/** Changes some settings, from the next request on. @returns all settings */
	configure(changes: Partial<Settings>): Settings;
	readonly faults: Faults;
	readonly requests: RequestLog;
	/** Waits at most two seconds for pending requests, then closes everything. */
	close(): Promise<void>;
}

/**
 * Starts the Contacts service of the contract: both hosts over HTTPS, on one database.
 *
 * @throws {OperatorError} if the folder, a port or a setting cannot be used
 */
export async function startService(options: ServiceOptions = {}): Promise<ContactsService> {
	const resources = new AsyncDisposableStack();
	try {
		return await startWith(resources, options);
	} catch (error) {
		await resources.disposeAsync();
		throw error;
	}
}

async function startWith(
	resources: AsyncDisposableStack,
	{ authPort = 0, apiPort = 0, settings: changes, ...options }: ServiceOptions,
): Promise<ContactsService> {
	const store = resources.adopt(await openStore(options), (opened) => opened.close());
	const { database, operator, faults, settings } = store;
	if (changes !== undefined) settings.change(changes);

	const keyValueStore = createKeyValueStore(database);
	const identity = await readServerIdentity(keyValueStore, new Date());
	const file = resources.adopt(
		writeCertificateFile(identity.certificate, options.dataDir),
		(written) => written.remove(),
	);

	const open = async (port: number) =>
		resources.adopt(await openHttpsOrigin(identity, port), (origin) => origin.close());
	const authOrigin = await open(authPort);
	const apiOrigin = await open(apiPort);
	const origins = { authUrl: authOrigin.url, baseUrl: apiOrigin.url };

	const apiAsResourceServer = makeResourceServer();
	const introspection = resources.adopt(
		createIntrospectionClient(origins.authUrl, identity.certificate, apiAsResourceServer),
		(client) => client.close(),
	);

	const requestLog = createRequestLog();
	const context = {
		baseUrl: origins.baseUrl,
		settings,
		faults,
		requestLog,
		credentials: createCredentials(database, apiAsResourceServer),
		accessTokens: await createAccessTokens(keyValueStore),
		contactPages: createContactPages(database),
		introspect: introspection.introspect,
	};
	for (const [origin, app] of [
		[authOrigin, buildAuthorizationHost(context)],
		[apiOrigin, buildApiHost(context)],
	] as const) {
		await app.ready();
		origin.setHandler({
			request: app.routing,
			reject: (connection, error) => writeHttpError(connection, error, errorFormOf(settings)),
		});
	}

	database.limitLockWait(SERVING_LOCK_WAIT_MS);
	return {
		...origins,
		ca: identity.certificate,
		caFile: file.path,
		operator,
		get settings() {
			return settings.current();
		},
		configure: (next) => settings.change(next),
		faults,
		requests: requestLog,
		close: () => resources.disposeAsync(),
	};
}
