import type { FastifyBaseLogger } from 'fastify';
import { createAccessTokens } from './access-tokens.ts';
import { buildApiHost } from './api-host.ts';
import { createAuthorityFile } from './authority-file.ts';
import { buildAuthorizationHost } from './authorization-host.ts';
import { readServerIdentity } from './certificates.ts';
import { createContactPages } from './contact-pages.ts';
import { createCredentials } from './credentials.ts';
import { openDatabase } from './database.ts';
import type { Database } from './database.ts';
import { createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import { fillNewDatabase } from './fill-contacts.ts';
import { openHttpsOrigin } from './https-origin.ts';
import { createIntrospectionClient } from './introspection-client.ts';
import { createKeptValues } from './kept-values.ts';
import { createLiveHost } from './live-host.ts';
import { createOperator } from './operator.ts';
import type { Operator } from './operator.ts';
import { createRequestLog } from './request-log.ts';
import type { RequestLog } from './request-log.ts';
import { makeSecret } from './secrets.ts';
import { createSettingsStore } from './settings.ts';
import type { Settings } from './settings.ts';

export { OperatorError } from './errors.ts';
export type { Fault, Faults } from './faults.ts';
export type { Operator, ProvisionedClient } from './operator.ts';
export type { RequestLog } from './request-log.ts';
export type { Route } from './routes.ts';
export type { Settings } from './settings.ts';

/** The organization of a new database, and how many contacts it has. */
const FIRST_ORGANIZATION = 'org_demo';
const FIRST_CONTACTS = 2500;

/** Certificates are renewed weeks before they run out: once a day is often enough to look. */
const RENEWAL_CHECK_MS = 24 * 60 * 60 * 1000;

export interface ServiceOptions {
	/** Folder of the database and the authority's certificate. Without it all is in memory. */
	dataDir?: string;
	/** Ports of the authorization host and the API host; 0 is any free one. Default 0. */
	authPort?: number;
	apiPort?: number;
	/** Name or address of a loopback interface. Default `localhost`. */
	host?: string;
	/** Changes to the settings that the database keeps. */
	settings?: Partial<Settings>;
	/** Contacts that a new database gets. Default 2,500. */
	initialContacts?: number;
	/** Gets a line for each request, without query, headers and bodies. Default: none. */
	logger?: FastifyBaseLogger;
}

export interface ContactsService {
	/** Origin of the authorization host: `{auth_url}` of the contract. */
	authUrl: string;
	/** Origin of the API host: `{base_url}` of the contract. */
	baseUrl: string;
	/** PEM of the certificate authority that signed the certificates of both. */
	ca: string;
	/** Path of a file with the same, for NODE_EXTRA_CA_CERTS. */
	caFile: string;
	operator: Operator;
	/** The settings in force. */
	readonly settings: Settings;
	/** Changes some settings; the next request is answered accordingly. */
	configure(changes: Partial<Settings>): Settings;
	faults: Faults;
	requests: RequestLog;
	/** Lets requests under way end, frees the ports, closes the database. */
	close(): Promise<void>;
}

/**
 * Starts the Contacts service of the contract: both hosts over HTTPS, on one database.
 *
 * @throws {OperatorError} when the folder, a port or a setting cannot be used
 */
export async function startService(options: ServiceOptions = {}): Promise<ContactsService> {
	const dataDir = options.dataDir === '' ? undefined : options.dataDir;
	const database = openDatabase(dataDir);
	const closers: Array<() => unknown> = [() => database.close()];
	const close = async () => {
		while (closers.length > 0) {
			await closers.pop()!();
		}
	};
	try {
		return await startOn(database, { ...options, dataDir }, closers, close);
	} catch (error) {
		await close();
		throw error;
	}
}

async function startOn(
	database: Database,
	options: Omit<ServiceOptions, 'dataDir'> & { dataDir: string | undefined },
	closers: Array<() => unknown>,
	close: () => Promise<void>,
): Promise<ContactsService> {
	const { host = 'localhost', logger, initialContacts = FIRST_CONTACTS } = options;
	const settings = createSettingsStore(database);
	settings.change(options.settings ?? {});
	const kept = createKeptValues(database);
	const accessTokens = await createAccessTokens(kept);
	let identity = await readServerIdentity(kept, new Date());
	const authorityFile = createAuthorityFile(options.dataDir);
	closers.push(() => authorityFile.close());
	authorityFile.write(identity.authority);
	await fillNewDatabase(database, FIRST_ORGANIZATION, initialContacts);

	const credentials = createCredentials(database);
	const faults = createFaults(database);
	const requestLog = createRequestLog();
	const shared = { faults, requestLog, logger, credentials, accessTokens };
	const apiHostServer = { id: 'api-host', secret: makeSecret('rs') };

	const authOrigin = await openHttpsOrigin(identity, host, options.authPort ?? 0);
	closers.push(() => authOrigin.close());
	const introspection = createIntrospectionClient(
		authOrigin.url,
		identity.authority,
		apiHostServer,
	);
	closers.push(() => introspection.close());
	const apiOrigin = await openHttpsOrigin(identity, host, options.apiPort ?? 0);
	closers.push(() => apiOrigin.close());

	const authHost = await createLiveHost(settings, (current) =>
		buildAuthorizationHost({
			...shared,
			settings: current,
			isResourceServer: (id, secret) =>
				(id === apiHostServer.id && secret === apiHostServer.secret) ||
				credentials.isResourceServer(id, secret),
		}),
	);
	const apiHost = await createLiveHost(settings, (current) =>
		buildApiHost({
			...shared,
			settings: current,
			contactPages: createContactPages(database),
			baseUrl: apiOrigin.url,
			introspect: introspection.introspect,
		}),
	);
	authOrigin.answerWith(authHost.listener);
	apiOrigin.answerWith(apiHost.listener);

	const renewal = setInterval(async () => {
		identity = await readServerIdentity(kept, new Date());
		authorityFile.write(identity.authority);
		authOrigin.renew(identity);
		apiOrigin.renew(identity);
	}, RENEWAL_CHECK_MS).unref();
	closers.push(() => clearInterval(renewal));

	return {
		authUrl: authOrigin.url,
		baseUrl: apiOrigin.url,
		get ca() {
			return identity.authority;
		},
		caFile: authorityFile.path,
		operator: createOperator(database),
		get settings() {
			return settings.current();
		},
		configure: (changes) => settings.change(changes),
		faults,
		requests: requestLog,
		close,
	};
}
