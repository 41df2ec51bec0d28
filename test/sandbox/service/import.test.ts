import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContacts } from '../../../sandbox/service/storage/read-contacts.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';
import { sharedTestService } from './test-service.ts';

const folder = temporaryFolder();
const test = sharedTestService();
let client: Awaited<ReturnType<typeof test.newClient>>;
let organizations = 0;
beforeEach(async () => {
	organizations += 1;
	client = await test.newClient({ orgId: `org_own_${organizations}` });
});

const importFile = async (extension: 'csv' | 'ndjson', content: string | Buffer) => {
	const file = join(folder.path, `contacts.${extension}`);
	writeFileSync(file, content);
	return await test.service.operator.importContacts(client.orgId, readContacts(file));
};

const importedContacts = async () => (await test.list(client.accessToken)).json.contacts;

const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('import', () => {
	it('adds the objects of NDJSON unchanged, with an id if they have none', async () => {
		const contacts = [
			{ id: 'a', name: 'Ada' },
			{ name: 'Bob', tags: [1, { x: null }] },
			{},
			{ id: '12345678901234567890' },
			{ id: 9007199254740991, n: -1.5e300 },
		];
		const text = contacts.map((contact) => JSON.stringify(contact)).join('\r\n\n');

		expect(await importFile('ndjson', text)).toEqual({ added: 5, contacts: 5 });

		const id = expect.stringMatching(/^contact_\d+_\d+$/);
		expect(await importedContacts()).toEqual(contacts.map((contact) => ({ id, ...contact })));
	});

	it('adds the contacts of CSV, with the names of the first line and all values as strings', async () => {
		await importFile(
			'csv',
			'\ufeffid,name,note\r\n7,"Ada ""A"" Lovelace","two\nlines, and a comma"\r\n8,Bob,\r\n',
		);

		expect(await importedContacts()).toEqual([
			{ id: '7', name: 'Ada "A" Lovelace', note: 'two\nlines, and a comma' },
			{ id: '8', name: 'Bob', note: '' },
		]);
	});

	it('refuses an id that the organization has, with the line, and adds nothing', async () => {
		await importFile('ndjson', '{"id":"a"}\n{"id":1}\n');

		await expect(importFile('ndjson', '{"id":"1"}\n{"id":"a"}')).rejects.toThrow(
			'Line 2: the organization has a contact with the id "a" already.',
		);

		expect(await importedContacts()).toEqual([{ id: 'a' }, { id: 1 }]);
	});

	it.each<[string, 'csv' | 'ndjson', string | Buffer]>([
		['Line 3: the id "b" is that of the contact in line 1', 'ndjson', '{"id":"b"}\n\n{"id":"b"}'],
		['line 1: the number 9007199254740993 would', 'ndjson', '{"a":{"b":[9007199254740993]}}'],
		['line 2: a contact is nested more than 500 levels', 'ndjson', `{}\n${nested(200_000)}`],
		['line 3: this is not JSON', 'ndjson', '{"a":1}\n\n{"b":\n'],
		['line 3: there are not as many fields', 'csv', 'a,b\n1,2\n3\n'],
		['this is not CSV', 'csv', 'a,b\n1,"2\n'],
		['line 1: every field needs a unique name', 'csv', 'a,a\n1,2\n'],
		['line 1: fields must be separated by commas', 'csv', 'id;name\n1;Ada\n'],
		['is not UTF-8', 'csv', Buffer.from('a\n\xff\n', 'latin1')],
		['There are no contacts to import.', 'ndjson', '\n'],
	])('says "%s" of such %s, and adds no contacts', async (message, extension, text) => {
		await expect(importFile(extension, text)).rejects.toThrow(message);
		expect(await importedContacts()).toEqual([]);
	});
});
