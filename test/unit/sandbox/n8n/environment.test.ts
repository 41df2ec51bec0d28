import { n8nEnvironment } from '../../../../sandbox/n8n/environment.ts';

it("n8n gets no settings of the user's own n8n, and never sends loopback requests through the proxy", () => {
	const kept = { HOME: '/home/someone', HTTPS_PROXY: 'http://proxy.example' };
	const dropped = { DB_TYPE: 'postgresdb', N8N_ENCRYPTION_KEY: 'theirs' };
	const outer = { ...kept, ...dropped, no_proxy: 'intranet.example' };
	const NO_PROXY = 'intranet.example,127.0.0.1,localhost';
	const environment = n8nEnvironment(outer, '/opt/node24/bin/node', { N8N_PORT: '5678' });
	const noProxy = { NO_PROXY, no_proxy: NO_PROXY };
	expect(environment).toEqual({ ...kept, ...noProxy, N8N_PORT: '5678', PATH: '/opt/node24/bin' });
});
