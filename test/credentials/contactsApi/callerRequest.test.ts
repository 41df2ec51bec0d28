import { Readable } from 'node:stream';

import {
	parseCallerRequest,
	type RequestOptions,
} from '../../../credentials/contactsApi/callerRequest';

const parse = (options: object) => parseCallerRequest(options as RequestOptions);

const headersOf = (headers: unknown) => parse({ url: '/', headers }).allowed.headers;

describe('parseCallerRequest', () => {
	it('passes on what to send, and how to treat the response', () => {
		const names = [
			...['method', 'qs', 'arrayFormat', 'qsStringifyOptions', 'useQuerystring', 'body', 'form'],
			...['formData', 'json', 'encoding', 'useStream', 'returnFullResponse', 'timeout', 'simple'],
			...['resolveWithFullResponse', 'ignoreHttpStatusErrors', 'abortSignal', 'maxRedirects'],
			...['disableFollowRedirect', 'followRedirect', 'followAllRedirects'],
		];
		for (const value of [null, false, 0, 'a', { a: { b: [1, null, 'c'] } }, new Date()]) {
			const allowed = Object.fromEntries(names.map((name) => [name, value]));
			expect(parse(allowed).allowed).toEqual({ ...allowed, headers: {} });
		}
	});

	it('drops everything else, and returns the destination to be checked', () => {
		const destination = {
			url: 'a',
			uri: 'b',
			baseURL: 'c',
			proxy: { host: 'd', port: 1 },
			agentOptions: {},
			rejectUnauthorized: false,
			skipSslCertificateValidation: true,
		};
		const others = {
			...{ auth: { username: 'a', password: 'b' }, socketPath: '/tmp/socket', anything: 'new' },
			...{ agent: {}, httpAgent: {}, httpsAgent: {}, transport: {}, lookup: () => {} },
			...{ adapter: () => {}, beforeRedirect: () => {}, allowedDomains: '*' },
			sendCredentialsOnCrossOriginRedirect: true,
		};
		const parsed = parse({ ...destination, ...others });
		expect(parsed).toEqual({ destination, authorization: undefined, allowed: { headers: {} } });
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
	});

	describe('reads headers', () => {
		it.each([
			...['Host', ' host', 'HOST\t', '\nHost\r\n', '\u00a0Host\ufeff', 'Proxy-Authorization '],
			...['Authorization', 'AUTHORIZATION ', '\tauthorization', '__proto__'],
			// No header names
			...['', ' ', 'a b', 'a:b', 'a\0', 'Host\u200b', 'Ho\tst', 'é', 'a\r\nHost'],
		])('and drops %j', (name) => {
			expect(headersOf({ [name]: ['x'], 'X-A': 'b' })).toEqual({ 'X-A': 'b' });
		});

		it('and keeps names with any valid character, trimmed', () => {
			const name = "AZaz09!#$%&'*+-.^_`|~";
			expect(headersOf({ [` ${name}\t`]: 'x' })).toEqual({ [name]: 'x' });
		});

		it('and keeps the last of those that differ only in case or whitespace', () => {
			expect(headersOf({ 'X-A': '1', 'x-a ': '2', ' X-a': '3' })).toEqual({ 'X-a': '3' });
		});

		// n8n's client takes what is in `common`, and below the name of a method, for headers.
		it('and keeps only plain values and arrays of them', () => {
			const headers = { a: 'b', c: 1, d: true, e: ['f', 2] };
			const objects = [{ Host: 'x' }, [{ Host: 'x' }], ['x', { Host: 'x' }], () => 'x'];
			for (const common of [...objects, null, undefined, Symbol()]) {
				expect(headersOf({ ...headers, common })).toEqual(headers);
			}
		});

		it('only from a plain object', () => {
			for (const headers of [null, 'Host: x', [['Host', 'x']], new Headers({ a: 'b' })]) {
				expect(headersOf(headers)).toEqual({});
			}
		});

		it("and returns the caller's Authorization", () => {
			expect(parse({ headers: { 'authorization ': 'Bearer x' } }).authorization).toBe('Bearer x');
		});
	});

	it('reads every option once', () => {
		const reads: PropertyKey[] = [];
		const recorded = (values: object) =>
			new Proxy(values, {
				get: (target, name) => (reads.push(name), Reflect.get(target, name) as unknown),
			});
		const headers = recorded({ 'X-A': 'b' });
		parse(
			recorded({
				url: 'c',
				headers,
				agentOptions: recorded({ cert: 'd' }),
				qs: recorded({ e: 'f' }),
			}),
		);
		expect(reads).toEqual(expect.arrayContaining(['url', 'X-A', 'cert', 'e']));
		expect(reads).toHaveLength(new Set(reads).size);
	});

	it('copies data and passes on streams, buffers, forms and dates as they are', () => {
		const asTheyAre = [Readable.from(''), Buffer.from('a'), new FormData(), new Date()];
		const body = { list: asTheyAre, nested: Object.create(null) as object };
		const copied = parse({ body }).allowed.body as typeof body;
		expect(copied).toEqual(body);
		expect(copied).not.toBe(body);
		expect(copied.list).not.toBe(body.list);
		copied.list.forEach((value, index) => expect(value).toBe(asTheyAre[index]));
	});
});
