import fc from 'fast-check';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FileFormat, fileFormats } from '../../../sandbox/service/contact-files/formats.ts';
import { readContacts } from '../../../sandbox/service/contact-files/read-contacts.ts';
import { writeContacts } from '../../../sandbox/service/contact-files/write-contacts.ts';
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

const contactsOf = (orgId: string): object[] =>
	[...test.service.operator.exportContacts(orgId)].map((text) => JSON.parse(text));

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

			const contacts = contactsOf(orgId);
			const id = expect.stringMatching(/^contact_\d+_\d+$/);
			expect(contacts).toEqual([
				{ id: 'a', name: 'Ada' },
				{ id, name: 'Bob', tags: [1, { x: null }] },
				{ id },
			]);
			const { accessToken } = await test.newClient({ orgId });
			expect((await test.list(accessToken)).json.contacts).toEqual(contacts);
		},
	);

	it('adds the contacts of CSV, with the names of the first line and all values as strings', async () => {
		const orgId = newOrganization();
		const text =
			'\ufeffid,name,note\r\n7,"Ada ""A"" Lovelace","two\nlines, and a comma"\r\n8,Bob,\r\n';

		await importFile(orgId, write('contacts', text), 'csv');

		expect(contactsOf(orgId)).toEqual([
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

		expect(contactsOf(orgId)).toEqual([]);
	});

	it('adds no contacts if the error comes late in a large file', async () => {
		const orgId = newOrganization();
		const line = `${JSON.stringify({ name: 'x'.repeat(200) })}\n`;

		await expect(
			importFile(orgId, write('contacts', `${line.repeat(5000)}{`), 'ndjson'),
		).rejects.toThrow('line 5001: this is not JSON. Nothing was imported.');

		expect(contactsOf(orgId)).toEqual([]);
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

describe('export', () => {
	it.each(fileFormats)('writes %s that can be imported as the same contacts', async (format) => {
		const value =
			format === 'csv' ? fc.string({ unit: 'grapheme' }) : fc.jsonValue({ maxDepth: 2 });
		const fields = fc.record(
			{ a: value, 'b,"c"': value },
			{ requiredKeys: format === 'csv' ? ['a', 'b,"c"'] : [] },
		);
		const list = fc
			.array(fields, { minLength: 1, maxLength: 20 })
			.map((all) => all.map((each, index) => ({ id: String(index), ...each })));
		await fc.assert(
			fc.asyncProperty(list, async (contacts) => {
				const file = join(folder, `round-trip.${format}`);
				await writeContacts(file, format, () => contacts.map((each) => JSON.stringify(each)));
				const read = [];
				for await (const each of readContacts(file, format)) {
					read.push(each);
				}

				expect(JSON.stringify(read)).toBe(JSON.stringify(contacts));
			}),
			{ numRuns: 200 },
		);
	});

	it('writes the fields of all contacts to CSV, and values other than strings as JSON', async () => {
		const file = join(folder, 'contacts.csv');
		const documents = ['{"id":"1","tags":["a"]}', '{"id":"2","address":{"city":"Bern"},"n":null}'];

		await writeContacts(file, 'csv', () => documents);

		expect(readFileSync(file, 'utf8')).toBe(
			'id,tags,address,n\r\n1,"[""a""]",,\r\n2,,"{""city"":""Bern""}",null\r\n',
		);
	});

	it('writes a file that only its owner can read, and leaves nothing behind if that fails', async () => {
		const target = mkdtempSync(join(folder, 'export-'));
		const file = join(target, 'contacts.json');
		await writeContacts(file, 'json', () => ['{}']);
		expect(statSync(file).mode & 0o777).toBe(0o600);

		const fails = function* () {
			yield '{}';
			throw new Error('disk I/O error');
		};
		await expect(writeContacts(file, 'json', fails)).rejects.toThrow('disk I/O error');
		await expect(
			writeContacts(file, 'json', () => test.service.operator.exportContacts('org_none')),
		).rejects.toThrow('There is no organization org_none.');
		await expect(writeContacts(join(target, 'no', 'x'), 'json', () => ['{}'])).rejects.toThrow(
			'cannot be written',
		);

		expect(readdirSync(target)).toEqual(['contacts.json']);
		expect(readFileSync(file, 'utf8')).toBe('[\n{}\n]\n');
	});
});
