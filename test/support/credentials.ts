/** Values as a user would enter them; no server listens there. */
export const CREDENTIALS = {
	authUrl: 'https://auth.example.com',
	baseUrl: 'https://api.example.com',
	clientId: 'client_1',
	refreshToken: 'refresh-canary-0123456789',
	orgId: 'org_1',
	scopes: ['contacts.read'],
};

/** A JWT with an invalid signature, which only the API would verify. */
export function jwt(claims: object): string {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	return `${part({ alg: 'none' })}.${part(claims)}.c2lnbmF0dXJl`;
}

/** How a secret may appear in a text: as it is, in a URL, in hexadecimal, and within any text in Base64. */
export function encodingsOf(secret: string): string[] {
	const base64 = (['base64', 'base64url'] as const).flatMap((encoding) =>
		// What is the same at all offsets, modulo 3.
		['', ' ', '  '].map((before) => Buffer.from(before + secret).toString(encoding)),
	);
	const parts = base64.map((text) => text.replace(/=+$/, '').slice(4, -4));
	return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), ...parts];
}
