import { matcherOf } from '../../../../nodes/Contacts/operations/search';

const CONTACT = {
	id: 4711,
	name: 'Zoë Müller-Groß',
	company: 'Ａｃｍｅ',
	isActive: true,
	note: null,
	tags: ['VIP', ['inner', { deep: 'Ταξίδι ΟΔΟΣ' }]],
	address: { city: 'São Paulo', geo: { lat: -23.55 } },
	firstName: 'Nathan',
	lastName: 'O’Keefe',
	phone: '+1 (280) 303-5324 ext. 7',
	mobile: '2803035325',
};

const finds = (text: string, contact = CONTACT) => matcherOf(text)!(contact);

it('A contact is found by a part of any value, whatever its case and accents', () => {
	const texts = 'zoe MÜLLER muller-gross müller–groß São vip INNER οδος acme 4711 471 -23.55 true';
	expect([...texts.split(' '), 'sao paulo'].filter((text) => !finds(text))).toEqual([]);
});

it('A contact is found by words that are in several of its values', () => {
	const texts = [
		"Nathan O'Keefe",
		"o'keefe, nathan",
		'nathan  o`keefe',
		'Nathan vip paulo',
		'nat kee',
	];
	expect(texts.filter((text) => !finds(text))).toEqual([]);
});

it('A contact is found by a phone number, however it is written', () => {
	const texts = ['+1 280 303 5324', '12803035324', '(280) 303.5324', '280/303-53', '280 303 5325'];
	expect(texts.filter((text) => !finds(text))).toEqual([]);
});

it.each([
	['Łukasz Sørensen', 'lukasz sorensen'],
	['Lukasz Sorensen', 'ŁUKASZ sørensen'],
	['Đorđe', 'dorde'],
])('Letters with a stroke count as letters with an accent: %s, %s', (name, text) => {
	expect(matcherOf(text)!({ name })).toBe(true);
});

it('A contact is not found by names, null or objects, or by words of which it lacks one', () => {
	const texts = ['city', 'null', '[object', '4712', "Nathan O'Brien", 'zoë müller vip oslo'];
	const numbers = ['280 303 5326', '5324 7', '303 53 24 1'];
	expect([...texts, ...numbers].filter((text) => finds(text))).toEqual([]);
});

it('Nothing is searched for with an empty text', () => {
	expect(['', ' ', ' , '].map(matcherOf)).toEqual([undefined, undefined, undefined]);
});

it('A search takes linear time, however large and deep contacts are', () => {
	let deep: object = { value: 'needle' };
	for (let level = 0; level < 100_000; level++) deep = { deep };
	expect(matcherOf('needle')!({ deep })).toBe(true);
	const page = Array.from({ length: 1_000 }, (_, id) => ({
		...CONTACT,
		id,
		text: 'ä'.repeat(200),
	}));
	const matches = matcherOf('nobody@example.com')!;
	const matchesNumber = matcherOf('+1 555 0100')!;
	const started = process.cpuUsage();
	expect(page.filter(matches)).toEqual([]);
	expect(page.filter(matchesNumber)).toEqual([]);
	expect(matchesNumber({ blank: `a${' '.repeat(200_000)}b` })).toBe(false);
	expect(process.cpuUsage(started).user).toBeLessThan(400_000);
});
