import { Readable } from 'node:stream';

import {
	parseCallerRequest,
	type RequestOptions,
} from '../../../credentials/contactsApi/callerRequest';

const parse = (options: object) => parseCallerRequest(options as RequestOptions);

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

	const plain = { a: 'b', c: 1, d: true, e: ['f', 2] };
	const anyName = "AZaz09!#$%&'*+-.^_`|~";
	const objects = [{ Host: 'x' }, [{ Host: 'x' }], ['x', { Host: 'x' }], () => 'x'];

	it.each<[string, unknown, object]>([
		...[
			...['Host', ' host', 'HOST\t', '\nHost\r\n', '\u00a0Host\ufeff', 'Proxy-Authorization '],
			...['Authorization', 'AUTHORIZATION ', '\tauthorization', '__proto__'],
			// No header names
			...['', ' ', 'a b', 'a:b', 'a\0', 'Host\u200b', 'Ho\tst', 'é', 'a\r\nHost'],
		].map((name): [string, unknown, object] => [
			`no ${JSON.stringify(name)}`,
			{ [name]: ['x'], 'X-A': 'b' },
			{ 'X-A': 'b' },
		]),
		['names with any valid character, trimmed', { [` ${anyName}\t`]: 'x' }, { [anyName]: 'x' }],
		[
			'the last of those that differ only in case or whitespace',
			{ 'X-A': '1', 'x-a ': '2', ' X-a': '3' },
			{ 'X-a': '3' },
		],
		// n8n's client takes what is in `common`, and below the name of a method, for headers.
		...[...objects, null, undefined, Symbol()].map((common): [string, unknown, object] => [
			'plain values and arrays of them',
			{ ...plain, common },
			plain,
		]),
		...[null, 'Host: x', [['Host', 'x']], new Headers({ a: 'b' })].map(
			(headers): [string, unknown, object] => ['none of what is no plain object', headers, {}],
		),
	])('keeps of headers %s', (_name, headers, expected) => {
		expect(parse({ url: '/', headers }).allowed.headers).toEqual(expected);
	});

	it("returns the caller's Authorization", () => {
		expect(parse({ headers: { 'authorization ': 'Bearer x' } }).authorization).toBe('Bearer x');
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
