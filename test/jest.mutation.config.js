const config = require('./jest.config');

/** The credential's unit tests: those in n8n's engine take minutes for each mutant and kill no more. */
module.exports = {
	...config,
	testMatch: [
		'<rootDir>/test/credentials/*.credentials.test.ts',
		'<rootDir>/test/credentials/contactsApi/**/*.test.ts',
	],
	testPathIgnorePatterns: [...config.testPathIgnorePatterns, 'authenticate.clients.test.ts'],
	collectCoverageFrom: undefined,
	coverageThreshold: undefined,
};
