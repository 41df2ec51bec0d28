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

	it.each([';', '\t', ','])('recognizes CSV with the separator %j', async (separator) => {
		const orgId = newOrganization();
		const lines = [
			['id', 'name', 'note'],
			['7', 'Ada', '"1,5; 2"'],
			['8', 'Bob', ''],
		];
		const text = lines.map((fields) => fields.join(separator)).join('\n');

		await importFile(orgId, write('contacts', text), 'csv');

		expect(await contactsOf(orgId)).toEqual([
			{ id: '7', name: 'Ada', note: '1,5; 2' },
			{ id: '8', name: 'Bob', note: '' },
		]);
	});

	it.each<[FileFormat, string]>([
		['json', '[{"id":12345678901234567890}]'],
		['json', '[{"a":{"b":[9007199254740993]}}]'],
		['ndjson', '{"id":12345678901234567890}'],
	])('refuses a number that would change, with its line: %s', async (format, text) => {
		await expect(importFile(newOrganization(), write('contacts', text), format)).rejects.toThrow(
			/contacts, line 1: the number \d+ would change; write it as a string, in quotes\. Nothing was imported\./,
		);
	});

	it('keeps long ids that are strings, and numbers that are exact', async () => {
		const orgId = newOrganization();
		const contacts = [{ id: '12345678901234567890' }, { id: 9007199254740991, n: -1.5e300 }];

		for (const format of ['json', 'ndjson'] as const) {
			const own = format === 'json' ? orgId : newOrganization();
			const text =
				format === 'json'
					? JSON.stringify(contacts)
					: contacts.map((c) => JSON.stringify(c)).join('\n');
			await importFile(own, write('contacts', text), format);
			expect(await contactsOf(own)).toEqual(contacts);
		}
	});

	it('refuses an id that occurs twice, with the line, and adds nothing', async () => {
		const orgId = newOrganization();
		await importFile(orgId, write('contacts', '{"id":"a"}\n{"id":1}\n'), 'ndjson');

		await expect(
			importFile(orgId, write('contacts', '{"id":"b"}\n\n{"id":"b"}\n'), 'ndjson'),
		).rejects.toThrow('Line 3: the id "b" is that of the contact in line 1, too.');
		await expect(
			importFile(orgId, write('contacts', '[{"id":"1"},\n{"id":"a"}]'), 'json'),
		).rejects.toThrow('Line 2: the organization has a contact with the id "a" already.');

		expect(await contactsOf(orgId)).toEqual([{ id: 'a' }, { id: 1 }]);
	});

	it.each<FileFormat>(['json', 'ndjson'])(
		'refuses contacts that are nested too deep: %s',
		async (format) => {
			for (const depth of [600, 200_000]) {
				const contact = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
				const text = format === 'json' ? `[{},\n${contact}]` : `{}\n${contact}`;

				await expect(
					importFile(newOrganization(), write('contacts', text), format),
				).rejects.toThrow(
					'line 2: a contact is nested more than 500 levels deep. Nothing was imported.',
				);
			}
		},
	);

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
