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
