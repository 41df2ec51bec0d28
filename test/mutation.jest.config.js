/** The fast tests, as paths without their ending. */
const FAST = [
	'credentials/*.credentials',
	'credentials/contactsApi/**/!(*.clients)',
	'nodes/Contacts/{nodeError,quotableName,secrets}',
	'nodes/Contacts/list/*',
	'nodes/Contacts/operations/!(*.operation|readPages)',
	'nodes/Contacts/request/*',
	'nodes/Contacts/response/!(heap|parseWithinBudget)',
	// Has the messages in its tables.
	'package/documents',
];

/**
 * For Stryker, which loads the tests that import a mutated file anew for each mutant; the environment
 * variable TESTS may name fewer of them, separated by spaces.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...require('./jest.config.js'),
	testMatch: (process.env.TESTS?.split(' ') ?? FAST).map(
		(tests) => `<rootDir>/test/${tests}.test.ts`,
	),
	// A mutant that makes a test wait longer is found.
	testTimeout: 10_000,
};
