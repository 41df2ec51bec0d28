/**
 * Fails if package.json does not refer to the repository that a release is made from: npm compares the
 * two for the provenance statement, and n8n before it verifies a package.
 *
 * The repository is the one of the GitHub workflow (GITHUB_REPOSITORY), otherwise git's remote
 * "origin". Exits with 1 and says what to enter.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const repository = repositoryUrl();
if (repository === undefined) {
	fail('The repository is not known. Add it as the remote "origin": git remote add origin <URL>');
} else {
	const mismatches = compare(JSON.parse(readFileSync('package.json', 'utf8')));
	if (mismatches.length === 0) {
		console.log(`package.json refers to ${repository}.`);
	} else {
		fail(
			`package.json does not refer to ${repository}:`,
			...mismatches.map(({ field, found }) => `- ${field}: ${found || 'missing'}`),
			'Enter this in package.json and commit it:',
			mismatches
				.map(({ field, expected }) => `"${field}": ${JSON.stringify(expected)}`)
				.join(',\n'),
		);
	}
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
			// A reserved domain (RFC 2606).
			agrees: (found) => !/\.example\b/.test(found),
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

function fail(...lines) {
	console.error(lines.join('\n'));
	process.exitCode = 1;
}
