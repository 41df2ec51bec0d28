import fc from 'fast-check';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Agent, type Dispatcher, request } from 'undici';
import { numRuns } from '../../support/runs';

const SERVICE = join(__dirname, '../../../sandbox/service/index.ts');

const GENERATED_REQUESTS = numRuns(20_000);
/** Generated at a time: all of them would fill the memory. */
const BATCH = 1_000;
/** Requests that are sent at the same time. */
const AT_A_TIME = 50;
/** The heap of a new service is some 30 MB and varies by less than this after a collection. */
const NOISE_BYTES = 6 * 1024 * 1024;

/** Requests that load code and fill caches before the measurement. */
const WARM_UP = 500;

/** Sends its addresses and a client, and the size of its heap whenever it gets a message. */
const SERVE = `
	const { startService } = await import(${JSON.stringify(SERVICE)});
	const { authUrl, baseUrl, ca, operator } = await startService({ initialContacts: 0 });
	process.on('message', async () => {
		// What is closed or collected in one turn lets go of more in the next.
		for (let turn = 0; turn < 5; turn += 1) {
			gc();
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		process.send(process.memoryUsage().heapUsed);
	});
	process.send({ authUrl, baseUrl, ca, client: operator.provisionClient() });`;

interface Served {
	authUrl: string;
	baseUrl: string;
	ca: string;
	client: { clientId: string; refreshToken: string };
}

let child: ChildProcess | undefined;
afterEach(() => child?.kill());

describe('memory of the service', () => {
	it(`does not grow with ${GENERATED_REQUESTS} requests of any kind to both hosts, and none is answered with 5xx`, async () => {
		child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', SERVE], {
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		const [served] = (await once(child, 'message')) as [Served];
		const dispatcher = new Agent({ connect: { ca: served.ca }, connections: AT_A_TIME });
		const readHeap = async (): Promise<number> => {
			child!.send('heap');
			const [bytes] = await once(child!, 'message');
			return bytes;
		};
		const statuses = new Map<number, number>();
		const send = async (generated: GeneratedRequest) => {
			// Without "reset", a request with HEAD would close its connection.
			const options = { ...generated, dispatcher, reset: false };
			const { statusCode, body } = await request(generated.url, options);
			await body.dump();
			statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
		};
		const requests = await anyRequest(served, dispatcher);
		const sendSome = async (count: number, seed: number) => {
			const generated = fc.sample(requests, { numRuns: count, seed });
			while (generated.length > 0) await Promise.all(generated.splice(0, AT_A_TIME).map(send));
		};

		await sendSome(WARM_UP, 1);
		const before = await readHeap();
		for (let batch = 1; batch <= GENERATED_REQUESTS / BATCH; batch++) {
			await sendSome(BATCH, 1 + batch);
		}
		const after = await readHeap();
		await dispatcher.destroy();

		expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
		expect([...statuses.keys()].sort()).toEqual(
			expect.arrayContaining([200, 400, 401, 404, 405, 413, 415]),
		);
		expect(after - before).toBeLessThan(NOISE_BYTES);
	}, 180_000);
});

const FORM = 'application/x-www-form-urlencoded';

type GeneratedRequest = { url: string } & Pick<
	Dispatcher.RequestOptions,
	'method' | 'headers' | 'body'
>;

/** Requests to both hosts: right ones, nearly right ones, and any others. */
async function anyRequest(
	{ authUrl, baseUrl, client }: Served,
	dispatcher: Dispatcher,
): Promise<fc.Arbitrary<GeneratedRequest>> {
	const { body } = await request(`${authUrl}/token`, {
		dispatcher,
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(client),
	});
	const { accessToken } = (await body.json()) as { accessToken: string };
	const text = fc.string({ unit: 'grapheme', maxLength: 50 });
	const headerValue = fc.string({ unit: 'grapheme-ascii', maxLength: 100 });
	const path = fc.oneof(
		{ weight: 3, arbitrary: fc.constantFrom('/token', '/introspect', '/v1/contacts') },
		fc.constantFrom('/', '/v1', '/v1/contacts/', '/%', '/..%2f'),
		text.map((part) => `/${encodeURIComponent(part)}`),
	);
	const query = fc
		.array(fc.tuple(fc.oneof(fc.constantFrom('pageSize', 'cursor', 'page', 'offset'), text), text))
		.map((parameters) => new URLSearchParams(parameters).toString());
	const headers = fc.record(
		{
			authorization: fc.oneof(fc.constant(`Bearer ${accessToken}`), headerValue),
			'content-type': fc.constantFrom('application/json', FORM, 'text/plain', 'x'),
			'content-encoding': fc.constantFrom('gzip', 'identity', 'br'),
			accept: headerValue,
			range: fc.constant('bytes=0-1'),
			'if-none-match': headerValue,
			'x-http-method-override': fc.constant('DELETE'),
			cookie: headerValue,
		},
		{ requiredKeys: [] },
	);
	const anyBody = fc.oneof(
		fc.constantFrom(undefined, JSON.stringify(client), `token=${accessToken}`),
		fc.json(),
		text,
		fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
		fc.nat(100_000).map((length) => JSON.stringify({ clientId: 'x'.repeat(length) })),
	);
	const methods = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
	return fc
		.record({
			host: fc.constantFrom(authUrl, baseUrl),
			path,
			query,
			method: fc.constantFrom('GET', 'POST', ...methods),
			headers,
			body: anyBody,
		})
		.map(({ host, path, query, method, headers, body }) => ({
			url: `${host}${path}?${query}`,
			method,
			headers,
			...(['GET', 'HEAD', 'TRACE'].includes(method) ? {} : { body }),
		}));
}
