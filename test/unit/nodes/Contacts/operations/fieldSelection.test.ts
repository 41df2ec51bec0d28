import { FieldSelection } from '../../../../../nodes/Contacts/operations/fieldSelection';

const CONTACT = JSON.parse(`{
	"id": 7,
	"email": null,
	"a": { "b": 1, "c": 2, "d": { "e": 3, "f": 4 } },
	"phones": [{ "number": "1" }, { "number": "2" }],
	"custom.field": "with a dot",
	"meta": { "@odata.type": "#contact" },
	"": "without a name",
	"__proto__": { "polluted": true }
}`) as Record<string, unknown>;

const JSON_OF_CONTACT = JSON.stringify(CONTACT);

it.each<[string, string[], string]>([
	['fields in the order in which they were chosen', ['email', 'id'], '{"email":null,"id":7}'],
	['nested fields together', ['a.c', 'id', 'a.d.e'], '{"a":{"c":2,"d":{"e":3}},"id":7}'],
	['an object and fields in it', ['a.d.e', 'a.d', 'a.d.f'], '{"a":{"d":{"e":3,"f":4}}}'],
	['a list as a whole', ['phones'], '{"phones":[{"number":"1"},{"number":"2"}]}'],
	['a name with a dot in it', ['custom.field'], '{"custom.field":"with a dot"}'],
	['a name with a dot in an object', ['meta.@odata.type'], '{"meta":{"@odata.type":"#contact"}}'],
	['a field of such a field', ['__proto__.polluted'], '{"__proto__":{"polluted":true}}'],
	['nothing where it has none of them', ['toString', 'a.x', 'id.x', 'id.'], '{}'],
	['nothing from within a list', ['phones.1.number', 'phones.0', 'phones.length'], '{}'],
	['all fields when none is chosen', [], JSON_OF_CONTACT],
])('A contact keeps %s', (_name, names, expected) => {
	expect(JSON.stringify(new FieldSelection(names).select(CONTACT))).toBe(expected);
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	expect(JSON.stringify(CONTACT)).toBe(JSON_OF_CONTACT);
});

function noteOn(contacts: object[], names: string[], isTool: boolean) {
	const fields = new FieldSelection(names);
	for (const contact of contacts) fields.select(contact as Record<string, unknown>);
	return fields.missingNotes(isTool);
}

it.each<[string, object[], string[], string]>([
	['that no contact has', [CONTACT, { nick: 'Ada' }], ['id', 'emial', 'a.x', 'nick'], 'emial, a.x'],
	['of no contacts', [], ['id'], ''],
	['that are not chosen', [CONTACT], [], ''],
	['that some contact has', [{ a: { b: 1 } }, { nick: undefined }], ['a.b', 'nick'], ''],
])('A note names the fields %s', (_name, contacts, names, missing) => {
	const text = `None of the contacts has ${missing}.`;
	const note = { text, advice: "Check 'Fields to Return' in the 'Options'." };
	for (const isTool of [true, false]) {
		expect(noteOn(contacts, names, isTool)).toEqual(missing ? [note] : []);
	}
});

it('A model gets an error if no contact has any field', () => {
	const contacts = [{ id: 1, address: { city: 'Oslo' } }, { email: 'a@b' }];
	const description = expect.stringMatching(/emial, nick\. .*: id, address\.$/);
	const userMessage = expect.objectContaining({ description });
	const error = { reason: 'fieldsMissing', userMessage };
	const missing = () => noteOn(contacts, ['emial', 'emial', 'nick'], true);
	expect(missing).toThrow(expect.objectContaining(error));
});
