import { n8nEnvironment, npmEnvironment } from '../../../sandbox/n8n/environment.ts';

const NODE = '/opt/node24/bin/node';

describe('npmEnvironment', () => {
	it('drops the settings of an outer npm, except those for access to the registry', () => {
		const environment = npmEnvironment(
			{
				HOME: '/home/someone',
				NPM_TOKEN_OF_A_COMPANY: 'named in .npmrc',
				npm_config_ignore_scripts: 'true',
				npm_config_local_prefix: '/repository',
				npm_lifecycle_event: 'start',
				INIT_CWD: '/repository',
				NODE_ENV: 'production',
				npm_config_registry: 'https://registry.example',
				NPM_CONFIG_CAFILE: '/etc/company.pem',
				https_proxy: 'http://proxy.example',
			},
			NODE,
		);

		expect(environment).toEqual({
			HOME: '/home/someone',
			NPM_TOKEN_OF_A_COMPANY: 'named in .npmrc',
			npm_config_registry: 'https://registry.example',
			NPM_CONFIG_CAFILE: '/etc/company.pem',
			https_proxy: 'http://proxy.example',
			PATH: '/opt/node24/bin',
		});
	});

	it('puts the given Node.js first on the PATH, and drops the folders that npm prepends', () => {
		const { PATH } = npmEnvironment(
			{ PATH: '/repository/node_modules/.bin:/usr/lib/node-gyp-bin:/usr/bin:/bin' },
			NODE,
		);

		expect(PATH).toBe('/opt/node24/bin:/usr/bin:/bin');
	});
});

describe('n8nEnvironment', () => {
	it("leaves out settings of the user's own n8n, and never sends loopback requests through the proxy", () => {
		const outer = {
			HOME: '/home/someone',
			DB_TYPE: 'postgresdb',
			N8N_ENCRYPTION_KEY: 'theirs',
			HTTPS_PROXY: 'http://proxy.example',
			no_proxy: 'intranet.example',
		};

		expect(n8nEnvironment(outer, NODE, { N8N_PORT: '5678' })).toEqual({
			HOME: '/home/someone',
			HTTPS_PROXY: 'http://proxy.example',
			NO_PROXY: 'intranet.example,127.0.0.1,localhost',
			no_proxy: 'intranet.example,127.0.0.1,localhost',
			N8N_PORT: '5678',
			PATH: '/opt/node24/bin',
		});
	});

	it('lets settings override everything else', () => {
		expect(n8nEnvironment({}, NODE, { NO_PROXY: '' })).toMatchObject({ NO_PROXY: '' });
	});
});
