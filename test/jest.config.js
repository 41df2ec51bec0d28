const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	rootDir: '..',
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/e2e/'],
	// One worker more than cores: some tests wait for timers and other processes.
	maxWorkers: availableParallelism() + 1,
	// For tests and hooks that hang, not for slow machines.
	testTimeout: 300_000,
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
	// Published as ES modules only.
	transformIgnorePatterns: ['/node_modules/(?!(jose|@faker-js|get-port)/)'],
	collectCoverageFrom: ['credentials/**/*.ts', 'nodes/**/*.ts'],
	coverageThreshold: { global: { lines: 100, branches: 100, functions: 100, statements: 100 } },
};
