/** @type {import('jest').Config} */
module.exports = {
	rootDir: '../..',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	globalSetup: '<rootDir>/test/e2e/support/global-setup.ts',
	globalTeardown: '<rootDir>/test/e2e/support/global-teardown.ts',
	modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.cache/', '<rootDir>/.stryker-tmp/'],
	transform: {
		'\\.[jt]s$': ['ts-jest', { tsconfig: '<rootDir>/test/tsconfig.jest.json', diagnostics: false }],
	},
	// Published as ES modules only.
	transformIgnorePatterns: [
		'/node_modules/(?!(jose|@faker-js|proxy-chain|socks-proxy-agent|agent-base)/)',
	],
	// n8n alone may take minutes to start on a busy machine with two cores.
	testTimeout: 300_000,
};
