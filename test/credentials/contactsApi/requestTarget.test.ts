import fc from 'fast-check';

import type { Destination } from '../../../credentials/contactsApi/callerRequest';
import { resolveTarget } from '../../../credentials/contactsApi/requestTarget';
import { numRuns, runs } from '../../support/runs';

const ORIGIN = 'https://api.example.com';

function target(destination: Destination): string {
	return resolveTarget(destination, ORIGIN).href;
}

describe('resolveTarget', () => {
	it.each<[Destination, string]>([
		[{ url: 'https://api.example.com/v1/contacts?pageSize=1' }, '/v1/contacts?pageSize=1'],
		[{ uri: 'https://api.example.com/v1/contacts' }, '/v1/contacts'],
		[{ url: 'https://API.EXAMPLE.com:443/x' }, '/x'],
		[{ url: ' https://api.example.com/x\n' }, '/x'],
		[{ url: '/v1/contacts', baseURL: ' https://api.example.com/crm/ ' }, '/crm/v1/contacts'],
		[{ url: 'v1/contacts', baseURL: 'https://api.example.com' }, '/v1/contacts'],
		[{ url: '', baseURL: 'https://api.example.com/crm' }, '/crm/'],
		[{ baseURL: 'https://api.example.com/crm' }, '/crm/'],
		[{ url: '/x', baseURL: 'https://api.example.com/crm//' }, '/crm/x'],
		[{ url: ' https://api.example.com/x', baseURL: 'https://other.example' }, '/x'],
		[{ url: '/x?to=https://evil.example', baseURL: ORIGIN }, '/x?to=https://evil.example'],
		[{ url: 'https://api.example.com/x', baseURL: 'https://other.example' }, '/x'],
		// Not absolute for n8n's client, which appends it to baseURL.
		[{ url: 'https:evil.example', baseURL: 'https://api.example.com' }, '/https:evil.example'],
		[{ url: '/\\evil.example', baseURL: 'https://api.example.com' }, '//evil.example'],
	])('accepts %j', (options, path) => {
		expect(target(options)).toBe(ORIGIN + path);
	});

	it.each<Destination>([
		{ url: 'https://evil.example' },
		{ uri: 'https://evil.example' },
		{ url: 'https://evil.example/api.example.com' },
		{ url: 'https://api.example.com.evil.example' },
		{ url: 'https://sub.api.example.com' },
		{ url: 'https://example.com' },
		{ url: 'https://api.example.com:8443' },
		{ url: 'https://api.example.com.' },
		{ url: 'http://api.example.com' },
		{ url: 'http://api.example.com:443' },
		{ url: 'ftp://api.example.com' },
		{ url: 'h2://api.example.com', baseURL: ORIGIN },
		{ url: 'wss://api.example.com' },
		{ url: 'data:text/plain,api.example.com' },
		{ url: 'HTTPS://EVIL.EXAMPLE' },
		{ url: 'https:\\\\evil.example' },
		{ url: 'https://evil.example\\@api.example.com' },
		{ url: 'https://evil.example', baseURL: ORIGIN },
		{ url: '/x', baseURL: 'https://evil.example' },
		{ url: '/x', baseURL: 'https://api.example.com.' },
		{ url: 'https://evil.example', uri: 'https://api.example.com' },
		{ url: 'https://аpi.example.com' },
	])('refuses %j as another origin', (options) => {
		expect(() => target(options)).toThrow(
			'The request goes to a different address than the one the credential is for',
		);
	});

	it.each<Destination>([
		{},
		{ url: '' },
		{ url: '/v1/contacts' },
		{ url: '//evil.example' },
		{ url: '//evil.example', baseURL: ORIGIN },
		{ url: '//api.example.com/x', baseURL: ORIGIN },
		{ url: 'https://' },
		{ url: 'https://api.example.com@evil.example' },
		{ url: 'https://user@api.example.com' },
		{ url: 'https://:password@api.example.com' },
		{ url: '/x', baseURL: 'https://api.example.com@evil.example' },
		{ url: '@evil.example', baseURL: 'not an address' },
	])('refuses %j as incomplete or with a user name', (options) => {
		expect(() => target(options)).toThrow('The request has no complete web address');
	});

	it.each<Destination>([
		{ skipSslCertificateValidation: true },
		{ rejectUnauthorized: false },
		{ agentOptions: { rejectUnauthorized: false } },
	])('refuses %j, which turns off certificate checks', (options) => {
		expect(() => target({ url: ORIGIN, ...options })).toThrow(
			'The request turns off certificate checks',
		);
	});

	it.each<Destination>([
		{
			skipSslCertificateValidation: false,
			rejectUnauthorized: true,
			agentOptions: { rejectUnauthorized: true },
		},
		{ agentOptions: {} },
	])('accepts %j, which checks certificates', (options) => {
		expect(target({ url: ORIGIN, ...options })).toBe(`${ORIGIN}/`);
	});

	it('refuses a proxy in the request', () => {
		const proxy = { host: 'evil.example', port: 8080 };
		expect(() => target({ url: ORIGIN, proxy })).toThrow('The request names a proxy of its own');
	});

	it('resolves generated URLs to the origin or refuses them', () => {
		/** Picks the right part as often as all the tricks together. */
		const rightOr = (right: string, ...tricks: string[]) =>
			fc.oneof(fc.constant(right), fc.constantFrom(...tricks));
		const host = rightOr(
			'api.example.com',
			'API.example.COM',
			'api.example.com.',
			'api.example.com:443',
			'api.example.com:8443',
			'evil.example',
			'api.example.com@evil.example',
			'api.example.com%40evil.example',
			'evil.example#@api.example.com',
			'evil.example?@api.example.com',
			'evil.example\\@api.example.com',
			'api。example。com',
			'[::1]',
			'',
		);
		const scheme = rightOr('https:', 'http:', 'HTTPS:', 'javascript:', 'https', '');
		const slashes = rightOr('//', '/', '\\\\', '/\\', '///', '', '\t//', '/\n/');
		const path = fc.oneof(fc.constant(''), fc.webPath(), fc.string({ unit: 'binary' }));
		const url = fc.oneof(
			{
				weight: 4,
				arbitrary: fc.tuple(scheme, slashes, host, path).map((parts) => parts.join('')),
			},
			fc.webUrl({ validSchemes: ['http', 'https', 'ftp'], withFragments: true }),
			fc.string({ unit: 'binary' }),
		);
		let resolved = 0;
		fc.assert(
			fc.property(url, fc.option(url, { nil: undefined }), (address, baseURL) => {
				let href: string;
				try {
					href = target({ url: address, baseURL });
				} catch (error) {
					expect((error as Error).name).toBe('ContactsApiError');
					return;
				}
				resolved++;
				// The HTTP client parses the URL again and must get the same origin.
				const seen = new URL(href);
				expect(seen.href).toBe(href);
				expect(seen.origin).toBe(ORIGIN);
				expect(seen.username + seen.password).toBe('');
			}),
			runs(20_000),
		);
		expect(resolved).toBeGreaterThan(numRuns(1_000));
	});
});
