/// <reference lib="esnext.disposable" />
import type { FastifyServerOptions } from 'fastify';
import { isIP, isIPv6 } from 'node:net';
import { createAccessTokens } from './access-tokens.ts';
import { OperatorError, UsageError } from './errors.ts';
import { buildApiHost } from './hosts/api-host.ts';
import { buildAuthorizationHost } from './hosts/authorization-host.ts';
import { openHttpsOrigin } from './hosts/https-origin.ts';
import { createIntrospectionClient } from './hosts/introspection-client.ts';
import { createLiveHost } from './hosts/live-host.ts';
import { createRequestLimiter } from './hosts/request-limiter.ts';
import { createRequestLog, type RequestLog } from './hosts/request-log.ts';
import { describeService } from './openapi.ts';
import type { Settings } from './settings.ts';
import { createContactPages } from './storage/contact-pages.ts';
import { createCredentials } from './storage/credentials.ts';
import { SERVING_LOCK_WAIT_MS } from './storage/database.ts';
import type { Faults } from './storage/faults.ts';
import { createKeyValueStore } from './storage/key-value-store.ts';
import type { Operator } from './storage/operator.ts';
import { makeResourceServer } from './storage/resource-servers.ts';
import { openStore, type StoreOptions } from './storage/store.ts';
import { isLoopback, isUnspecified } from './tls/network-address.ts';
import { createAuthorityFile } from './tls/authority-file.ts';
import { readServerIdentity } from './tls/certificates.ts';

export { OperatorError } from './errors.ts';
export type { Route } from './routes.ts';
export type { Settings } from './settings.ts';
export type { Fault } from './storage/faults.ts';
export type { Operator, ProvisionedClient } from './storage/operator.ts';

/** Certificates are renewed weeks before they expire, so a check once a day is enough. */
const RENEWAL_CHECK_MS = 24 * 60 * 60 * 1000;

export interface ServiceOptions extends StoreOptions {
	/** Ports of the authorization host and the API host; 0, the default, is any free port. */
	authPort?: number | undefined;
	apiPort?: number | undefined;
	/** Name or address to listen on; others than loopback need `allowNetwork`. Default `localhost`. */
	host?: string | undefined;
	/** DNS names of the service for its certificate; the first one is in the origins. */
	names?: string[] | undefined;
	/** Whether others in the network may reach the service. */
	allowNetwork?: boolean | undefined;
	/** Settings to change in the database. */
	settings?: Partial<Settings> | undefined;
	/**
	 * Fastify's option, such as `{ stream: process.stderr }`, for a log with a line for each request,
	 * without query, headers and bodies. Default: no log.
	 */
	logger?: FastifyServerOptions['logger'];
}

export interface ContactsService {
	/** Origin of the authorization host: `{auth_url}` of the contract. */
	readonly authUrl: string;
	/** Origin of the API host: `{base_url}` of the contract. */
	readonly baseUrl: string;
	/** PEM of the certificate authority that signed the certificate of both hosts. */
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
	/** Waits for pending requests, then closes the ports and the database. */
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
	{
		host = 'localhost',
		names = [],
		allowNetwork = false,
		authPort = 0,
		apiPort = 0,
		logger,
		...options
	}: ServiceOptions,
): Promise<ContactsService> {
	requireLoopback(host, allowNetwork);
	requireDnsNames(names);
	const store = resources.adopt(await openStore(options), (opened) => opened.close());
	const { database, operator, faults, settings } = store;
	if (options.settings !== undefined) {
		settings.change(options.settings);
	}

	const keyValueStore = createKeyValueStore(database);
	const certifiedNames = isUnspecified(host) ? names : [...names, host];
	let identity = await readServerIdentity(keyValueStore, new Date(), certifiedNames);
	const authorityFile = createAuthorityFile(options.dataDir);
	resources.defer(() => authorityFile.close());
	authorityFile.write(identity.authority);

	const open = async (port: number) =>
		resources.adopt(await openHttpsOrigin(identity, host, port), (origin) => origin.close());
	const authOrigin = await open(authPort);
	const apiOrigin = await open(apiPort);

	const apiAsResourceServer = makeResourceServer();
	const introspection = resources.adopt(
		createIntrospectionClient(
			urlFrom(authOrigin.url, host),
			identity.authority,
			apiAsResourceServer,
		),
		(client) => client.close(),
	);

	const renew = async () => {
		identity = await readServerIdentity(keyValueStore, new Date(), certifiedNames);
		authorityFile.write(identity.authority);
		authOrigin.renew(identity);
		apiOrigin.renew(identity);
		await introspection.renew(identity.authority);
	};
	// There are weeks left to try again.
	const renewal = setInterval(() => void renew().catch(process.emitWarning), RENEWAL_CHECK_MS);
	renewal.unref();
	resources.defer(() => clearInterval(renewal));

	const requestLog = createRequestLog();
	const origins = {
		authUrl: urlFrom(authOrigin.url, names[0] ?? host),
		baseUrl: urlFrom(apiOrigin.url, names[0] ?? host),
	};
	const context = {
		...origins,
		faults,
		requestLog,
		logger,
		credentials: createCredentials(database, apiAsResourceServer),
		accessTokens: await createAccessTokens(keyValueStore),
		contactPages: createContactPages(database),
		requestLimiter: createRequestLimiter(),
		introspect: introspection.introspect,
		describe: (current: Settings) => describeService(current, origins),
	};
	authOrigin.setHandler(
		await createLiveHost(settings, (current) =>
			buildAuthorizationHost({ ...context, settings: current }),
		),
	);
	apiOrigin.setHandler(
		await createLiveHost(settings, (current) => buildApiHost({ ...context, settings: current })),
	);

	database.limitLockWait(SERVING_LOCK_WAIT_MS);
	return {
		...origins,
		get ca() {
			return identity.authority;
		},
		caFile: authorityFile.path,
		operator,
		get settings() {
			return settings.current();
		},
		configure: (changes) => settings.change(changes),
		faults,
		requests: requestLog,
		close: () => resources.disposeAsync(),
	};
}

function requireLoopback(host: string, allowNetwork: boolean) {
	if (!allowNetwork && !isLoopback(host)) {
		throw new OperatorError(
			`${host} is not a loopback address: others in the network could reach the service. Listen on localhost, or set allowNetwork.`,
		);
	}
}

function requireDnsNames(names: string[]) {
	const wrong = names.find((name) => !DNS_NAME.test(name) || isIP(name) > 0);
	if (wrong !== undefined) {
		throw new UsageError(`${wrong} is not a DNS name. Give one such as contacts.example.com.`);
	}
}

/** Labels of letters, digits and inner hyphens (RFC 1123, 2.1). */
const DNS_NAME =
	/^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** @returns the origin with this host name, or with `localhost` for an unspecified address */
function urlFrom(origin: string, name: string): string {
	const url = new URL(origin);
	url.hostname = isUnspecified(name) ? 'localhost' : isIPv6(name) ? `[${name}]` : name;
	return url.origin;
}
