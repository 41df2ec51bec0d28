import { Readable } from 'node:stream';

import {
	parseCallerRequest,
	type RequestOptions,
} from '../../../credentials/contactsApi/callerRequest';

const parse = (options: object) => parseCallerRequest(options as RequestOptions);

const headersOf = (headers: unknown) => parse({ url: '/', headers }).allowed.headers;

describe('parseCallerRequest', () => {
	it('passes on what to send, and how to treat the response', () => {
		const allowed = {
			method: 'POST',
			qs: { a: ['b', 'c'] },
			arrayFormat: 'repeat',
			qsStringifyOptions: { arrayFormat: 'brackets' },
			useQuerystring: true,
			body: { a: { b: [1, null, 'c'] } },
			form: { a: 'b' },
			formData: { a: 'b' },
			json: false,
			encoding: null,
			useStream: true,
			returnFullResponse: true,
			resolveWithFullResponse: true,
			ignoreHttpStatusErrors: { ignore: true, except: [401] },
			simple: false,
			timeout: 0,
			abortSignal: new AbortController().signal,
			disableFollowRedirect: false,
			followRedirect: true,
			followAllRedirects: true,
			maxRedirects: 5,
		};
		expect(parse(allowed).allowed).toEqual({ ...allowed, headers: {} });
	});

	it.each([
		['auth', { username: 'a', password: 'b' }],
		['proxy', { host: 'evil.example', port: 80 }],
		['socketPath', '/tmp/socket'],
		['httpAgent', {}],
		['httpsAgent', {}],
		['agent', {}],
		['lookup', () => {}],
		['transport', {}],
		['adapter', () => {}],
		['beforeRedirect', () => {}],
		['allowedDomains', '*'],
		['sendCredentialsOnCrossOriginRedirect', true],
		['rejectUnauthorized', true],
		['skipSslCertificateValidation', false],
		['baseURL', 'https://evil.example'],
		['uri', 'https://evil.example'],
		['url', 'https://evil.example'],
		['anything', 'new'],
	])('drops %s', (name, value) => {
		expect(parse({ [name]: value }).allowed).toEqual({ headers: {} });
	});

	it('passes on a client certificate, and no other agent option', () => {
		const certificate = { cert: 'a', key: Buffer.from('b'), passphrase: 'c' };
		const others = {
			...{ ca: 'x', host: 'x', port: 1, path: 'x', socketPath: 'x', servername: 'x', session: 'x' },
			...{ lookup: () => {}, checkServerIdentity: () => {}, rejectUnauthorized: true, pfx: 'x' },
		};
		const { allowed, destination } = parse({ agentOptions: { ...certificate, ...others } });
		expect(allowed.agentOptions).toEqual(certificate);
		expect(destination.agentOptions).toEqual({ ...certificate, ...others });
		expect(parse({ agentOptions: others }).allowed).not.toHaveProperty('agentOptions');
	});

	it('returns the destination of the request, to be checked', () => {
		const destination = {
			url: 'a',
			uri: 'b',
			baseURL: 'c',
			proxy: { host: 'd', port: 1 },
			agentOptions: {},
			rejectUnauthorized: false,
			skipSslCertificateValidation: true,
		};
		expect(parse(destination).destination).toEqual(destination);
	});

	describe('reads headers', () => {
		it.each([
			...['Host', 'host', 'HOST', 'Host ', ' host', 'HOST\t', '\nHost\r\n', '\u00a0Host\ufeff'],
			...['Authorization', 'AUTHORIZATION ', '\tauthorization', 'Proxy-Authorization '],
		])('and drops %j, which is not the caller’s to set', (name) => {
			expect(headersOf({ [name]: 'evil.example' })).toEqual({});
		});

		it('and drops __proto__', () => {
			expect(headersOf(JSON.parse('{ "__proto__": ["a"], "X-A": "b" }'))).toEqual({ 'X-A': 'b' });
		});

		it.each(['', ' ', 'a b', 'a:b', 'a\0', 'Host\u200b', 'Ho\tst', 'é', 'a\r\nHost'])(
			'and drops %j, which is not a header name',
			(name) => {
				expect(headersOf({ [name]: 'x' })).toEqual({});
			},
		);

		it('and keeps names with any valid character, trimmed', () => {
			const name = "AZaz09!#$%&'*+-.^_`|~";
			expect(headersOf({ [` ${name}\t`]: 'x' })).toEqual({ [name]: 'x' });
		});

		it('and keeps the last of those that differ only in case or whitespace', () => {
			expect(headersOf({ 'X-A': '1', 'x-a ': '2', ' X-a': '3' })).toEqual({ 'X-a': '3' });
		});

		it('and keeps plain values and arrays of them', () => {
			const headers = { a: 'b', c: 1, d: true, e: ['f', 2] };
			expect(headersOf(headers)).toEqual(headers);
		});

		// n8n's client takes what is in `common`, and below the name of a method, for headers.
		it.each(['common', 'get', 'post', 'X-A'])('and drops objects, e.g. in %s', (name) => {
			for (const value of [
				...[{ Host: 'x' }, [{ Host: 'x' }], ['x', { Host: 'x' }]],
				...[() => 'x', null, undefined, Symbol()],
			]) {
				expect(headersOf({ [name]: value })).toEqual({});
			}
		});

		it.each([[undefined], [null], ['Host: x'], [[['Host', 'x']]], [new Headers({ a: 'b' })]])(
			'only from a plain object, not from %p',
			(headers) => {
				expect(headersOf(headers)).toEqual({});
			},
		);

		it("and returns the caller's Authorization", () => {
			expect(parse({ headers: { 'authorization ': 'Bearer x' } }).authorization).toBe('Bearer x');
			expect(parse({ headers: {} }).authorization).toBeUndefined();
		});
	});

	it('reads every option once', () => {
		const reads: string[] = [];
		const record = (name: string, value: unknown, in_: object = {}) =>
			Object.defineProperty(in_, name, {
				enumerable: true,
				get: () => {
					reads.push(name);
					return value;
				},
			});
		const options = {};
		record('url', 'https://api.example.com', options);
		record('headers', record('X-A', 'b'), options);
		record('agentOptions', record('cert', 'c'), options);
		record('qs', record('d', 'e'), options);
		const { allowed, destination } = parse(options);
		expect(reads.sort()).toEqual(['X-A', 'agentOptions', 'cert', 'd', 'headers', 'qs', 'url']);
		expect(allowed).toEqual({
			headers: { 'X-A': 'b' },
			agentOptions: { cert: 'c' },
			qs: { d: 'e' },
		});
		expect(destination.url).toBe('https://api.example.com');
	});

	it('copies data and passes on streams, buffers and forms as they are', () => {
		const [stream, buffer, form, date] = [
			Readable.from(''),
			Buffer.from('a'),
			new FormData(),
			new Date(),
		];
		const body = { list: [stream, buffer], nested: Object.create(null) as object };
		const { allowed } = parse({
			body,
			form: new URLSearchParams('a=b'),
			formData: form,
			qs: { date },
		});
		expect(allowed.body).toEqual(body);
		expect(allowed.body).not.toBe(body);
		const copied = allowed.body as typeof body;
		expect(copied.list).not.toBe(body.list);
		expect(copied.list[0]).toBe(stream);
		expect(copied.list[1]).toBe(buffer);
		expect(allowed).toMatchObject({ qs: { date } });
		expect((allowed as { formData: unknown }).formData).toBe(form);
	});
});
