import { matcherOf } from '../../../../../nodes/Contacts/operations/userFilter';

const CONTACT = {
	id: 4711,
	name: 'Zoë Müller-Groß',
	company: 'Ａｃｍｅ',
	isActive: true,
	note: null,
	tags: ['VIP', ['inner', { deep: 'Ταξίδι ΟΔΟΣ' }]],
	address: { city: 'São Paulo', geo: { lat: -23.55 } },
	lastName: 'Łukasz O’Keefe',
	firstName: 'Đorđe Sørensen',
	phone: '+1 (280) 303-5324 ext. 7',
	mobile: '2803035325',
};

const NUMBERS = ['+1 280 303 5324', '12803035324', '(280) 303.5324', '280/303-53', '280 303 5325'];

it.each([
	['by a part of any value', 'inner acme 4711 471 -23.55 true vip'.split(' '), true],
	['in any case', 'zoe MÜLLER muller-gross müller–groß São οδος'.split(' '), true],
	['by letters with a stroke', 'lukasz ŁUKASZ sorensen SØRENSEN dorde'.split(' '), true],
	['by several values', ["đorđe O'Keefe", "o'keefe, zoe", 'zoë  o`keefe', 'vip paulo'], true],
	['by a phone number, however it is written', NUMBERS, true],
	['not by names, null or objects', ['city', 'null', '[object', '4712'], false],
	['not by words of which it lacks one', ["zoë O'Brien", 'zoë müller vip oslo'], false],
	['not by other numbers', ['280 303 5326', '5324 7', '303 53 24 1'], false],
])('A contact is found %s', (_name, texts, isFound) => {
	expect(texts.filter((text) => matcherOf(text)!(CONTACT) !== isFound)).toEqual([]);
});

it('Nothing is searched for with an empty text', () => {
	expect(['', ' ', ' , '].map(matcherOf)).toEqual([undefined, undefined, undefined]);
});

it('A search takes linear time, however large and deep contacts are', () => {
	let deep: object = { value: 'needle' };
	for (let level = 0; level < 100_000; level++) deep = { deep };
	expect(matcherOf('needle')!({ deep })).toBe(true);
	const text = 'ä'.repeat(200);
	const page = Array.from({ length: 1_000 }, (_, id) => ({ ...CONTACT, id, text }));
	const matches = matcherOf('nobody@example.com')!;
	const matchesNumber = matcherOf('+1 555 0100')!;
	expect(page.filter((contact) => matches(contact) || matchesNumber(contact))).toEqual([]);
	const long = { document: `${'x'.repeat(20_000)} Needle Zoë 280 303 5324` };
	const found = ['nEEDLE zoË', '280 303 5324', 'zoe'].map((one) => matcherOf(one)!(long));
	expect(found).toEqual([true, true, false]);
	expect(matches({ marks: '\u0301\u0323'.repeat(300_000) })).toBe(false);
	expect(matchesNumber({ blank: `a${' '.repeat(200_000)}b` })).toBe(false);
});
