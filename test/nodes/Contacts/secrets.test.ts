import { inspect } from 'node:util';

import { Secrets } from '../../../nodes/Contacts/secrets';

/** What is shown of the data when these tokens were sent. */
function shown<T>(data: T, ...tokens: string[]): T {
	const secrets = new Secrets();
	for (const token of tokens) secrets.add(token);
	return secrets.hideIn(data);
}

const TOKENS = [
	'header.payload.signature',
	'k3jx82nd7qpw5mzt',
	'QwertyUiopAsdfGhjkl',
	'a+b/c+d/e+f==',
];

describe('A token that was sent is hidden', () => {
	it.each(TOKENS)('as a name, and in a name: %s', (token) => {
		for (const name of [token, `data.${token}`, `next_${token}.items`, `x, by ${token}=2; ends`]) {
			const text = shown(name, 'another-token', token);
			expect(text).toContain('(not shown)');
			expect(text).not.toContain(token);
		}
	});

	it('in other styles, in which the node asks for pages', () => {
		for (const name of ['next_qwerty_uiop_asdf_ghjkl=1', 'qwertyUiopAsdf-Ghjkl=1']) {
			expect(shown(name, ...TOKENS)).toBe('(not shown)=1');
		}
	});

	it('when a name is a part of it that is long enough to tell', () => {
		expect(shown('x.k3jx82nd, k3jx82n', ...TOKENS)).toBe('(not shown), k3jx82n');
		expect(shown('contacts.Qwerty', ...TOKENS)).toBe('contacts.Qwerty');
		expect(shown('header.payload', ...TOKENS)).toBe('(not shown)');
	});

	it('at all levels of plain data, which is copied', () => {
		const data = { names: ['id', TOKENS[1]], advice: { field: TOKENS[0], page: 3, none: null } };
		const copy = structuredClone(data);
		const expected = { field: '(not shown)', page: 3, none: null };
		expect(shown(data, ...TOKENS)).toEqual({ names: ['id', '(not shown)'], advice: expected });
		expect(data).toEqual(copy);
	});
});

it('A token of a few characters does not hide words', () => {
	expect(shown('id and name', 'a', 'name')).toBe('id and name');
});

it('Tokens do not show when the object that holds them is inspected', () => {
	const secrets = new Secrets();
	secrets.add('access-canary');
	const text = inspect(secrets, { showHidden: true, depth: Infinity }) + JSON.stringify(secrets);
	expect(text).not.toContain('canary');
});
