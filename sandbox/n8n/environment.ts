import { delimiter, dirname } from 'node:path';

export type Environment = Record<string, string | undefined>;

/**
 * Environment for an npm that the sandbox starts: the caller's, less what an outer `npm start` or
 * a test runner has put there. An outer npm exports its whole project configuration (ignore-scripts,
 * legacy-peer-deps, local-prefix ...) and would pass it on; how to reach the registry is kept.
 *
 * @param node the Node.js executable that npm and its scripts run on
 */
export function npmEnvironment(outer: Environment, node: string): Environment {
	const kept = Object.entries(outer).filter(
		([name]) =>
			!(name.startsWith('npm_') || SET_BY_RUNNERS.has(name)) || KEPT_NPM_SETTINGS.test(name),
	);
	return { ...Object.fromEntries(kept), ...pathStartingWith(node, outer) };
}

/**
 * Environment for n8n: only what every program needs, then n8n's settings. n8n reads hundreds of
 * variables; one left over in the shell (`DB_TYPE`, `N8N_ENCRYPTION_KEY`) would otherwise point the
 * sandbox at somebody's real data.
 *
 * @param settings n8n's environment variables, by name
 */
export function n8nEnvironment(
	outer: Environment,
	node: string,
	settings: Environment,
): Environment {
	const kept = Object.entries(outer).filter(([name]) => SYSTEM_VARIABLES.test(name));
	const noProxy = [outer.NO_PROXY ?? outer.no_proxy, '127.0.0.1', 'localhost']
		.filter(Boolean)
		.join(',');
	return {
		...Object.fromEntries(kept),
		...pathStartingWith(node, outer),
		// The sandbox's own addresses are never behind the proxy that the rest of the network is behind.
		NO_PROXY: noProxy,
		no_proxy: noProxy,
		...settings,
	};
}

const KEPT_NPM_SETTINGS =
	/^npm_config_(registry|@.*|\/\/.*|userconfig|globalconfig|cache|proxy|https?_proxy|noproxy|cafile|ca|cert|key|strict_ssl|offline|prefer_offline|python|build_from_source)$/;

const SET_BY_RUNNERS = new Set(['INIT_CWD', 'NODE', 'NODE_ENV', 'NODE_OPTIONS']);

const SYSTEM_VARIABLES =
	/^(HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR|TMP|TEMP|(HTTPS?|ALL|NO)_PROXY|NODE_USE_ENV_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR))$/i;

/** The path with that Node.js first, and without the package folders that npm puts before it. */
function pathStartingWith(node: string, outer: Environment): { PATH: string } {
	const rest = (outer.PATH ?? '')
		.split(delimiter)
		.filter((folder) => folder && !/[\\/](node_modules[\\/]\.bin|node-gyp-bin)$/.test(folder));
	return { PATH: [dirname(node), ...rest].join(delimiter) };
}
