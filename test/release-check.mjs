/**
 * Lists everything in the repository that is not ready for a release, and fails if there is anything:
 * package.json does not refer to the repository (npm compares the two for the provenance statement, and
 * n8n before it verifies a package), README.md has addresses that do not work on npm, CHANGELOG.md has no
 * entry for the version, or SECURITY.md and LICENSE name nobody.
 *
 * The repository is the one of the GitHub workflow (GITHUB_REPOSITORY), otherwise git's remote
 * "origin". With --write, completes the addresses in README.md first: npm does not know where its files
 * are.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** An address in Markdown that is relative to the repository; the first group is that of a picture. */
const RELATIVE_ADDRESS = /(!?)(\[[^\]]*\]\()(?!\w+:|#)([^)]+)\)/g;

/** In a reserved domain (RFC 2606). */
const PLACEHOLDER_ADDRESS = /[\w.-]+@[\w.-]+\.example\b/;

const read = (file) => readFileSync(file, 'utf8');

const repository = repositoryUrl();
if (repository && process.argv.includes('--write')) {
	const complete = (_address, picture, text, path) =>
		`${picture}${text}${repository}/${picture ? 'raw' : 'blob'}/HEAD/${path})`;
	writeFileSync('README.md', read('README.md').replace(RELATIVE_ADDRESS, complete));
}
const manifest = JSON.parse(read('package.json'));
const problems = [
	!repository && 'the repository is not known. Run git remote add origin <URL>',
	...problemsInManifest(manifest, repository ?? 'https://github.com/<owner>/<repository>'),
	...problemsInDocuments(manifest),
].filter(Boolean);
if (problems.length > 0) {
	console.error(`Not ready for a release:\n${problems.map((text) => `- ${text}`).join('\n')}`);
	process.exitCode = 1;
} else {
	console.log(`Ready for a release from ${repository}.`);
}

function problemsInManifest({ repository: source, bugs, homepage, author }, address) {
	const issues = `${address}/issues`;
	return [
		webUrl(source?.url ?? '') !== address &&
			`repository in package.json: enter { "type": "git", "url": "git+${address}.git" }`,
		(bugs?.url ?? bugs) !== issues && `bugs in package.json: enter { "url": "${issues}" }`,
		homepage?.split('#')[0] !== address && `homepage in package.json: enter "${address}#readme"`,
		(!author || PLACEHOLDER_ADDRESS.test(author.email ?? author)) &&
			'author in package.json: enter your name on npm and your address',
	];
}

function problemsInDocuments({ version }) {
	const [, holder = 'n8n-nodes-'] = /^Copyright \(c\) \d{4} (.+)$/m.exec(read('LICENSE')) ?? [];
	return [
		RELATIVE_ADDRESS.test(read('README.md')) &&
			'README.md: relative addresses. Run npm run release:check -- --write && npm run format',
		!read('CHANGELOG.md').includes(`## [${version}]`) &&
			`CHANGELOG.md: replace [Unreleased] by [${version}] and the date`,
		PLACEHOLDER_ADDRESS.test(read('SECURITY.md')) &&
			'SECURITY.md: enter where to report a vulnerability',
		holder.includes('n8n-nodes-') && 'LICENSE: enter the person or organization with the copyright',
	];
}

function repositoryUrl() {
	const { GITHUB_REPOSITORY, GITHUB_SERVER_URL = 'https://github.com' } = process.env;
	if (GITHUB_REPOSITORY) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
	try {
		return webUrl(
			execFileSync('git', ['remote', 'get-url', 'origin'], { encoding: 'utf8', stdio: 'pipe' }),
		);
	} catch {
		return undefined;
	}
}

/**
 * Parses the URLs of git and npm, and drops user names and tokens.
 *
 * @returns for example `https://github.com/owner/name`, or undefined for anything else
 */
function webUrl(address) {
	const [, host, path] =
		/^(?:git\+)?(?:[a-z]+:\/\/)?(?:[^@/]+@)?([^/:]+)(?::\d+)?[/:]([^/]+\/[^/]+?)(?:\.git)?\/?$/.exec(
			address.trim(),
		) ?? [];
	return path && `https://${host}/${path}`;
}
