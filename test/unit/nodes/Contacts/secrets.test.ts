import { Secrets } from '../../../../nodes/Contacts/secrets';

/** What is shown of the data when these tokens were sent. */
function shown<T>(data: T, ...tokens: string[]): T {
	const secrets = new Secrets();
	for (const token of tokens) secrets.add(token);
	return secrets.hideIn(data);
}

const DOTTED = 'header.payload.signature';
const TOKENS = [DOTTED, 'k3jx82nd7qpw5mzt', 'QwertyUiopAsdfGhjkl', 'a+b/c+d/e+f=='];

it.each(TOKENS)('The token %s is hidden as a name, and in a name', (token) => {
	for (const name of [token, `data.${token}`, `next_${token}.items`, `x, by ${token}=2; ends`]) {
		const text = shown(name, 'another-token', token);
		expect(text).toContain('(not shown)');
		expect(text).not.toContain(token);
	}
});

it.each([
	// In other styles, in which the node asks for pages.
	['next_qwerty_uiop_asdf_ghjkl=1', '(not shown)=1'],
	['qwertyUiopAsdf-Ghjkl=1', '(not shown)=1'],
	// Parts that are long enough to tell, or not.
	['x.k3jx82nd7qpw, k3jx82nd7qp', '(not shown), k3jx82nd7qp'],
	['header.payload', '(not shown)'],
	['contacts.Qwerty', 'contacts.Qwerty'],
	['a'.repeat(200), 'a'.repeat(200)],
	['a'.repeat(201), '(not shown)'],
])('Of %s is shown %s', (text, expected) => {
	expect(shown(text, ...TOKENS)).toBe(expected);
});

it('A token is hidden at all levels of plain data, which is copied; one of a few characters is not', () => {
	const data = { names: ['id', TOKENS[1]], advice: { field: DOTTED, page: 3, none: null } };
	const copy = structuredClone(data);
	const advice = { field: '(not shown)', page: 3, none: null };
	expect(shown(data, ...TOKENS)).toEqual({ names: ['id', '(not shown)'], advice });
	expect(data).toEqual(copy);
	expect(shown('id and name', 'a', 'name')).toBe('id and name');
});
