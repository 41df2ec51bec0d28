import { matcherOf } from '../../../../nodes/Contacts/operations/search';

const CONTACT = {
	id: 4711,
	name: 'Zoë Müller-Groß',
	company: 'Ａｃｍｅ',
	isActive: true,
	note: null,
	tags: ['VIP', ['inner', { deep: 'Ταξίδι ΟΔΟΣ' }]],
	address: { city: 'São Paulo', geo: { lat: -23.55 } },
};

const finds = (text: string, contact = CONTACT) => matcherOf(text)!(contact);

it('A contact is found by a part of any value, whatever its case and accents', () => {
	const texts = 'zoe MÜLLER muller-gross São vip INNER οδος 4711 471 -23.55 true'.split(' ');
	expect([...texts, 'sao paulo'].filter((text) => !finds(text))).toEqual([]);
});

it('A contact is not found by names, null, objects or several values', () => {
	expect(
		['city', 'null', 'zoe müller vip', '[object', '4712'].filter((text) => finds(text)),
	).toEqual([]);
});

it('Nothing is searched for with an empty text', () => {
	expect(matcherOf('')).toBeUndefined();
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
	const started = process.cpuUsage();
	expect(page.filter(matches)).toEqual([]);
	expect(process.cpuUsage(started).user).toBeLessThan(200_000);
});
