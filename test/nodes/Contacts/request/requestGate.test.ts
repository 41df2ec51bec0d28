import { HttpFailure } from '../../../../credentials/contactsApi/http/httpFailure';
import { RequestGate, type Turn, WaitBudget } from '../../../../nodes/Contacts/request/requestGate';

const never = new AbortController().signal;

const turn = ({ priority = 0, signal = never, waits = new WaitBudget() }: Partial<Turn> = {}) => ({
	priority,
	signal,
	waits,
});

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

/** Lets promises settle while the clock stands still. */
const settled = async () => await jest.advanceTimersByTimeAsync(0);

/**
 * Sends requests through a gate; the test answers them.
 *
 * @param isOpen whether a first request, which goes alone, was answered before
 */
async function requestsThrough(gate: RequestGate, isOpen = false) {
	if (isOpen) await gate.run({ send: async () => 'ok' }, turn());
	const inFlight: Array<{ name: string; resolve: (outcome: unknown) => void }> = [];
	const started: Array<{ name: string; at: number }> = [];
	const begun = performance.now();

	return {
		started,
		/** The names of the requests in flight. */
		names: async () => {
			await settled();
			return inFlight.map(({ name }) => name).join('');
		},
		request: async (name: string, rest?: Partial<Turn>) =>
			await gate.run(
				{
					send: async () => {
						started.push({ name, at: performance.now() - begun });
						return await new Promise<unknown>((resolve) => inFlight.push({ name, resolve }));
					},
				},
				turn(rest),
			),
		/** Answers a request in flight, the first one by default; waits for it if there is none. */
		answer: async (outcome: unknown = 'ok', position = 0) => {
			await settled();
			if (inFlight.length === 0) await jest.advanceTimersToNextTimerAsync();
			inFlight.splice(position, 1)[0]!.resolve(outcome);
			await settled();
		},
	};
}

describe('The number of requests in flight', () => {
	const together = (count: number, outcome: unknown) => Array<unknown>(count).fill(outcome);

	it.each<[string, number, boolean, string, Array<[answers: unknown[], inFlight: string]>]>([
		[
			'starts at one, and is the maximum after the first response',
			3,
			false,
			'abcdefgh',
			[
				[[], 'a'],
				[['ok'], 'bcd'],
				[['ok'], 'cde'],
			],
		],
		[
			'does not grow with failures',
			3,
			false,
			'abc',
			[
				[[HttpFailure.ofStatus(500)], 'b'],
				[[new HttpFailure('brokenOff')], 'c'],
			],
		],
		[
			'is halved once when several requests that were sent together are throttled',
			8,
			true,
			'abcdefghijklmnop',
			[
				[[], 'abcdefgh'],
				[together(8, refusal(0)), 'ijkl'],
				[together(4, refusal(0, 503)), 'mn'],
			],
		],
	])('%s', async (_name, most, isOpen, all, expected) => {
		const { request, names, answer } = await requestsThrough(new RequestGate(most, 0), isOpen);
		for (const name of all) void request(name);
		for (const [answers, inFlight] of expected) {
			for (const outcome of answers) await answer(outcome);
			expect(await names()).toBe(inFlight);
		}
	});

	it('is one at least, and grows slowly again', async () => {
		const { request, names, answer } = await requestsThrough(new RequestGate(2, 0), true);
		for (let n = 0; n < 70; n++) void request('x');
		for (const responses of [20, 40]) {
			await answer(refusal(0));
			for (let n = 0; n < responses; n++) {
				await answer();
				expect(await names()).toBe(n < responses - 1 ? 'x' : 'xx');
			}
		}
	});

	it('is freed by a request that throws', async () => {
		const gate = new RequestGate(1, 0);
		const failing = gate.run(
			{ prepare: () => Promise.reject(new Error('no token')), send: jest.fn() },
			turn(),
		);
		const waiting = gate.run({ send: async () => 'ok' }, turn());
		await expect(failing).rejects.toThrow('no token');
		expect(await waiting).toBe('ok');
	});
});

it('Waiting requests are sent by priority, then in the order of arrival', async () => {
	const { request, started, answer } = await requestsThrough(new RequestGate(1, 0));
	for (const [name, priority] of Object.entries({ a: 5, b: 2, c: 1, d: 2, e: 0, f: 1 })) {
		void request(name, { priority });
	}
	for (let n = 0; n < 6; n++) await answer();
	expect(started.map(({ name }) => name).join('')).toBe('aecfbd');
});

describe('A throttled request', () => {
	it('is sent three times when it was alone', async () => {
		const { request, started, answer } = await requestsThrough(new RequestGate(2, 0));
		const outcome = request('a');
		for (let n = 0; n < 3; n++) await answer(refusal(0));
		expect(await outcome).toMatchObject({ status: 429 });
		expect(started).toHaveLength(3);
	});

	it.each([
		['another request was sent meanwhile', 0],
		['another request was already in flight', 1],
	])('is sent until it was alone three times when %s', async (_name, position) => {
		const { request, started, answer } = await requestsThrough(new RequestGate(2, 0), true);
		const outcomes = [request('a'), request('b')];
		await answer(refusal(0), position);
		await answer();
		for (let n = 0; n < 3; n++) await answer(refusal(0));
		expect(await outcomes[position]).toMatchObject({ status: 429 });
		expect(await outcomes[1 - position]).toBe('ok');
		expect(started).toHaveLength(5);
	});
});

