/** Lists the contacts of an emulated API over HTTP in n8n's engine, and returns the outcome. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { CREDENTIALS } from '../../../support/credentials';
import { runContacts } from '../../../support/engine';
import { tokenBody } from '../../../support/rawServer';
import { compare, type Comparison } from './compare';
import type { Shape } from '../../../../sandbox/service/shapes/shape.ts';
import type { Situation } from './situations';

/** `endless` means more requests than any list takes. */
export type Result = Comparison | 'error' | 'endless';

export interface Outcome {
	result: Result;
	requests: number;
	/** Number of contacts returned. */
	contacts: number;
	message?: string;
	description?: string;
	/** Options of the node that the error suggests. */
	suggestions: IDataObject[];
	hints: string[];
}

export interface ShapeServer {
	/** Returns all contacts of the shape in the situation, with the given options of the node. */
	list: (shape: Shape, situation: Situation, options?: IDataObject) => Promise<Outcome>;
	close: () => Promise<void>;
}

/** Enough for 430 contacts in pages of 10, and for guesses. */
const MAX_REQUESTS = 60;

type Respond = (request: { url: URL }) => ReturnType<Shape['respond']>;

export async function startShapeServer(): Promise<ShapeServer> {
	// Lists by the first part of the path, so that no late request reaches another list.
	const lists = new Map<string, Respond>();
	const server = createServer((request, response) => {
		const url = new URL(request.url!, `http://${request.headers.host}`);
		const respond = lists.get(url.pathname.split('/')[1]!);
		if (respond && url.pathname.endsWith('/v1/contacts')) send(response, respond({ url }));
		else if (isTokenRequest(request)) response.end(tokenBody('access-canary'));
		else send(response, { status: 404, body: { message: 'Not found' } });
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		list: async (shape, { pageSize, total, service }, options = {}) => {
			const contacts = Array.from({ length: total }, (_, n) => shape.contact(n));
			let requests = 0;
			const key = String(lists.size);
			lists.set(key, (request) =>
				++requests > MAX_REQUESTS
					? { status: 400, body: { message: 'Too many requests' } }
					: shape.respond(request, contacts, service),
			);
			const { outputs, error, hints } = await runContacts({
				credentials: { ...CREDENTIALS, authUrl: origin, baseUrl: `${origin}/${key}` },
				parameters: { returnAll: true, pageSize, options },
			});
			lists.set(key, () => ({ status: 404 }));
			const received = (outputs[0] ?? []).map(({ json }) => json);
			const came = error ? 'error' : compare(received, contacts, shape);
			return {
				result: requests > MAX_REQUESTS ? 'endless' : came,
				requests,
				contacts: received.length,
				message: error?.message,
				description: error?.description ?? undefined,
				suggestions: (error?.context?.suggestions ?? []) as IDataObject[],
				hints,
			};
		},
		close: async () => {
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
		},
	};
}

function isTokenRequest({ method, url }: IncomingMessage): boolean {
	return method === 'POST' && url === '/token';
}

function send(response: ServerResponse, { status = 200, headers, body }: ReturnType<Respond>) {
	response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', ...headers });
	response.end(body === undefined ? undefined : JSON.stringify(body));
}
