/**
 * Lists everything in the repository that is not ready for a release, and fails if there is anything:
 * package.json does not refer to the repository (npm compares the two for the provenance statement, and
 * n8n before it verifies a package), README.md has addresses that do not work on npm, CHANGELOG.md has no
 * entry for the version, or SECURITY.md and LICENSE name nobody.
 *
 * The repository is the one of the GitHub workflow (GITHUB_REPOSITORY), otherwise that of package.json.
 * With --write, completes the addresses in README.md first: npm does not know where its files are.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** An address in Markdown that is relative to the repository; the first group is that of a picture. */
const RELATIVE_ADDRESS = /(!?)(\[[^\]]*\]\()(?!\w+:|#)([^)]+)\)/g;

/** In a reserved domain (RFC 2606). */
const PLACEHOLDER_ADDRESS = /[\w.-]+@[\w.-]+\.example\b/;

const read = (file) => readFileSync(file, 'utf8');

const { version, author, repository, bugs, homepage } = JSON.parse(read('package.json'));
const { GITHUB_REPOSITORY, GITHUB_SERVER_URL = 'https://github.com' } = process.env;
const [, ownAddress] = /^git\+(https:\/\/.+)\.git$/.exec(repository?.url) ?? [];
const address = GITHUB_REPOSITORY ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}` : ownAddress;

if (address && process.argv.includes('--write')) {
	const complete = (_address, picture, text, path) =>
		`${picture}${text}${address}/${picture ? 'raw' : 'blob'}/HEAD/${path})`;
	writeFileSync('README.md', read('README.md').replace(RELATIVE_ADDRESS, complete));
}
const shown = address ?? 'https://github.com/<owner>/<repository>';
const [, holder = 'n8n-nodes-'] = /^Copyright \(c\) \d{4} (.+)$/m.exec(read('LICENSE')) ?? [];
const problems = [
	(!address || ownAddress !== address) &&
		`repository in package.json: enter { "type": "git", "url": "git+${shown}.git" }`,
	(bugs?.url ?? bugs) !== `${shown}/issues` &&
		`bugs in package.json: enter { "url": "${shown}/issues" }`,
	homepage?.split('#')[0] !== shown && `homepage in package.json: enter "${shown}#readme"`,
	(!author || PLACEHOLDER_ADDRESS.test(author.email ?? author)) &&
		'author in package.json: enter your name on npm and your address',
	RELATIVE_ADDRESS.test(read('README.md')) &&
		'README.md: relative addresses. Run npm run release:check -- --write && npm run format',
	!read('CHANGELOG.md').includes(`## [${version}]`) &&
		`CHANGELOG.md: replace [Unreleased] by [${version}] and the date`,
	PLACEHOLDER_ADDRESS.test(read('SECURITY.md')) &&
		'SECURITY.md: enter where to report a vulnerability',
	holder.includes('n8n-nodes-') && 'LICENSE: enter the person or organization with the copyright',
].filter(Boolean);
if (problems.length > 0) {
	console.error(`Not ready for a release:\n${problems.map((text) => `- ${text}`).join('\n')}`);
	process.exitCode = 1;
} else {
	console.log(`Ready for a release from ${address}.`);
}
