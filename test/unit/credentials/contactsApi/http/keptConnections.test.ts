import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

import { HttpFailure } from '../../../../../credentials/contactsApi/http/httpFailure';
import type * as keptConnections from '../../../../../credentials/contactsApi/http/keptConnections';
import {
	type HttpRequest,
	sendRequest,
} from '../../../../../credentials/contactsApi/http/sendRequest';
import { rawServers } from '../../../../support/rawServer';

const serve = rawServers();

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';

/** Answers the first requests of each connection, and ends it as the next one arrives. */
async function serveThenEnd(end: (socket: Socket) => void, answersEach = 1) {
	const answers = new Map<Socket, number>();
	return await serve((socket) => {
		const answered = answers.get(socket) ?? 0;
		answers.set(socket, answered + 1);
		if (answered === answersEach) end(socket);
		else socket.write(OK);
	});
}

/** Sends a request until it has a connection, and lets undici put that back. @returns reason or status */
async function send(url: string, rest: Partial<HttpRequest> = {}): Promise<unknown> {
	const limits = { deadlineMs: 120_000, maxBytes: 1_000 };
	const outcome = await sendRequest({ method: 'GET', url, headers: {}, ...limits, ...rest });
	for (let turns = 0; turns < 3; turns++) await setImmediate();
	if (!(outcome instanceof HttpFailure)) return outcome.status;
	return outcome.repeatReason === 'connectionClosed' ? await send(url, rest) : outcome.reason;
}

afterEach(() => jest.restoreAllMocks());

describe.each<[string, (socket: Socket) => void]>([
	['FIN', (socket) => socket.end()],
	['RST', (socket) => socket.resetAndDestroy()],
])('When the server closes kept connections by %s', (_name, end) => {
	it('a request is sent again at once, and all of the next minute have their own', async () => {
		const server = await serveThenEnd(end);
		const isClosed = async () => {
			expect(await send(server.url, { method: 'POST', body: '{"a":1}' })).toBe(200);
			return /\r\nconnection: close\r\n/i.test(server.requests.at(-1)!);
		};
		expect(await isClosed()).toBe(false);
		const now = jest.spyOn(performance, 'now').mockReturnValue(5_000);
		expect(await isClosed()).toBe(true);
		expect(server.requests).toHaveLength(3);
		expect(server.requests[2]).toMatch(/^POST .*\{"a":1\}$/s);
		now.mockReturnValue(64_999);
		expect(await isClosed()).toBe(true);
		expect(server.connections).toBe(3);
		now.mockReturnValue(65_000);
		expect(await isClosed()).toBe(false);
	});

	it('no request of many side by side fails', async () => {
		const server = await serveThenEnd(end, 3);
		for (let round = 0; round < 18; round++) {
			const sent = Array.from({ length: 10 }, async () => await send(server.url));
			expect(await Promise.all(sent)).toEqual(Array(10).fill(200));
		}
		// Each of the ten kept connections is found closed once.
		expect(server.requests.length).toBeLessThanOrEqual(190);
	});
});

it('A drop fails a request when no kept connection can be left', async () => {
	let isDown = true;
	const server = await serve((socket) =>
		isDown ? socket.end() : socket.write('HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n'),
	);
	const requestsUntilDropped = async () => {
		const { length } = server.requests;
		isDown = true;
		expect(await send(server.url)).toBe('dropped');
		isDown = false;
		return server.requests.length - length;
	};
	expect(await requestsUntilDropped()).toBe(1);
	for (let n = 0; n < 5; n++) await send(server.url);
	// The one that was kept, and a new one.
	expect(await requestsUntilDropped()).toBe(2);
	// This one is not kept.
	await send(server.url);
	expect(await requestsUntilDropped()).toBe(1);
});

it('Connections are remembered by origin, for at most a thousand origins', () => {
	jest.resetModules();
	const { connectionsTo } = jest.requireActual<typeof keptConnections>(
		'../../../../../credentials/contactsApi/http/keptConnections',
	);
	const first = connectionsTo('https://a.example/x');
	const others = ['https://a.example:8443/x', 'http://a.example/x'].map(connectionsTo);
	expect(others).not.toContain(first);
	for (let n = 3; n < 1_000; n++) connectionsTo(`https://${n}.example`);
	expect(connectionsTo('https://a.example/y?z')).toBe(first);
	connectionsTo('https://1000.example');
	expect(connectionsTo('https://a.example/x')).not.toBe(first);
});
