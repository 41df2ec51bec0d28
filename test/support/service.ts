import tls from 'node:tls';

import { startService } from '../../sandbox/service/index.ts';

/** The Contacts service in this process, with credentials for it. */
export type TestService = Awaited<ReturnType<typeof startTestService>>;

/** Starts the service with one client, whose organization has the given number of contacts. */
export async function startTestService(
	contacts: number,
	options: Parameters<typeof startService>[0] = {},
) {
	const service = await startService({ ...options, initialContacts: 0 });
	tls.setDefaultCACertificates([...tls.getCACertificates('default'), service.ca]);
	const orgId = 'org_test';
	const client = service.operator.provisionClient({ orgId });
	await service.operator.fillContacts({ orgId, count: contacts });
	const { authUrl, baseUrl } = service;
	return Object.assign(service, { credentials: { authUrl, baseUrl, ...client } });
}
