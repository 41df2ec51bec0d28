import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFormat } from '../../../sandbox/service/contact-files/formats.ts';
import { readContacts } from '../../../sandbox/service/contact-files/read-contacts.ts';
import { startTestService, type TestService } from './test-service.ts';

let folder: string;
let test: TestService;
let organizations = 0;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'contacts-service-test-'));
	test = await startTestService();
});
afterAll(async () => {
	await test.close();
	rmSync(folder, { recursive: true });
});

const newOrganization = () => {
	organizations += 1;
	const orgId = `org_own_${organizations}`;
	test.service.operator.provisionClient({ orgId });
	return orgId;
};

const write = (name: string, content: string | Buffer) => {
	const file = join(folder, name);
	writeFileSync(file, content);
	return file;
};

const importFile = (orgId: string, file: string, format: FileFormat) =>
	test.service.operator.importContacts(orgId, readContacts(file, format));

const contactsOf = async (orgId: string): Promise<object[]> => {
	const { accessToken } = await test.newClient({ orgId });
	return (await test.list(accessToken)).json.contacts;
};

describe('import', () => {
	it.each<[string, FileFormat, string]>([
		['a JSON array', 'json', '[{"id":"a","name":"Ada"},\n{"name":"Bob","tags":[1,{"x":null}]},{}]'],
		[
			'a JSON array in one line',
			'json',
			'[{"id":"a","name":"Ada"},{"name":"Bob","tags":[1,{"x":null}]},{}]',
		],
		['NDJSON', 'ndjson', '{"id":"a","name":"Ada"}\r\n\n{"name":"Bob","tags":[1,{"x":null}]}\n{}\n'],
	])(
		'adds the contacts of %s unchanged, with an id if they have none',
		async (_name, format, text) => {
			const orgId = newOrganization();

			expect(await importFile(orgId, write('contacts', text), format)).toEqual({
				added: 3,
				total: 3,
			});

			const contacts = await contactsOf(orgId);
			const id = expect.stringMatching(/^contact_\d+_\d+$/);
			expect(contacts).toEqual([
				{ id: 'a', name: 'Ada' },
				{ id, name: 'Bob', tags: [1, { x: null }] },
				{ id },
			]);
		},
	);

	it('adds the contacts of CSV, with the names of the first line and all values as strings', async () => {
		const orgId = newOrganization();
		const text =
			'\ufeffid,name,note\r\n7,"Ada ""A"" Lovelace","two\nlines, and a comma"\r\n8,Bob,\r\n';

		await importFile(orgId, write('contacts', text), 'csv');

		expect(await contactsOf(orgId)).toEqual([
			{ id: '7', name: 'Ada "A" Lovelace', note: 'two\nlines, and a comma' },
			{ id: '8', name: 'Bob', note: '' },
		]);
	});

	it.each<[string, FileFormat, string | Buffer, string]>([
		['broken JSON', 'json', '[{"a":1},\n{"b":2},\n{"c":x}]', 'line 3: this is not JSON'],
		['truncated JSON', 'json', '[{"a":1},\n{"b":', 'line 2: this is not JSON'],
		['text after the array', 'json', '[{"a":1}]\n\nx', 'line 3: this is not JSON'],
		[
			'an object around the array',
			'json',
			'{\n"contacts":[{"a":1}]}',
			'must be an array of contacts',
		],
		['a number among the contacts', 'json', '[{"a":1},\n7]', 'line 2: a contact must be an object'],
		['an array among the contacts', 'json', '[\n\n[]]', 'line 3: a contact must be an object'],
		['a broken line', 'ndjson', '{"a":1}\n\n{"b":\n', 'line 3: this is not JSON'],
		[
			'a line without an object',
			'ndjson',
			'{"a":1}\nnull\n',
			'line 2: a contact must be an object',
		],
		['a missing field', 'csv', 'a,b\n1,2\n3\n', 'line 3: there are not as many fields'],
		['a stray quote', 'csv', 'a,b\n1,"2"x\n', 'line 2: this is not CSV'],
		['an unterminated quote', 'csv', 'a,b\n1,"2\n', 'this is not CSV'],
		['a duplicate name', 'csv', 'a,a\n1,2\n', 'line 1: every field needs a unique name'],
		['a field without a name', 'csv', 'a,\n1,2\n', 'line 1: every field needs a unique name'],
		['invalid UTF-8', 'json', Buffer.from('[{"a":"\xff"}]', 'latin1'), 'this is not UTF-8'],
		['invalid UTF-8 in CSV', 'csv', Buffer.from('a\n\xff\n', 'latin1'), 'this is not UTF-8'],
	])('reports the line of %s, and adds no contacts', async (_name, format, text, message) => {
		const orgId = newOrganization();
		const file = write('contacts', text);

		await expect(importFile(orgId, file, format)).rejects.toThrow(message);
		await expect(importFile(orgId, file, format)).rejects.toThrow(`${file}, line `);

		expect(await contactsOf(orgId)).toEqual([]);
	});

	it('adds no contacts if the error comes late in a large file', async () => {
		const orgId = newOrganization();
		const line = `${JSON.stringify({ name: 'x'.repeat(200) })}\n`;

		await expect(
			importFile(orgId, write('contacts', `${line.repeat(5000)}{`), 'ndjson'),
		).rejects.toThrow('line 5001: this is not JSON. Nothing was imported.');

		expect(await contactsOf(orgId)).toEqual([]);
	});

	it.each<[FileFormat, string]>([
		['json', '[]'],
		['json', ''],
		['ndjson', '\n'],
		['csv', 'a,b\n'],
	])('reports that there are no contacts: %s, %j', async (format, text) => {
		await expect(importFile(newOrganization(), write('contacts', text), format)).rejects.toThrow(
			'There are no contacts to import.',
		);
	});

	it('reports an unreadable file and an unknown organization', async () => {
		await expect(importFile(newOrganization(), join(folder, 'none'), 'json')).rejects.toThrow(
			/none cannot be read: ENOENT/,
		);
		await expect(importFile('org_none', write('contacts', '[]'), 'json')).rejects.toThrow(
			'There is no organization org_none.',
		);
	});
});