describe('The pause after a throttled request', () => {
	/** Milliseconds until the next request after requests that were sent together were throttled. */
	async function pauseAfter(...refusals: HttpFailure[]): Promise<number> {
		const gate = new RequestGate(refusals.length, 0);
		const { request, started, answer } = await requestsThrough(gate, true);
		for (let n = 0; n <= refusals.length; n++) void request('x');
		for (const failure of refusals) await answer(failure);
		while (started.length === refusals.length) await jest.advanceTimersToNextTimerAsync();
		return started.at(-1)!.at;
	}

	it.each([
		['half a second to a second for a single request', [refusal()], [500, 1000]],
		['shorter when fewer requests at a time may help', [refusal(), refusal()], [100, 200]],
		['Retry-After and up to a fifth of a second', [refusal(7_000)], [7_000, 7_200]],
		['up to a fifth of a second with Retry-After: 0', [refusal(0)], [0, 200]],
		['up to two minutes', [refusal(120_000, 503)], [120_000, 120_200]],
		['the longest of several', [refusal(1_000), refusal(3_000), refusal(2_000)], [3_000, 3_200]],
		['no longer with others that have none', [refusal(1_000), refusal()], [1_000, 1_200]],
	])('is %s', async (_name, refusals, [least, most]) => {
		const random = jest.spyOn(Math, 'random');
		const lengths = [await pauseAfter(...refusals)];
		random.mockReturnValue(1);
		lengths.push(await pauseAfter(...refusals));
		expect(lengths.sort((a, b) => a - b)).toEqual([least, most]);
	});

	it('leaves no timer behind when no request is waiting', async () => {
		const { request, answer } = await requestsThrough(new RequestGate(1, 0));
		const controllers = [new AbortController(), new AbortController()];
		for (const controller of controllers) void request('a', controller);
		await answer(refusal(60_000));
		for (const controller of controllers) {
			expect(jest.getTimerCount()).toBe(1);
			controller.abort();
		}
		expect(jest.getTimerCount()).toBe(0);
	});
});

describe('The pauses for a list', () => {
	/** Requests a page that is throttled once. */
	const fetchPage = async (gate: RequestGate, waits: WaitBudget, retryAfterMs: number) => {
		const answers = [refusal(retryAfterMs), 'ok'];
		const send = async () => {
			await new Promise((resolve) => setTimeout(resolve, 40));
			return answers.shift();
		};
		return await gate.run({ send }, turn({ waits }));
	};

	it('add up to 15 minutes at most', async () => {
		const gate = new RequestGate(1, 0);
		const waits = new WaitBudget();
		const outcomes: unknown[] = [];
		for (let n = 0; n < 9; n++) {
			const page = fetchPage(gate, waits, n === 8 ? 1 : 112_500);
			await jest.advanceTimersByTimeAsync(115_000);
			outcomes.push(await page);
		}
		expect(outcomes).toEqual([...Array<string>(8).fill('ok'), expect.any(HttpFailure)]);
	});

	it('count once for pages that were throttled at the same time', async () => {
		const gate = new RequestGate(20, 0);
		await gate.run({ send: async () => 'ok' }, turn());
		const waits = new WaitBudget();
		const pages = Array.from({ length: 20 }, async () => await fetchPage(gate, waits, 100_000));
		await jest.advanceTimersByTimeAsync(130_000);
		expect(await Promise.all(pages)).toEqual(Array(20).fill('ok'));
	});
});

describe('A Retry-After of more than two minutes', () => {
	it('is reported to all waiting and later callers without a request', async () => {
		const { request, started, answer } = await requestsThrough(new RequestGate(1, 0));
		const outcomes = [request('refused'), request('waiting')];
		await answer(refusal(3_600_000, 503));
		await jest.advanceTimersByTimeAsync(60_000);
		outcomes.push(request('later'));
		expect(await Promise.all(outcomes)).toMatchObject(
			[3_600_000, 3_600_000, 3_540_000].map((retryAfterMs) => ({ status: 503, retryAfterMs })),
		);
		expect(started).toHaveLength(1);
		expect(jest.getTimerCount()).toBe(0);
	});

	it('is waited for once only two minutes of it are left', async () => {
		const { request, started, answer } = await requestsThrough(new RequestGate(1, 0));
		void request('refused');
		await answer(refusal(3_600_000));
		await jest.advanceTimersByTimeAsync(3_480_000);
		void request('next');
		await jest.advanceTimersByTimeAsync(120_000);
		expect(started[1]).toEqual({ name: 'next', at: 3_600_000 });
	});
});

it('The interval is the minimum time between the starts of two requests', async () => {
	const { request, started, answer } = await requestsThrough(new RequestGate(3, 100));
	for (const name of 'abcde') void request(name);
	await answer();
	await jest.advanceTimersByTimeAsync(450);
	expect(started.map(({ at }) => at)).toEqual([0, 100, 200, 300]);
	await answer();
	await answer();
	void request('f');
	await jest.advanceTimersByTimeAsync(100);
	expect(started.map(({ at }) => at)).toEqual([0, 100, 200, 300, 450, 550]);
});

