import { delimiter, dirname } from 'node:path';

export type Environment = Record<string, string | undefined>;

/**
 * Environment for npm: the current one without the variables of an outer `npm start` or test runner. An
 * outer npm exports its whole configuration (ignore-scripts, legacy-peer-deps, local-prefix ...), which
 * must not apply here; only settings for access to the registry are kept.
 *
 * @param node the Node.js executable for npm and its scripts
 */
export function npmEnvironment(outer: Environment, node: string): Environment {
	const kept = Object.entries(outer).filter(
		([name]) =>
			!(name.startsWith('npm_') || SET_BY_RUNNERS.has(name)) || KEPT_NPM_SETTINGS.test(name),
	);
	return { ...Object.fromEntries(kept), ...pathStartingWith(node, outer) };
}

/**
 * Environment for n8n: only the variables that every program needs, and n8n's settings. n8n reads
 * hundreds of variables; one set in the shell (`DB_TYPE`, `N8N_ENCRYPTION_KEY`) could point the sandbox
 * at real data.
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
		// The sandbox's own addresses never go through the proxy.
		NO_PROXY: noProxy,
		no_proxy: noProxy,
		...settings,
	};
}

const KEPT_NPM_SETTINGS =
	/^npm_config_(registry|@.*|\/\/.*|userconfig|globalconfig|cache|proxy|https?_proxy|noproxy|cafile|ca|cert|key|strict_ssl|offline|prefer_offline|python|build_from_source)$/;

const SET_BY_RUNNERS = new Set(['INIT_CWD', 'NODE', 'NODE_ENV', 'NODE_OPTIONS']);

const SYSTEM_VARIABLES = new RegExp(
	`^(${[
		'HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_.*|TZ|TMPDIR',
		'(HTTPS?|ALL|NO)_PROXY|NODE_USE_ENV_PROXY|NODE_EXTRA_CA_CERTS|SSL_CERT_(FILE|DIR)',
	].join('|')})$`,
	'i',
);

/** The PATH with the folder of that Node.js first, and without the folders that npm prepends. */
function pathStartingWith(node: string, outer: Environment): { PATH: string } {
	const rest = (outer.PATH ?? '')
		.split(delimiter)
		.filter((folder) => folder && !/\/(node_modules\/\.bin|node-gyp-bin)$/.test(folder));
	return { PATH: [dirname(node), ...rest].join(delimiter) };
}
