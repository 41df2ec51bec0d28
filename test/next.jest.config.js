const config = require('./jest.config.js');

const NODE = '<rootDir>/nodes/Contacts';

/** Tests the reader of lists that is being built beside the one in use. @type {import('jest').Config} */
module.exports = {
	...config,
	collectCoverage: false,
	coverageThreshold: undefined,
	projects: config.projects
		.filter(({ displayName }) => displayName === 'corpus')
		.map((project) => ({
			...project,
			testMatch: ['<rootDir>/test/{corpus,next}/**/*.test.ts'],
			moduleNameMapper: {
				'/operations/(continuation|findings|readPages)$': `${NODE}/operations/next/$1`,
				'/list/ways$': `${NODE}/paginate`,
			},
		})),
};
