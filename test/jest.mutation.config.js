const config = require('./jest.config');

/** The credential's own tests: those through n8n's engine add minutes to every mutant and kill no other. */
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
