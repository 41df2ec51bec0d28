import type { Destination } from '../../../credentials/contactsApi/callerRequest';
import { resolveTarget } from '../../../credentials/contactsApi/requestTarget';

const ORIGIN = 'https://api.example.com';

const target = (destination: Destination) => resolveTarget(destination, ORIGIN).href;

describe('resolveTarget', () => {
	it.each<[Destination, string]>([
		[{ url: `${ORIGIN}/v1/contacts?pageSize=1` }, '/v1/contacts?pageSize=1'],
		[{ uri: `${ORIGIN}/v1/contacts` }, '/v1/contacts'],
		[{ url: 'https://API.EXAMPLE.com:443/x' }, '/x'],
		[{ url: ` ${ORIGIN}/x\n` }, '/x'],
		[{ url: '/v1/contacts', baseURL: ` ${ORIGIN}/crm/ ` }, '/crm/v1/contacts'],
		[{ url: 'v1/contacts', baseURL: ORIGIN }, '/v1/contacts'],
		[{ url: '', baseURL: `${ORIGIN}/crm` }, '/crm/'],
		[{ baseURL: `${ORIGIN}/crm` }, '/crm/'],
		[{ url: '/x', baseURL: `${ORIGIN}/crm//` }, '/crm/x'],
		[{ url: '/x?to=https://evil.example', baseURL: ORIGIN }, '/x?to=https://evil.example'],
		[{ url: ` ${ORIGIN}/x`, baseURL: 'https://other.example' }, '/x'],
		[{ url: ORIGIN, skipSslCertificateValidation: false, rejectUnauthorized: true }, '/'],
		[{ url: ORIGIN, agentOptions: { rejectUnauthorized: true } }, '/'],
		[{ url: ORIGIN, agentOptions: {} }, '/'],
		// Not absolute for n8n's client, which appends it to baseURL.
		[{ url: 'https:evil.example', baseURL: ORIGIN }, '/https:evil.example'],
		[{ url: '/\\evil.example', baseURL: ORIGIN }, '//evil.example'],
	])('accepts %j', (options, path) => {
		expect(target(options)).toBe(ORIGIN + path);
	});

	const urls = (...addresses: string[]) => addresses.map((url) => ({ url }));
	it.each<[string, ...Destination[]]>([
		[
			'otherOrigin',
			...urls('https://evil.example', 'https://evil.example/api.example.com'),
			...urls('HTTPS://EVIL.EXAMPLE', 'https://api.example.com.evil.example'),
			...urls('https://sub.api.example.com', 'https://example.com', 'https://api.example.com.'),
			...urls('https://api.example.com:8443', 'http://api.example.com', 'ftp://api.example.com'),
			...urls('http://api.example.com:443', 'wss://api.example.com', 'https://аpi.example.com'),
			...urls('data:text/plain,api.example.com', 'https:\\\\evil.example'),
			...urls('https://evil.example\\@api.example.com'),
			{ uri: 'https://evil.example' },
			{ url: 'https://evil.example', uri: ORIGIN },
			{ url: 'https://evil.example', baseURL: ORIGIN },
			{ url: 'h2://api.example.com', baseURL: ORIGIN },
			{ url: '/x', baseURL: 'https://evil.example' },
			{ url: '/x', baseURL: 'https://api.example.com.' },
		],
		// Incomplete, or with a user name
		[
			'urlMalformed',
			{},
			...urls('', '/v1/contacts', '//evil.example', 'https://', 'https://user@api.example.com'),
			...urls('https://api.example.com@evil.example', 'https://:password@api.example.com'),
			{ url: '//evil.example', baseURL: ORIGIN },
			{ url: '//api.example.com/x', baseURL: ORIGIN },
			{ url: '/x', baseURL: 'https://api.example.com@evil.example' },
			{ url: '@evil.example', baseURL: 'not an address' },
		],
		['certificateUnchecked', { url: ORIGIN, skipSslCertificateValidation: true }],
		['certificateUnchecked', { url: ORIGIN, rejectUnauthorized: false }],
		['certificateUnchecked', { url: ORIGIN, agentOptions: { rejectUnauthorized: false } }],
		['ownProxy', { url: ORIGIN, proxy: { host: 'evil.example', port: 8080 } }],
	])('refuses as %s: %j', (reason, ...destinations) => {
		for (const destination of destinations) {
			expect(() => target(destination)).toThrow(expect.objectContaining({ reason }));
		}
	});
});
