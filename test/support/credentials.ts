/** Values as a person would enter them; nothing listens there. */
export const CREDENTIALS = {
	authUrl: 'https://auth.example.com',
	baseUrl: 'https://api.example.com',
	clientId: 'client_1',
	refreshToken: 'refresh-canary-0123456789',
	orgId: 'org_1',
	scopes: ['contacts.read'],
};

/** An unsigned JWT: the package reads claims and leaves the signature to the API. */
export function jwt(claims: object): string {
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
	return `${part({ alg: 'none' })}.${part(claims)}.c2lnbmF0dXJl`;
}
