const [unit] = require('./jest.config.js').projects;

/** The fast tests, as paths without their ending. */
const FAST = [
	'unit/credentials/**/*',
	'unit/nodes/Contacts/{contactsError,quotableName,secrets}',
	'unit/nodes/Contacts/paginate/*',
	'unit/nodes/Contacts/{operations,request}/!(heap|parseWithinBudget)',
	'unit/package/messages',
	'promises/*',
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
		(tests) => `<rootDir>/test/${tests}.test.ts`,
	),
	// A mutant that makes a test wait longer is found.
	testTimeout: 10_000,
};
