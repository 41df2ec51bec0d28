const { availableParallelism } = require('node:os');
const { join } = require('node:path');

/** Tests of the service, of files by their patterns, and of what the client of Node.js 24 does. */
const NEW_NODE = [
	'/test/engine/(authenticate|list)',
	'/test/unit/(package|sandbox)/',
	'/(continuation|sendRequest).test',
];

/** The tests in a folder of test/. */
const project = (name, rest) => ({
	rootDir: join(__dirname, '..'),
	displayName: name,
	testMatch: [`<rootDir>/test/${name}/**/*.test.ts`],
	testPathIgnorePatterns: typeof AsyncDisposableStack === 'undefined' ? NEW_NODE : [],
	setupFiles: ['<rootDir>/test/support/environment.ts'],
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/.stryker-tmp/'],
	transform: {
		'\\.[jt]s$': [
			'ts-jest',
			{
				diagnostics: false,
				tsconfig: {
					isolatedModules: true,
					target: 'es2022',
					module: 'commonjs',
					moduleResolution: 'node10',
					esModuleInterop: true,
					allowJs: true,
					resolveJsonModule: true,
				},
			},
		],
	},
	// jest makes the lookup of any other global slow.
	sandboxInjectedGlobals: ['Array', 'Object', 'Number', 'String', 'JSON', 'Math'],
	// Published as ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(jose|@faker-js|get-port)/)'],
	...rest,
});

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '..',
	projects: [
		project('unit'),
		project('engine'),
		project('promises'),
		// The other tests cover all lines; these read the most lists.
		project('corpus', { coveragePathIgnorePatterns: ['.'] }),
		project('simulation'),
		project('e2e', {
			globalSetup: '<rootDir>/test/e2e/support/global-setup.ts',
			// With --experimental-vm-modules, jest requires ES modules as they are.
			transformIgnorePatterns: ['/node_modules/'],
		}),
	],
	// One worker more than cores: some tests wait for timers and other processes.
	maxWorkers: availableParallelism() + 1,
	// For tests and hooks that hang, not for slow machines. jest ignores it in projects.
	testTimeout: 900_000,
	collectCoverageFrom: ['credentials/**/*.ts', 'nodes/**/*.ts'],
	coverageThreshold: { global: { lines: 100, branches: 100, functions: 100, statements: 100 } },
};
