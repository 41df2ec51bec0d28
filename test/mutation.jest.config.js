const [unit] = require('./jest.config.js').projects;

/** The fast unit tests, as paths without their ending. */
const FAST = [
	'credentials/*.credentials',
	'credentials/contactsApi/**/*',
	'nodes/Contacts/{nodeError,quotableName,secrets}',
	'nodes/Contacts/operations/!(readPages)',
	'nodes/Contacts/paginate/*',
	'nodes/Contacts/request/!(heap|parseWithinBudget)',
];

/**
 * For Stryker, which loads the tests that import a mutated file anew for each mutant; the environment
 * variable TESTS may name fewer of them, separated by spaces.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...unit,
	testMatch: (process.env.TESTS?.split(' ') ?? FAST).map(
		(tests) => `<rootDir>/test/unit/${tests}.test.ts`,
	),
	// A mutant that makes a test wait longer is found.
	testTimeout: 10_000,
};