describe('While a request is prepared,', () => {
	/** A request whose preparation ends when the test says so. */
	function preparing(gate: RequestGate) {
		const sent: number[] = [];
		let end!: (failure?: HttpFailure) => void;
		const prepared = new Promise<HttpFailure | undefined>((resolve) => (end = resolve));
		const request = {
			prepare: async () => await prepared,
			send: async () => sent.push(performance.now()),
		};
		return { outcome: gate.run(request, turn({ priority: -1 })), end, sent };
	}

	it('no other one is sent, and the interval begins when it is sent', async () => {
		const gate = new RequestGate(3, 3_000);
		const { started, request } = await requestsThrough(gate, true);
		const { end, sent } = preparing(gate);
		void request('b');
		void request('c');
		await jest.advanceTimersByTimeAsync(8_000);
		expect(started).toEqual([]);
		end();
		await jest.advanceTimersByTimeAsync(8_000);
		expect(started.map(({ at }) => at)).toEqual([sent[0]! + 3_000, sent[0]! + 6_000]);
	});

	it('others go on when that fails', async () => {
		const gate = new RequestGate(1, 3_000);
		const { names, request } = await requestsThrough(gate);
		const { outcome, end, sent } = preparing(gate);
		void request('b');
		end(new HttpFailure('unreachable'));
		expect(await outcome).toMatchObject({ reason: 'unreachable' });
		expect(await names()).toBe('b');
		expect(sent).toEqual([]);
	});

	it('a pause that begins for others holds for it, too', async () => {
		const gate = new RequestGate(2, 0);
		const { request, answer } = await requestsThrough(gate, true);
		void request('a');
		const { end, sent } = preparing(gate);
		await answer(refusal(60_000));
		const refused = performance.now();
		end();
		await jest.advanceTimersByTimeAsync(130_000);
		expect(sent).toEqual([refused + 60_000]);
	});
});

it('An aborted request is not sent, neither beforehand nor while it waits', async () => {
	const { request, names, answer } = await requestsThrough(new RequestGate(1, 0));
	const outcome = await request('late', { signal: AbortSignal.abort() });
	expect(outcome).toMatchObject({ reason: 'canceled' });
	const controller = new AbortController();
	void request('a');
	const gone = request('b', controller);
	void request('c');
	controller.abort();
	expect(await gone).toMatchObject({ reason: 'canceled' });
	await answer();
	expect(await names()).toBe('c');
});

describe('A list is read whole, and in time,', () => {
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

	/** Allows a request each 200 ms, and none in advance. */
	const strict = (): Refuse => {
		let next = 0;
		return ({ now }) => {
			if (now < next) return refusal();
			next = now + 200;
			return undefined;
		};
	};

	const crowded: Refuse = ({ inFlight }) => (inFlight > 0 ? refusal() : undefined);
	const twice: Refuse = ({ n }) => (n === 50 || n === 51 ? refusal(60_000) : undefined);
	const seldom: Refuse = ({ n }) => (n % 10 === 0 && n < 50 ? refusal(30_000) : undefined);

	it.each([
		// One after the other takes 40 seconds.
		['throttles any second request at a time', 1_000, 5, crowded, 43, 20],
		['allows 10 requests a second, without saying when', 300, 5, quota(10, 1_000, false), 40, 20],
		['allows a request a second', 40, 5, quota(1, 1_000, true), 60, 20],
		['allows a request each 200 ms, and none in advance', 300, 5, strict(), 90, 20],
		// The last window is not used up.
		['allows 60 requests a minute', 300, 5, quota(60, 60_000, true), 330, Infinity],
		['throttles twice for a minute', 1_000, 1, twice, 120 + 45, 2],
		// Four pauses, and at the rate at which it refused the rest would take 1,000 seconds more.
		['throttled at a low rate', 400, 1, seldom, 700, 4],
	])('from a service that %s', async (_name, pages, concurrency, refuse, seconds, refusals) => {
		// The middle of the jitter: chance would decide about the rate by a tenth.
		jest.mocked(Math.random).mockReturnValue(0.5);
		const gate = new RequestGate(concurrency, 0);
		let [n, inFlight, refused, received] = [0, 0, 0, 0];
		const send = async () => {
			const failure = refuse({ n: ++n, now: performance.now(), inFlight: inFlight++ });
			await new Promise((resolve) => setTimeout(resolve, 40));
			inFlight--;
			if (failure) refused++;
			return failure ?? 'ok';
		};
		let left = pages;
		const read = async () => {
			while (left-- > 0) {
				if ((await gate.run<string>({ send }, turn())) === 'ok') received++;
			}
		};
		for (let reader = 0; reader < 20; reader++) void read();
		await jest.advanceTimersByTimeAsync(seconds * 1000);
		expect(received).toBe(pages);
		expect(refused).toBeLessThanOrEqual(refusals);
	});
});
