/**
 * Fails if something in the repository is not ready for a release: package.json does not refer to the
 * repository (npm compares the two for the provenance statement, and n8n before it verifies a package),
 * README.md has addresses that do not work on npm, or SECURITY.md and LICENSE name nobody.
 *
 * The repository is the one of the GitHub workflow (GITHUB_REPOSITORY), otherwise git's remote
 * "origin". Exits with 1 and says what to enter. With --write, completes the addresses in README.md.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** An address in Markdown that is relative to the repository; the first group is that of a picture. */
const RELATIVE_ADDRESS = /(!?)(\[[^\]]*\]\()(?!\w+:|#)([^)]+)\)/g;

/** In a reserved domain (RFC 2606). */
const PLACEHOLDER_ADDRESS = /[\w.-]+@[\w.-]+\.example\b/;

const repository = repositoryUrl();
if (repository === undefined) {
	fail('The repository is not known. Add it as the remote "origin": git remote add origin <URL>');
} else {
	if (process.argv.includes('--write')) completeAddresses();
	const manifest = JSON.parse(read('package.json'));
	const mismatches = compare(manifest);
	const problems = [
		...mismatches.map(({ field, found }) => `${field} in package.json: ${found || 'missing'}`),
		...checkDocuments(manifest),
	];
	if (problems.length === 0) {
		console.log(`Ready for a release from ${repository}.`);
	} else {
		fail(`Not ready for a release from ${repository}:`, ...problems.map((text) => `- ${text}`));
		if (mismatches.length > 0) {
			fail(
				'Enter this in package.json and commit it:',
				mismatches
					.map(({ field, expected }) => `"${field}": ${JSON.stringify(expected)}`)
					.join(',\n'),
			);
		}
	}
}

/** @returns what to change in the documents */
function checkDocuments({ name }) {
	const relative = read('README.md').match(RELATIVE_ADDRESS)?.length ?? 0;
	const [placeholder] = PLACEHOLDER_ADDRESS.exec(read('SECURITY.md')) ?? [];
	const [, holder = 'nobody'] = /^Copyright \(c\) \d{4} (.+)$/m.exec(read('LICENSE')) ?? [];
	return [
		...(relative > 0
			? [
					`README.md: ${relative} addresses are relative and do not work on npm. Run npm run release:check -- --write && npm run format, and commit it.`,
				]
			: []),
		...(placeholder
			? [`SECURITY.md: ${placeholder} is a placeholder. Enter where to report a vulnerability.`]
			: []),
		...(holder === 'nobody' || holder.includes(name)
			? [`LICENSE: the copyright holder is ${holder}. Enter a person or an organization.`]
			: []),
	];
}

/** Makes the addresses in README.md absolute: npm does not know where its files are. */
function completeAddresses() {
	const completed = read('README.md').replace(
		RELATIVE_ADDRESS,
		(_address, picture, text, path) =>
			`${picture}${text}${repository}/${picture ? 'raw' : 'blob'}/HEAD/${path})`,
	);
	writeFileSync('README.md', completed);
}

/** @returns the fields that are missing or wrong, with what to enter */
function compare({ repository: source, bugs, homepage, author }) {
	const url = (field) => (typeof field === 'object' ? field.url : field);
	return [
		{
			field: 'repository',
			found: url(source),
			agrees: (found) => webUrl(found) === repository,
			expected: { type: 'git', url: `git+${repository}.git` },
		},
		{
			field: 'bugs',
			found: url(bugs),
			agrees: (found) => found === `${repository}/issues`,
			expected: { url: `${repository}/issues` },
		},
		{
			field: 'homepage',
			found: homepage,
			agrees: (found) => found.split('#')[0] === repository,
			expected: `${repository}#readme`,
		},
		{
			field: 'author',
			found: author?.email ?? author?.name ?? author,
			agrees: (found) => !PLACEHOLDER_ADDRESS.test(found),
			expected: { name: 'your name on npm', email: 'your address' },
		},
	].filter(({ found, agrees }) => !found || !agrees(found));
}

function repositoryUrl() {
	const { GITHUB_REPOSITORY, GITHUB_SERVER_URL = 'https://github.com' } = process.env;
	if (GITHUB_REPOSITORY) return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;
	try {
		const remote = execFileSync('git', ['remote', 'get-url', 'origin'], {
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'ignore'],
		});
		return webUrl(remote.trim());
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
			address,
		) ?? [];
	return path && `https://${host}/${path}`;
}

function read(file) {
	return readFileSync(file, 'utf8');
}

function fail(...lines) {
	console.error(lines.join('\n'));
	process.exitCode = 1;
}
