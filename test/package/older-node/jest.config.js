const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const config = require('../../jest.config');

const TESTS = join(__dirname, '../..');

/** The tests of credential and node, except those with the sandbox's service, which needs Node.js 24. */
module.exports = {
	...config,
	rootDir: '../../..',
	testMatch: ['credentials', 'nodes']
		.flatMap((folder) => testsIn(join(TESTS, folder)))
		.filter(
			(file) =>
				!/from '.*\/(service|service\/index\.ts|trustedCertificate)'/.test(
					readFileSync(file, 'utf8'),
				),
		),
	coverageThreshold: undefined,
};

function testsIn(folder) {
	return readdirSync(folder, { recursive: true })
		.filter((file) => file.endsWith('.test.ts'))
		.map((file) => join(folder, file));
}
