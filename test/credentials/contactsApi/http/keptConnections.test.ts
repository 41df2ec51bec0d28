import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

import { HttpFailure } from '../../../../credentials/contactsApi/http/httpFailure';
import { connectionsTo } from '../../../../credentials/contactsApi/http/keptConnections';
import { sendRequest } from '../../../../credentials/contactsApi/http/sendRequest';
import { type RawServer, startRawServer } from '../../../support/rawServer';

const servers: RawServer[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

type End = (socket: Socket) => void;

const ends: Array<[string, End]> = [
	['FIN', (socket) => socket.end()],
	['RST', (socket) => socket.resetAndDestroy()],
];

/**
 * Answers the first requests of each connection, and ends it when the next one arrives. That is what a
 * client sees of a server that closed the connection when the request was on its way.
 */
async function serve(end: End, answersEach = 1) {
	const answers = new Map<Socket, number>();
	const server = await startRawServer((socket) => {
		const answered = answers.get(socket) ?? 0;
		answers.set(socket, answered + 1);
		if (answered === answersEach) end(socket);
		else socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
	});
	servers.push(server);
	return server;
}

/** Sends a request, and waits until undici has put the connection back. */
async function send(url: string, rest: object = {}) {
	const outcome = await sendRequest({
		method: 'GET',
		url,
		headers: {},
		deadlineMs: 10_000,
		maxBytes: 1_000,
		...rest,
	});
	for (let turns = 0; turns < 3; turns++) await setImmediate();
	return outcome;
}

/** Sends requests, ten at a time. @returns the reasons or statuses */
async function sendMany(url: string, count: number): Promise<unknown[]> {
	const results: unknown[] = [];
	let left = count;
	const worker = async () => {
		while (left-- > 0) {
			const outcome = await send(url);
			results.push(outcome instanceof HttpFailure ? outcome.reason : outcome.status);
		}
	};
	await Promise.all(Array.from({ length: 10 }, worker));
	return results;
}

describe.each(ends)('When the server closes kept connections by %s', (_name, end) => {
	it('a request is sent again at once', async () => {
		const server = await serve(end);
		for (let n = 0; n < 3; n++) expect(await send(server.url)).toMatchObject({ status: 200 });
		// The first connection is kept, and those after the drop are not.
		expect(server.requests).toHaveLength(4);
		expect(server.connections).toBe(3);
	});

	it('a POST request is sent again with its body', async () => {
		const server = await serve(end);
		await send(server.url);
		const request = { method: 'POST', body: '{"a":1}' };
		expect(await send(server.url, request)).toMatchObject({ status: 200 });
		expect(server.requests).toHaveLength(3);
		expect(server.requests[2]).toMatch(/^POST .*\{"a":1\}$/s);
	});

	it('no request of many side by side fails', async () => {
		const server = await serve(end, 3);
		for (let run = 0; run < 3; run++) {
			expect(await sendMany(server.url, 60)).toEqual(Array(60).fill(200));
		}
		// Each of the ten kept connections is found closed once.
		expect(server.requests.length).toBeLessThanOrEqual(190);
	});
});

describe('After a kept connection was found closed', () => {
	it('each request has a connection of its own, for a minute', async () => {
		const server = await serve((socket) => socket.end());
		const isClosing = () => /\r\nconnection: close\r\n/i.test(server.requests.at(-1)!);
		await send(server.url);
		expect(isClosing()).toBe(false);
		const now = jest.spyOn(performance, 'now').mockReturnValue(5_000);
		await send(server.url);
		expect(isClosing()).toBe(true);
		now.mockReturnValue(64_999);
		await send(server.url);
		expect(isClosing()).toBe(true);
		now.mockReturnValue(65_000);
		await send(server.url);
		expect(isClosing()).toBe(false);
	});

	it('a server that answers nothing any more gets no more requests than without', async () => {
		const server = await serve((socket) => socket.end(), 0);
		expect(await send(server.url)).toMatchObject({ reason: 'dropped' });
		expect(server.requests).toHaveLength(1);
	});

	it('a drop counts as one when no kept connection can be left', async () => {
		let isDown = false;
		const server = await startRawServer((socket) =>
			isDown ? socket.end() : socket.write('HTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n'),
		);
		servers.push(server);
		for (let n = 0; n < 5; n++) await send(server.url);
		isDown = true;
		expect(await send(server.url)).toMatchObject({ reason: 'dropped' });
		// The one that was kept, and a new one.
		expect(server.requests).toHaveLength(7);
		expect(await send(server.url)).toMatchObject({ reason: 'dropped' });
		expect(server.requests).toHaveLength(8);
	});

	it('the deadline is that of the first attempt', async () => {
		let isDown = false;
		const server = await startRawServer((socket, n) => {
			if (!isDown) socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
			else if (n === 1) socket.end();
		});
		servers.push(server);
		await send(server.url);
		isDown = true;
		const timeout = jest.spyOn(AbortSignal, 'timeout');
		expect(await send(server.url, { deadlineMs: 200 })).toMatchObject({ reason: 'timedOut' });
		expect(timeout).toHaveBeenCalledTimes(1);
		expect(server.requests).toHaveLength(3);
	});
});

describe('The connections that are remembered', () => {
	it('are those of one origin', () => {
		const connections = connectionsTo('https://a.example/x');
		expect(connectionsTo('https://a.example/y?z')).toBe(connections);
		expect(connectionsTo('https://a.example:8443/x')).not.toBe(connections);
		expect(connectionsTo('http://a.example/x')).not.toBe(connections);
	});

	it('are those of at most a thousand origins', () => {
		jest.resetModules();
		const { connectionsTo: connect } = jest.requireActual<{ connectionsTo: typeof connectionsTo }>(
			'../../../../credentials/contactsApi/http/keptConnections',
		);
		const first = connect('https://0.example');
		for (let n = 1; n < 1_000; n++) connect(`https://${n}.example`);
		expect(connect('https://0.example')).toBe(first);
		connect('https://1000.example');
		expect(connect('https://0.example')).not.toBe(first);
	});
});
