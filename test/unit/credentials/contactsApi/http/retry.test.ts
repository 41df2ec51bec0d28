import type { Clock } from '../../../../../credentials/contactsApi/http/clock';
import { HttpFailure } from '../../../../../credentials/contactsApi/http/httpFailure';
import { type RetryPolicy, withRetries } from '../../../../../credentials/contactsApi/http/retry';

const unreachable = new HttpFailure('unreachable');
const busy = (retryAfterMs?: number) => HttpFailure.ofStatus(503, retryAfterMs);

interface Conditions extends Partial<RetryPolicy> {
	/** How long each attempt takes. */
	tryMs?: number;
}

/** Runs attempts with these outcomes in turn. @returns the last outcome and the pauses in between */
async function run(outcomes: unknown[], { tryMs = 0, ...policy }: Conditions = {}) {
	let now = 1_000;
	let attempts = 0;
	const pauses: number[] = [];
	const sleep: Clock['sleep'] = async (ms, signal) => {
		signal?.throwIfAborted();
		pauses.push(ms);
		now += ms;
	};
	const clock = { now: () => now, sleep, random: () => 0.5 };
	const attempt = async () => {
		now += tryMs;
		return outcomes[attempts++];
	};
	const repeats = { connectionClosed: 20 };
	const options = { backoffMs: 1_000, budgetMs: 30_000, repeats, clock, ...policy };
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

	it('asks before each pause whether to wait', async () => {
		const mayWait = jest.fn((failure: HttpFailure) => failure.reason !== 'failed');
		expect(await run([unreachable, busy(), 'page'], { mayWait })).toMatchObject({ attempts: 2 });
		mayWait.mockReset().mockReturnValue(true);
		await run([busy(), busy(), busy()], { mayWait });
		expect(mayWait).toHaveBeenCalledTimes(2);
	});

	it('is repeated at once for the reasons of the policy, each so often', async () => {
		const unread = new HttpFailure('dropped', { repeatReason: 'connectionClosed' });
		const outcomes = [...Array<HttpFailure>(22).fill(unread), 'page'];
		expect(await run(outcomes)).toMatchObject({ outcome: 'page', pauses: [500, 1_000] });
		expect(await run([unread, 'page'], { tryMs: 30_000 })).toMatchObject({ attempts: 1 });

		const rejected = HttpFailure.ofStatus(401);
		expect(await run([rejected, 'page'])).toMatchObject({ attempts: 1 });
		const repeats = { tokenRejected: 1, slashRedirected: 1 };
		const moved = new HttpFailure('redirected', { repeatReason: 'slashRedirected' });
		const all = await run([rejected, busy(), moved, 'page'], { repeats });
		expect(all).toMatchObject({ outcome: 'page', pauses: [500] });
		expect(await run([moved, moved, 'page'], { repeats })).toMatchObject({ outcome: moved });
		expect(await run([rejected, rejected], { repeats })).toMatchObject({ outcome: rejected });
	});

	it('makes no pause before throttled requests if the attempt itself does, nor counts crowded ones', async () => {
		const crowded = Object.assign(busy(), { isCrowded: true });
		const outcomes = [crowded, crowded, busy(7_000), crowded, unreachable, crowded, 'page'];
		expect(await run(outcomes, { isPaced: true })).toMatchObject({
			outcome: 'page',
			pauses: [1_000],
		});
		expect(await run([busy(), busy(), busy(), 'page'], { isPaced: true })).toMatchObject({
			attempts: 3,
		});
	});

	it('is sent again at once when the signal ends a pause, which the attempt notices', async () => {
		const canceled = new HttpFailure('canceled');
		const signal = AbortSignal.abort();
		const { outcome } = await run([busy(), canceled, 'page'], { signal });
		expect(outcome).toBe(canceled);
	});
});
