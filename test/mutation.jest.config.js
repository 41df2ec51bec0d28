/**
 * The fast tests, for Stryker, which loads those that import a mutated file anew for each mutant.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...require('./jest.config.js'),
	testMatch: [
		'credentials/*.credentials',
		'credentials/contactsApi/**/!(*.clients)',
		'nodes/Contacts/{errors,quotableName,secrets}',
		'nodes/Contacts/list/!(budget|modes)',
		'nodes/Contacts/operations/!(*.operation|readPages)',
		'nodes/Contacts/request/*',
		'nodes/Contacts/response/!(heap|parseWithinBudget)',
		// Has the messages in its tables.
		'package/documents',
	].map((tests) => `<rootDir>/test/${tests}.test.ts`),
	// A mutant that makes a test wait longer is found.
	testTimeout: 10_000,
};
