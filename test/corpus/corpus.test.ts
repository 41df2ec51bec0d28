/** Checks that the corpus is what its README and its schema say. */
import Ajv from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allServices, descriptionsOf, FILES, load } from '../../sandbox/corpus/corpus.ts';
import { type Description, serviceOf } from '../../sandbox/corpus/service.ts';
import schema from '../../sandbox/corpus/schema.json';

const matches = new Ajv({ strict: true, strictTypes: false }).compile(schema);

const README = readFileSync(join(__dirname, '../../sandbox/corpus/README.md'), 'utf8');

/** The blocks of the README in a language. */
const blocks = (language: string) =>
	[...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
		([, text]) => JSON.parse(text!) as unknown,
	);

it.each(FILES)('%s.jsonl matches the schema, and its templates name known values', (file) => {
	for (const description of descriptionsOf(file)) {
		expect([description.name, matches(description) || matches.errors]).toEqual([
			description.name,
			true,
		]);
		expect(description.responses.map((one) => one.if).indexOf(undefined)).toBe(
			description.responses.length - 1,
		);
	}
	load(file);
});

it('names differ, in lower case, too', () => {
	const names = allServices().map(({ name }) => name.toLowerCase());
	expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

const MINIMAL: Description = {
	name: 'Minimal',
	source: 'invented',
	pagedBy: [{ kind: 'page', parameter: 'page', first: 1 }],
	contact: { id: '{number}' },
	responses: [{ body: { contacts: '{list}' } }],
};

it.each<[string, string, Partial<Description>]>([
	[
		'the name of a value',
		'There is no value "lastPge"',
		{ responses: [{ body: { pages: '{lastPge}' } }] },
	],
	['the name of a field', 'There is no value "last.idd"', { responses: [{ body: '{last.idd}' }] }],
	['a condition', 'There is no value "hasMor"', { responses: [{ if: 'hasMor', body: [] }] }],
	['the name of a filter', 'There is no filter "txt"', { responses: [{ body: '{total | txt}' }] }],
	['a default', 'The default nul is not JSON', { responses: [{ body: '{next ?? nul}' }] }],
	['a sum', '{total +1} is not understood', { responses: [{ body: '{total +1}' }] }],
	['a brace', 'A lone brace in "{total"', { responses: [{ body: '{total' }] }],
	[
		'a token',
		'There is no value "last.key"',
		{ pagedBy: [{ kind: 'cursor', parameter: 'c', token: '{last.key}' }] },
	],
	['a contact', 'There is no value "numbr"', { contact: { id: '{numbr}' } }],
])('a typing error in %s is found when a service is loaded', (_name, message, change) => {
	expect(() => serviceOf({ ...MINIMAL, ...change })).toThrow(message);
});

it('the examples of the README are services, and answer as it says', () => {
	const examples = blocks('json service') as Description[];
	const exchanges = blocks('json response') as Array<{
		service: string;
		request: string;
		contacts: number;
		response: unknown;
	}>;
	expect(examples.map((example) => matches(example) || matches.errors)).toEqual([true, true]);
	for (const { service: name, request, contacts: total, response } of exchanges) {
		const service = serviceOf(examples.find((example) => example.name === name)!);
		const contacts = Array.from({ length: total }, (_, n) => service.contact(n));
		const url = new URL(request, 'https://api.example.com');
		const answer = service.respond({ url }, contacts, { maxPageSize: 1_000 });
		expect(JSON.parse(JSON.stringify(answer))).toEqual(response);
	}
	expect(exchanges.length).toBeGreaterThan(3);
});
