import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');

/** Features for nodes, credentials and expressions that n8n 3.0 removes. */
const REMOVED = [
	/\bhelpers\s*\.\s*request\b/,
	/\brequestWithAuthentication\b/,
	/\brequestOAuth[12]\b/,
	/\bIRequestOptions\b/,
	/\$getPairedItem\b/,
	/\$evaluateExpression\b/,
];

describe('What n8n 3.0 removes', () => {
	it.each([
		'await this.helpers.request({ uri })',
		'helpers.requestWithAuthentication.call(this)',
		'helpers.requestOAuth2.call(this)',
		'const options: IRequestOptions = {};',
		'={{ $getPairedItem("Start") }}',
		'return $evaluateExpression(text);',
	])('is found in %s', (text) => {
		expect(removedIn(text)).toHaveLength(1);
	});

	it.each(['this.helpers.httpRequest(options)', 'helpers.httpRequestWithAuthentication'])(
		'is not found in %s',
		(text) => {
			expect(removedIn(text)).toEqual([]);
		},
	);

	it('is not used in the published sources', () => {
		const files = ['index.ts', ...filesIn('credentials'), ...filesIn('nodes')];
		const used = files.map((file) => [file, removedIn(readFileSync(join(ROOT, file), 'utf8'))]);
		expect(used).toEqual(files.map((file) => [file, []]));
		expect(files).toContain('nodes/Contacts/Contacts.node.ts');
	});
});

function removedIn(text: string): string[] {
	return REMOVED.flatMap((pattern) => pattern.exec(text) ?? []);
}

function filesIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}
