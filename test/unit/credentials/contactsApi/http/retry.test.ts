import type { Clock } from '../../../../../credentials/contactsApi/http/clock';
import { HttpFailure } from '../../../../../credentials/contactsApi/http/httpFailure';
import { type RetryPolicy, withRetries } from '../../../../../credentials/contactsApi/http/retry';

const unreachable = new HttpFailure('unreachable');
const busy = (retryAfterMs?: number) => HttpFailure.ofStatus(503, retryAfterMs);

interface Conditions extends Partial<RetryPolicy> {
	/** How long each attempt takes. */
	tryMs?: number;
	/** How much longer than asked for a pause takes. */
	lateMs?: number;
}

/** Runs attempts with these outcomes in turn. @returns the last outcome and the pauses in between */
async function run(outcomes: unknown[], { tryMs = 0, lateMs = 0, ...policy }: Conditions = {}) {
	let now = 1_000;
	let attempts = 0;
	const pauses: number[] = [];
	const sleep: Clock['sleep'] = async (ms, signal) => {
		signal?.throwIfAborted();
		pauses.push(ms);
		now += ms + lateMs;
	};
	const clock = { now: () => now, sleep, random: () => 0.5 };
	const attempt = async () => {
		now += tryMs;
		return outcomes[attempts++];
	};
	const options = { backoffMs: 1_000, budgetMs: 30_000, clock, ...policy };
	return { outcome: await withRetries(attempt, options), pauses, attempts };
}

describe('A request that is retried', () => {
	it.each<[string, unknown[], pauses: number[], Conditions?]>([
		['at once with a success', ['page'], []],
		['at once with a permanent failure', [HttpFailure.ofStatus(404)], []],
		['after two retries with growing jitter', [unreachable, busy(), 'page'], [500, 1_000]],
		['with the third failure', [unreachable, busy(), busy(), 'page'], [500, 1_000]],
		['after Retry-After and the jitter', [busy(7_000), busy(0), 'page'], [7_500, 1_000]],
		['before a pause beyond the budget', [busy(29_500), 'page'], []],
		['after a pause within its last millisecond', [busy(29_499), 'page'], [29_999]],
		['before a second pause beyond it', [busy(100), busy(29_000), 'page'], [600]],
		['before an attempt after its end', [busy(19_500), 'page'], [], { tryMs: 10_000 }],
		['after an attempt before its end', [busy(19_499), 'page'], [19_999], { tryMs: 10_000 }],
	])('ends %s', async (_name, outcomes, pauses, conditions = {}) => {
		const attempts = pauses.length + 1;
		const outcome = outcomes[pauses.length];
		expect(await run(outcomes, conditions)).toEqual({ outcome, pauses, attempts });
	});

	it('ends with a failure that another part retries, which it asks before each retry', async () => {
		const isRetried = jest.fn((failure: HttpFailure) => failure.reason !== 'failed');
		expect(await run([unreachable, busy(), 'page'], { isRetried })).toMatchObject({ attempts: 2 });
		isRetried.mockReset().mockReturnValue(true);
		await run([busy(), busy(), busy()], { isRetried });
		expect(isRetried).toHaveBeenCalledTimes(2);
	});

	it('is repeated at once after a closed connection, 20 times for each counted attempt', async () => {
		const unread = new HttpFailure('dropped', { isUnread: true });
		const outcomes = [...Array<HttpFailure>(22).fill(unread), 'page'];
		expect(await run(outcomes)).toMatchObject({ outcome: 'page', pauses: [500] });
		expect(await run([unread, 'page'], { tryMs: 30_000 })).toMatchObject({ attempts: 1 });
	});

	it('is given up when a busy process wakes up after the end of the budget, or when the signal ends a pause', async () => {
		expect(await run([busy(), 'page'], { lateMs: 29_500 })).toMatchObject({ attempts: 1 });
		const { outcome } = await run([busy(), 'page'], { signal: AbortSignal.abort() });
		expect(outcome).toMatchObject({ reason: 'canceled' });
	});
});
