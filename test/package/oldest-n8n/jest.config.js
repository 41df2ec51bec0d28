const { testMatch, testPathIgnorePatterns, ...config } = require('../../jest.config');

const { OLDEST_N8N } = process.env;

/** The tests of credential and node, with n8n's packages from another folder. */
module.exports = {
	...config,
	rootDir: '../../..',
	testMatch: ['<rootDir>/test/{credentials,nodes}/**/*.test.ts'],
	// In this version, n8n's server protects internal addresses, not its engine.
	testPathIgnorePatterns: [...testPathIgnorePatterns, 'fetchPage.blocked.test.ts'],
	moduleNameMapper: {
		'^@n8n/backend-network$': '<rootDir>/test/package/oldest-n8n/backend-network.js',
		'^(n8n-core|n8n-workflow|zod|reflect-metadata|@n8n/[^/]+|@n8n/backend-network/dist/.+)$': `${OLDEST_N8N}/$1`,
	},
	coverageThreshold: undefined,
};
