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

describe('withRetries', () => {
	it('returns a success or a permanent failure at once', async () => {
		expect((await run(['page'])).outcome).toBe('page');
		const failure = HttpFailure.ofStatus(404);
		expect((await run([failure])).outcome).toBe(failure);
		expect(pauses()).toEqual([]);
	});

	it.each([
		['with growing jitter', [unreachable(), busy()], [500, 1_000]],
		[
			'with the jitter added to Retry-After, even if that is 0',
			[busy(7_000), busy(0)],
			[7_500, 1_000],
		],
	])('retries twice after transient failures, %s', async (_name, failures, expected) => {
		expect((await run([...failures, 'page'])).outcome).toBe('page');
		expect(pauses()).toEqual(expected);
		const last = busy();
		expect((await run([...failures, last, 'page'])).outcome).toBe(last);
	});

	it('does not retry what another part of the package does', async () => {
		const policy = { isRetried: (failure: HttpFailure) => !failure.isThrottled };
		const throttled = busy();
		expect((await run([throttled, 'page'], policy)).outcome).toBe(throttled);
		expect((await run([unreachable(), 'page'], policy)).outcome).toBe('page');
	});

	it.each([
		['when a pause would not end before the budget', [busy(29_500)], 0],
		['when further pauses would not', [busy(100), busy(29_000)], 0],
		['when the next attempt would start after its end', [busy(19_500)], 10_000],
	])('gives up at once %s', async (_name, failures, tryMs) => {
		const { outcome, left } = await run([...failures, 'page'], {}, tryMs);
		expect(outcome).toBe(failures.at(-1));
		expect(left).toHaveLength(failures.length);
		expect(pauses()).toHaveLength(failures.length - 1);
	});

	it('uses the budget up to its last millisecond', async () => {
		expect((await run([busy(29_499), 'page'])).outcome).toBe('page');
		expect((await run([busy(19_499), 'page'], {}, 10_000)).outcome).toBe('page');
	});

	it('tells each attempt how much is left of the budget', async () => {
		const { left } = await run([busy(), busy(), 'page'], { budgetMs: 15_000 }, 2_000);
		expect(left).toEqual([15_000, 12_500, 9_500]);
	});

	it('gives up when a busy process wakes up after the end of the budget', async () => {
		sleep.mockImplementation(async () => {
			now += 30_000;
		});
		const failure = busy();
		expect(await run([failure, 'page'])).toEqual({ outcome: failure, left: [30_000] });
	});

	it('lets the signal end a pause', async () => {
		const { signal } = new AbortController();
		await run([busy(), 'page'], { signal });
		expect(sleep).toHaveBeenCalledWith(500, signal);
		sleep.mockRejectedValue(new Error('canceled'));
		await expect(run([busy(), 'page'])).rejects.toThrow('canceled');
	});
});
