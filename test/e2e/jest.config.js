/** @type {import('jest').Config} */
module.exports = {
	...require('../jest.config'),
	rootDir: '../..',
	testMatch: ['<rootDir>/test/e2e/**/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	globalSetup: '<rootDir>/test/e2e/support/global-setup.ts',
	// n8n alone may take minutes to start on a busy machine with two cores.
	testTimeout: 900_000,
	maxWorkers: 2,
	// A test or hook that timed out may have left something running.
	forceExit: true,
};
