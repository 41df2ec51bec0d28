import { HttpFailure } from '../../../../credentials/contactsApi/http/httpFailure';
import { type RetryPolicy, withRetries } from '../../../../credentials/contactsApi/http/retry';

let now: number;
const sleep = jest.fn<Promise<void>, [number, AbortSignal?]>();
const clock = { now: () => now, sleep, random: () => 0.5 };
beforeEach(() => {
	now = 1_000;
	sleep.mockReset();
	sleep.mockImplementation(async (ms) => {
		now += ms;
	});
});

const pauses = () => sleep.mock.calls.map(([ms]) => ms);

const unreachable = () => new HttpFailure('unreachable');
const busy = (retryAfterMs?: number) => HttpFailure.ofStatus(503, retryAfterMs);

/** Runs attempts with the given outcomes in turn. @returns the last one, and the budgets left */
async function run(outcomes: unknown[], policy: Partial<RetryPolicy> = {}, tryMs = 0) {
	const left: number[] = [];
	const outcome = await withRetries(
		async (leftMs) => {
			left.push(leftMs);
			now += tryMs;
			return outcomes[left.length - 1];
		},
		{ backoffMs: 1_000, budgetMs: 30_000, clock, ...policy },
	);
	return { outcome, left };
}

describe('A request that is retried', () => {
	it.each<[string, unknown[], pauses: number[], tryMs?: number]>([
		['at once with a success', ['page'], []],
		['at once with a permanent failure', [HttpFailure.ofStatus(404)], []],
		['after two retries with growing jitter', [unreachable(), busy(), 'page'], [500, 1_000]],
		['with the third failure', [unreachable(), busy(), busy(), 'page'], [500, 1_000]],
		['after Retry-After and the jitter', [busy(7_000), busy(0), 'page'], [7_500, 1_000]],
		['before a pause beyond the budget', [busy(29_500), 'page'], []],
		['after a pause within its last millisecond', [busy(29_499), 'page'], [29_999]],
		['before a second pause beyond it', [busy(100), busy(29_000), 'page'], [600]],
		['before an attempt after its end', [busy(19_500), 'page'], [], 10_000],
		['after an attempt before its end', [busy(19_499), 'page'], [19_999], 10_000],
	])('ends %s', async (_name, outcomes, expected, tryMs = 0) => {
		const { outcome, left } = await run(outcomes, {}, tryMs);
		expect(outcome).toBe(outcomes[expected.length]);
		expect(pauses()).toEqual(expected);
		expect(left).toHaveLength(expected.length + 1);
	});

	it('ends with a failure that another part retries, which it asks before each retry', async () => {
		const isRetried = jest.fn((failure: HttpFailure) => failure.reason !== 'failed');
		const failures = [unreachable(), busy(), 'page'];
		expect((await run(failures, { isRetried })).outcome).toBe(failures[1]);
		isRetried.mockReset().mockReturnValue(true);
		await run([busy(), busy(), busy()], { isRetried });
		expect(isRetried).toHaveBeenCalledTimes(2);
	});

	it('is repeated at once after a closed connection, 20 times for each counted attempt', async () => {
		const unread = new HttpFailure('dropped', { isUnread: true });
		const outcomes = [...Array<HttpFailure>(22).fill(unread), 'page'];
		expect((await run(outcomes)).outcome).toBe('page');
		expect(pauses()).toEqual([500]);
		const late = await run([unread, 'page'], {}, 30_000);
		expect(late).toEqual({ outcome: unread, left: [30_000] });
	});

	it('is given up when a busy process wakes up after the end of the budget', async () => {
		sleep.mockImplementation(async () => {
			now += 30_000;
		});
		const failure = busy();
		expect(await run([failure, 'page'])).toEqual({ outcome: failure, left: [30_000] });
	});

	it('is canceled when the signal ends a pause', async () => {
		const { signal } = new AbortController();
		await run([busy(), 'page'], { signal });
		expect(sleep).toHaveBeenCalledWith(500, signal);
		sleep.mockRejectedValue(new Error('canceled'));
		expect((await run([busy(), 'page'])).outcome).toMatchObject({ reason: 'canceled' });
	});
});
