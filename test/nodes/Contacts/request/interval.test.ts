import type { IExecuteFunctions } from 'n8n-workflow';

import { systemClock } from '../../../../credentials/contactsApi/http/clock';
import { createPageFetcher } from '../../../../nodes/Contacts/request/fetchPage';
import { RequestGate } from '../../../../nodes/Contacts/request/requestGate';
import { Secrets } from '../../../../nodes/Contacts/secrets';
import { type Answer, respond } from '../../../support/rawServer';
import { json, stubApi } from '../stubApi';

const INTERVAL_MS = 200;

const stub = stubApi();
afterEach(() => jest.restoreAllMocks());

/** No pauses for backoff, so that only the interval keeps requests apart. */
const clock = { ...systemClock, random: () => 0 };

const faults: Array<[string, Answer[]]> = [
	['502, then 401', [respond(502, ''), respond(401, '')]],
	['401, then 502 twice', [respond(401, ''), respond(502, ''), respond(502, '')]],
	['429 with Retry-After: 0', [respond(429, '', { 'Retry-After': '0' })]],
	['a dropped connection', [(socket) => socket.destroy()]],
	['nothing wrong', []],
];

it.each(faults)('Requests start at least the interval apart, with %s', async (_name, answers) => {
	const started: number[] = [];
	const send = globalThis.fetch;
	jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, options) => {
		if ((url as string).startsWith(stub.api.url)) started.push(performance.now());
		return await send(url, options);
	});
	stub.answerWith(...answers, json([]));
	const context = { helpers: {} } as unknown as IExecuteFunctions;
	const { signal } = new AbortController();
	const requestPage = createPageFetcher(context, stub.credentials(), {
		...{ gate: new RequestGate(3, INTERVAL_MS, clock), priority: 0, signal },
		secrets: new Secrets(),
	});
	const pages = [1, 2, 3].map(
		async (page) => await requestPage(new URL(`${stub.api.url}/v1/contacts?page=${page}`), page),
	);
	await Promise.all(pages);
	const gaps = started.slice(1).map((at, index) => at - started[index]!);
	expect(gaps).toHaveLength(answers.length + 2);
	expect(stub.api.requests).toHaveLength(answers.length + 3);
	// Timers of a millisecond
	expect(Math.min(...gaps)).toBeGreaterThan(INTERVAL_MS - 2);
});
