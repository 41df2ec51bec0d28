import { delimiter } from 'node:path';
import { n8nEnvironment, npmEnvironment } from '../../../sandbox/n8n/environment.ts';

const NODE = '/opt/node24/bin/node';

it('npm gets no settings and folders of an outer npm, except those for access to the registry', () => {
	const kept = {
		...{ HOME: '/home/someone', NPM_TOKEN_OF_A_COMPANY: 'named in .npmrc' },
		...{ npm_config_registry: 'https://registry.example', NPM_CONFIG_CAFILE: '/etc/company.pem' },
		https_proxy: 'http://proxy.example',
	};
	const dropped = {
		...{ npm_config_ignore_scripts: 'true', npm_config_local_prefix: '/repository' },
		...{ npm_lifecycle_event: 'start', INIT_CWD: '/repository', NODE_ENV: 'production' },
		PATH: ['/repository/node_modules/.bin', '/usr/lib/node-gyp-bin', '/usr/bin'].join(delimiter),
	};
	const PATH = ['/opt/node24/bin', '/usr/bin'].join(delimiter);
	expect(npmEnvironment({ ...kept, ...dropped }, NODE)).toEqual({ ...kept, PATH });
});

it("n8n gets no settings of the user's own n8n, and never sends loopback requests through the proxy", () => {
	const proxy = { HTTPS_PROXY: 'http://proxy.example' };
	const kept = { HOME: '/home/someone', SystemRoot: 'C:\\Windows', ...proxy };
	const dropped = { DB_TYPE: 'postgresdb', N8N_ENCRYPTION_KEY: 'theirs' };
	const outer = { ...kept, ...dropped, no_proxy: 'intranet.example' };
	const NO_PROXY = 'intranet.example,127.0.0.1,localhost';
	expect(n8nEnvironment(outer, NODE, { N8N_PORT: '5678' })).toEqual({
		...kept,
		...{ NO_PROXY, no_proxy: NO_PROXY, N8N_PORT: '5678', PATH: '/opt/node24/bin' },
	});
	expect(n8nEnvironment(outer, NODE, { NO_PROXY: '' })).toMatchObject({ NO_PROXY: '' });
});
