import { HttpFailure } from '../../../../../credentials/contactsApi/http/httpFailure';
import { withRetries } from '../../../../../credentials/contactsApi/http/retry';
import { listRetries } from '../../../../../nodes/Contacts/request/fetchPage';
import { RequestGate } from '../../../../../nodes/Contacts/request/requestGate';

const never = new AbortController().signal;

beforeEach(() => {
	jest.useFakeTimers();
	// No jitter
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const refusal = (retryAfterMs?: number, status = 429) => HttpFailure.ofStatus(status, retryAfterMs);

/** Sends the requests of a list through a gate. */
function senderThrough(gate: RequestGate, signal = never) {
	const retries = { ...listRetries(gate.clock), signal };
	return async <T>(send: () => Promise<T | HttpFailure>) =>
		await withRetries(async () => await gate.run(send, signal), retries);
}

/** Lets time pass, and promises settle. */
const pass = async (ms = 0) => await jest.advanceTimersByTimeAsync(ms);

/**
 * Sends requests through a gate; the test answers them.
 *
 * @param isOpen whether a first request, which goes alone, was answered before
 */
async function requestsThrough(concurrency: number, { isOpen = false } = {}) {
	const gate = new RequestGate(concurrency, 0);
	if (isOpen) await senderThrough(gate)(async () => 'ok');
	const inFlight: Array<{ name: string; resolve: (outcome: unknown) => void }> = [];
	const started: string[] = [];
	const times: number[] = [];
	const begun = performance.now();
	/** Each request is that of a list of its own, unless the test gives it the sender of one. */
	const request = async (name: string, sender = senderThrough(gate)) => {
		const send = async () => {
			started.push(name);
			times.push(performance.now() - begun);
			return await new Promise<unknown>((resolve) => inFlight.push({ name, resolve }));
		};
		return await sender(send);
	};

	return {
		gate,
		request,
		/** Sends a request for each letter. */
		requestAll: (names: string) => [...names].map(async (name) => await request(name)),
		/** The names of the requests that were sent, in their order, and when. */
		started,
		times,
		/** The names of the requests in flight. */
		names: async () => {
			await pass();
			return inFlight.map(({ name }) => name).join('');
		},
		/** Answers a request in flight, the first one by default; waits for it if there is none. */
		answer: async (outcome: unknown = 'ok', position = 0) => {
			await pass();
			if (inFlight.length === 0) await jest.advanceTimersToNextTimerAsync();
			inFlight.splice(position, 1)[0]!.resolve(outcome);
			await pass();
		},
	};
}

describe('The number of requests in flight', () => {
	it('is one until the first response, and then the maximum', async () => {
		const { requestAll, names, answer } = await requestsThrough(3);
		void requestAll('abcdef');
		expect(await names()).toBe('a');
		await answer(HttpFailure.ofStatus(404));
		expect(await names()).toBe('b');
		await answer();
		expect(await names()).toBe('cde');
		await answer();
		expect(await names()).toBe('def');
	});

	it('is halved once when several requests that were sent together are throttled', async () => {
		const { requestAll, names, answer } = await requestsThrough(8, { isOpen: true });
		void requestAll('abcdefghijklmnop');
		expect(await names()).toBe('abcdefgh');
		for (let n = 0; n < 8; n++) await answer(refusal(0));
		expect(await names()).toBe('ijkl');
		for (let n = 0; n < 4; n++) await answer(refusal(0, 503));
		expect(await names()).toBe('mn');
	});

	it('is one at least, and grows slowly again', async () => {
		const { requestAll, names, answer } = await requestsThrough(2, { isOpen: true });
		void requestAll('x'.repeat(70));
		for (const responses of [20, 40]) {
			await answer(refusal(0));
			for (let n = 0; n < responses; n++) {
				await answer();
				expect(await names()).toBe(n < responses - 1 ? 'x' : 'xx');
			}
		}
	});
});

it('A throttled request is sent until it was alone three times', async () => {
	const { requestAll, started, answer } = await requestsThrough(2, { isOpen: true });
	const [, outcome] = requestAll('ab');
	await answer(refusal(0), 1);
	await answer();
	for (let n = 0; n < 3; n++) await answer(refusal(0));
	expect(await outcome).toMatchObject({ status: 429 });
	expect(started.join('')).toBe('abbbb');
});

describe('The pause after throttled requests', () => {
	it.each([
		['shorter when fewer requests at a time may help', [refusal(), refusal()], [100, 300]],
		['up to a fifth of a second with Retry-After: 0', [refusal(0)], [0, 200]],
		['up to two minutes', [refusal(120_000, 503)], [120_000, 120_200]],
		['no longer with others that have none', [refusal(1_000), refusal()], [1_000, 1_200]],
	])('is %s', async (_name, refusals, expected) => {
		const pauses: number[] = [];
		for (const chance of [0, 1]) {
			jest.mocked(Math.random).mockReturnValue(chance);
			const { length } = refusals;
			const { requestAll, times, answer } = await requestsThrough(length, { isOpen: true });
			void requestAll('x'.repeat(length + 1));
			for (const failure of refusals) await answer(failure);
			while (times.length === length) await jest.advanceTimersToNextTimerAsync();
			pauses.push(times.at(-1)!);
		}
		expect(pauses.sort((a, b) => a - b)).toEqual(expected);
	});

	it('of more than two minutes is reported to all callers until two minutes are left', async () => {
		const { request, requestAll, times, answer } = await requestsThrough(1);
		const outcomes = requestAll('ab');
		await answer(refusal(3_600_000, 503));
		await pass(60_000);
		outcomes.push(request('c'));
		const pauses = [3_600_000, 3_600_000, 3_540_000];
		const failures = pauses.map((retryAfterMs) => ({ status: 503, retryAfterMs }));
		expect(await Promise.all(outcomes)).toMatchObject(failures);
		await pass(3_420_000);
		expect(jest.getTimerCount()).toBe(0);
		void request('d');
		await pass(120_000);
		expect(times).toEqual([0, 3_600_000]);
	});

	it('counts once towards the 15 minutes of a list for pages that were sent together', async () => {
		const { gate, request, answer } = await requestsThrough(20, { isOpen: true });
		const sender = senderThrough(gate);
		const pages = Array.from({ length: 20 }, async () => await request('x', sender));
		for (let n = 0; n < 20; n++) await answer(refusal(100_000));
		for (let n = 0; n < 20; n++) await answer();
		expect(await Promise.all(pages)).toEqual(Array(20).fill('ok'));
	});
});

it('Others go on at once when a request throws', async () => {
	const { gate, requestAll, started } = await requestsThrough(1);
	const outcome = gate.run(() => Promise.reject(new Error('bug')), never);
	void requestAll('b');
	await expect(outcome).rejects.toThrow('bug');
	await pass();
	expect(started).toEqual(['b']);
});

it.each([
	['grows once after an answer', true, 50],
	['does not grow before any answer', false, 0],
])('The time between requests %s, however often the service throttles', async (...row) => {
	const [, isOpen, milliseconds] = row;
	const { requestAll, times, answer } = await requestsThrough(1, { isOpen });
	void requestAll('ab');
	for (const outcome of [refusal(0), refusal(0), 'ok', 'ok']) await answer(outcome);
	expect(times[3]! - times[2]!).toBe(milliseconds);
});

it('An aborted request is not sent, neither beforehand nor while it waits, and leaves no timer', async () => {
	const { gate, request, started, answer } = await requestsThrough(1);
	const [first, ...controllers] = Array.from({ length: 3 }, () => new AbortController());
	const outcomes = [
		request('late', senderThrough(gate, AbortSignal.abort())),
		...[...controllers, first!].map(
			async (controller) => await request('a', senderThrough(gate, controller.signal)),
		),
	];
	first!.abort();
	await answer(refusal(60_000));
	for (const controller of controllers) {
		expect(jest.getTimerCount()).toBe(1);
		controller.abort();
	}
	expect(jest.getTimerCount()).toBe(0);
	expect(await Promise.all(outcomes)).toMatchObject(Array(4).fill({ reason: 'canceled' }));
	expect(started).toHaveLength(1);
});

/** Throttles some requests; `n` counts them from 1. */
type Refuse = (request: { n: number; now: number; inFlight: number }) => HttpFailure | undefined;

/** Allows a number of requests per window, which begins with a full second or minute. */
const quota = (requests: number, windowMs: number, saysWhen: boolean): Refuse => {
	let window = -1;
	let used = 0;
	return ({ now }) => {
		const current = Math.floor(now / windowMs);
		if (current !== window) [window, used] = [current, 0];
		if (used++ < requests) return undefined;
		const leftSeconds = Math.ceil(((current + 1) * windowMs - now) / 1000);
		return refusal(saysWhen ? leftSeconds * 1000 : undefined);
	};
};

const crowded: Refuse = ({ inFlight }) => (inFlight > 0 ? refusal() : undefined);
const seldom: Refuse = ({ n }) => (n % 10 === 0 && n < 50 ? refusal(30_000) : undefined);

it.each([
	// One after the other takes 40 seconds.
	['throttles any second request at a time', 1_000, 5, crowded, 43, 20],
	['allows 10 requests a second, without saying when', 300, 5, quota(10, 1_000, false), 40, 20],
	['allows a request a second', 40, 5, quota(1, 1_000, true), 60, 20],
	// The last window is not used up.
	['allows 60 requests a minute', 300, 5, quota(60, 60_000, true), 330, Infinity],
	// Four pauses, and at the rate at which it refused the rest would take 1,000 seconds more.
	['throttled at a low rate', 400, 1, seldom, 700, 4],
])('A list is read whole, and in time, from a service that %s', async (...row) => {
	const [, pages, concurrency, refuse, seconds, refusals] = row;
	// The middle of the jitter: chance would decide about the rate by a tenth.
	jest.mocked(Math.random).mockReturnValue(0.5);
	const gate = new RequestGate(concurrency, 0);
	let [n, inFlight, most, refused, received, left] = [0, 0, 0, 0, 0, pages];
	const send = async () => {
		const failure = refuse({ n: ++n, now: performance.now(), inFlight: inFlight++ });
		most = Math.max(most, inFlight);
		await new Promise((resolve) => setTimeout(resolve, 40));
		inFlight--;
		if (failure) refused++;
		return failure ?? 'ok';
	};
	const sendOne = senderThrough(gate);
	const read = async () => {
		while (left-- > 0) if ((await sendOne<string>(send)) === 'ok') received++;
	};
	for (let reader = 0; reader < 20; reader++) void read();
	await pass(seconds * 1000);
	expect(received).toBe(pages);
	expect(refused).toBeLessThanOrEqual(refusals);
	expect(most).toBeLessThanOrEqual(concurrency);
});
