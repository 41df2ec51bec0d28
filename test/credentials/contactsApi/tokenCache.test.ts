import { AccessToken } from '../../../credentials/contactsApi/accessToken';
import { ContactsApiError, type ErrorReason } from '../../../credentials/contactsApi/errors';
import { parseSettings, type Settings } from '../../../credentials/contactsApi/settings';
import { TokenCache } from '../../../credentials/contactsApi/tokenCache';
import { CREDENTIALS, jwt } from '../../support/credentials';

/** Settings that differ in the given fields. */
const settings = (fields: Partial<typeof CREDENTIALS> = {}): Settings =>
	parseSettings({ ...CREDENTIALS, ...fields });

/** The outcome of the n-th exchange, from 1. */
type Exchange = (n: number) => Promise<AccessToken> | AccessToken | Error;

const succeed: Exchange = (n) => new AccessToken(`token-${n}`, ['contacts.read']);
const fail = (reason: ErrorReason = 'unauthorized', details: object = {}): Exchange => {
	return () => new ContactsApiError(reason as 'failed', details);
};
/** A different token each time, which expires after that many seconds. */
const expire =
	(seconds: number): Exchange =>
	(n) =>
		new AccessToken(jwt({ n, exp: Date.now() / 1000 + seconds }), undefined);

/** A cache with the outcomes of its exchanges in turn; the last one is repeated. */
function cacheWith(...outcomes: Exchange[]) {
	/** When each exchange started, in seconds. */
	const exchanges: number[] = [];
	const started = performance.now();
	const cache = new TokenCache(async () => {
		const n = exchanges.push((performance.now() - started) / 1_000);
		const outcome = await (outcomes[n - 1] ?? outcomes.at(-1) ?? succeed)(n);
		if (outcome instanceof Error) throw outcome;
		return outcome;
	});
	/** @returns the header, or the reason of the failure */
	const get = async (rejected?: string, signal?: AbortSignal, fields = {}): Promise<string> =>
		await cache.get(settings(fields), rejected, signal).then(
			(token) => token.authorization,
			(error: ContactsApiError) => error.reason,
		);
	return { cache, exchanges, get };
}

/** An exchange that ends when the test calls `settle`. */
function pendingExchange() {
	let settle!: (outcome: AccessToken | Promise<never>) => void;
	const pending = new Promise<AccessToken>((resolve) => (settle = resolve));
	return { exchange: async () => await pending, settle };
}

describe('TokenCache', () => {
	beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
	afterEach(() => jest.useRealTimers());

	it('exchanges once for 1,000 concurrent callers, and for later ones', async () => {
		const { get, exchanges } = cacheWith();
		const tokens = await Promise.all(Array.from({ length: 1_000 }, async () => await get()));
		expect(new Set([...tokens, await get()])).toEqual(new Set(['Bearer token-1']));
		expect(exchanges).toHaveLength(1);
	});

	it('keeps the 1,000 most recently used credentials', async () => {
		const { cache, exchanges } = cacheWith();
		const one = settings();
		const get = async (n: number) => await cache.get({ ...one, id: String(n) });
		for (let n = 0; n < 1_000; n++) await get(n);
		for (const n of [0, 1_000, 0]) await get(n);
		expect(exchanges).toHaveLength(1_001);
		await get(1);
		expect(exchanges).toHaveLength(1_002);
	});

	it('knows no scopes before an exchange has succeeded', async () => {
		const { cache, get } = cacheWith(fail());
		await get();
		expect(cache.grantedScopes(settings())).toBeUndefined();
	});

	describe('lets one caller give up', () => {
		it('without failing the others', async () => {
			const { exchange, settle } = pendingExchange();
			const { get, exchanges } = cacheWith(exchange);
			const controller = new AbortController();
			const first = get(undefined, controller.signal);
			const others = Array.from({ length: 99 }, async () => await get());
			controller.abort();
			expect(await first).toBe('canceled');
			expect(await get(undefined, controller.signal)).toBe('canceled');
			settle(new AccessToken('token-1', undefined));
			expect(new Set(await Promise.all(others))).toEqual(new Set(['Bearer token-1']));
			expect(exchanges).toHaveLength(1);
		});

		it('and leaves no listener behind', async () => {
			const { get } = cacheWith();
			const { signal } = new AbortController();
			const added = jest.spyOn(signal, 'addEventListener');
			const removed = jest.spyOn(signal, 'removeEventListener');
			await get(undefined, signal);
			await Promise.resolve();
			expect(added.mock.calls).toEqual([['abort', expect.any(Function)]]);
			expect(removed.mock.calls).toEqual(added.mock.calls);
		});

		it('with a signal that has no listeners', async () => {
			const { cache } = cacheWith();
			const token = await cache.get(settings(), undefined, { aborted: false });
			expect(token.authorization).toBe('Bearer token-1');
		});
	});

	describe('renews', () => {
		it('a rejected token once for 1,000 callers, also for late ones', async () => {
			const { get, exchanges } = cacheWith();
			await get();
			expect(await get('Basic eA==')).toBe('Bearer token-1');
			const callers = Array.from({ length: 1_000 }, async (_, n) => {
				for (let turn = 0; turn < n % 7; turn++) await Promise.resolve();
				return await get('Bearer token-1');
			});
			expect(new Set(await Promise.all(callers))).toEqual(new Set(['Bearer token-2']));
			jest.advanceTimersByTime(3_600_000);
			expect(await get('Bearer token-1')).toBe('Bearer token-2');
			expect(exchanges).toHaveLength(2);
		});

		it('a token that was just renewed only after a cooldown', async () => {
			const { get, exchanges } = cacheWith();
			await get();
			await get('Bearer token-1');
			jest.advanceTimersByTime(4_999);
			expect(await get('Bearer token-2')).toBe('renewedTokenRejected');
			expect(await get()).toBe('Bearer token-2');
			expect(exchanges).toHaveLength(2);
			jest.advanceTimersByTime(1);
			expect(await get('Bearer token-2')).toBe('Bearer token-3');
		});

		it('and fails when the server returns the same token again', async () => {
			const { get, exchanges } = cacheWith(() => new AccessToken('token-1', undefined));
			await get();
			expect(await get('Bearer token-1')).toBe('sameTokenAgain');
			expect(await get('Bearer token-1')).toBe('sameTokenAgain');
			expect(exchanges).toHaveLength(2);
		});

		it('and fails when the new token has already expired', async () => {
			const { get, exchanges } = cacheWith(expire(0));
			expect(await get()).toBe('tokenExpired');
			expect(await get()).toBe('tokenExpired');
			expect(exchanges).toHaveLength(1);
		});

		it('a token shortly before it expires, without a cooldown', async () => {
			const { get, exchanges } = cacheWith(expire(60));
			await get();
			jest.advanceTimersByTime(29_999);
			await get();
			jest.advanceTimersByTime(1);
			await get(await get());
			expect(exchanges).toEqual([0, 30, 30]);
		});

		it('a short-lived token during the cooldown that follows a rejection', async () => {
			const { get, exchanges } = cacheWith(expire(4));
			await get(await get());
			jest.advanceTimersByTime(4_000);
			expect(await get()).toMatch('Bearer ');
			expect(exchanges).toEqual([0, 0, 4]);
		});
	});

	it('keeps a credential usable while another one of the same client has a wrong Base URL', async () => {
		const { get, exchanges } = cacheWith(() => new AccessToken('token-1', undefined));
		const wrong = { baseUrl: 'https://other.example.com' };
		await get();
		expect(await get(await get(undefined, undefined, wrong), undefined, wrong)).toBe(
			'sameTokenAgain',
		);
		expect(await get()).toBe('Bearer token-1');
		expect(exchanges).toHaveLength(3);
	});

	describe('while it cannot renew a token that is about to expire', () => {
		it('uses it until it expires, with one request per cooldown', async () => {
			const { get, exchanges } = cacheWith(expire(60), fail());
			const token = await get();
			jest.advanceTimersByTime(30_000);
			for (let second = 0; second < 30; second++) {
				expect(await get()).toBe(token);
				jest.advanceTimersByTime(1_000);
			}
			expect(exchanges).toEqual([0, 30, 35, 40, 45, 50, 55]);
			expect(await get()).toBe('unauthorized');
		});

		it('does not use it after it was rejected', async () => {
			const { get } = cacheWith(expire(60), fail());
			const token = await get();
			jest.advanceTimersByTime(30_000);
			expect(await get(token)).toBe('unauthorized');
			expect(await get()).toBe('unauthorized');
		});

		it('lets a caller give up', async () => {
			const { exchange, settle } = pendingExchange();
			const { get } = cacheWith(expire(60), exchange);
			const token = await get();
			jest.advanceTimersByTime(30_000);
			const controller = new AbortController();
			const impatient = get(undefined, controller.signal);
			const patient = get();
			controller.abort();
			expect(await impatient).toBe('canceled');
			settle(Promise.reject(new ContactsApiError('unauthorized')));
			expect(await patient).toBe(token);
		});
	});

	describe('remembers a failure', () => {
		it('for 5 seconds, but not for an edited credential', async () => {
			const { get, exchanges } = cacheWith(fail(), succeed);
			expect(await get()).toBe('unauthorized');
			jest.advanceTimersByTime(4_999);
			expect(await get()).toBe('unauthorized');
			expect(await get('', undefined, { refreshToken: 'edited' })).toBe('Bearer token-2');
			jest.advanceTimersByTime(1);
			expect(await get()).toBe('Bearer token-3');
			expect(exchanges).toEqual([0, 4.999, 5]);
		});

		const whileDown = [0, 5, 15, 30, 45, 60];
		it.each<[ErrorReason, number, number[]]>([
			['rateLimited', 1, whileDown],
			['failed', 1, whileDown],
			['timedOut', 1, whileDown],
			['unreachable', 1, whileDown],
			['dropped', 1, whileDown],
			['brokenOff', 1, whileDown],
			['proxyRefused', 1, whileDown],
			// Nobody calls meanwhile.
			['failed', 5, [0, 5, 10, 15, 20]],
			// The server is up.
			['unauthorized', 1, [0, 5, 10, 15]],
		])('%s, with a call every %d s, and asks again after %j s', async (reason, every, expected) => {
			const { get, exchanges } = cacheWith(fail(reason));
			for (let second = 0; second <= expected.at(-1)!; second += every) {
				await get();
				jest.advanceTimersByTime(every * 1_000);
			}
			expect(exchanges).toEqual(expected);
		});

		it('of a server that is down for 5 seconds again after a success', async () => {
			const { get, exchanges } = cacheWith(fail('failed'), expire(1), fail('failed'));
			for (const pauseMs of [0, 5_000, 1_000, 5_000, 0]) {
				await get();
				jest.advanceTimersByTime(pauseMs);
			}
			expect(exchanges).toEqual([0, 5, 6, 11]);
		});

		it.each([
			['an hour', 3_600, 3_600],
			['less than a cooldown', 4, 5],
			['longer than a day', Infinity, 24 * 3_600],
		])('for as long as Retry-After says: %s', async (_name, asked, seconds) => {
			const { get, exchanges } = cacheWith(
				fail('rateLimited', { status: 429, retryAfterMs: asked * 1_000 }),
			);
			await get();
			jest.advanceTimersByTime(seconds * 1_000 - 1);
			expect(await get()).toBe('rateLimited');
			jest.advanceTimersByTime(1);
			await get();
			expect(exchanges).toEqual([0, seconds]);
		});

		it('and tells later callers the rest of Retry-After, in an error of their own', async () => {
			const { cache } = cacheWith(fail('failed', { status: 503, retryAfterMs: 3_600_000 }));
			const failure = async () => await cache.get(settings()).catch((error) => error);
			const [first, second] = await Promise.all([failure(), failure()]);
			expect(first.userMessage.description).toMatch(/^Try again in 60 minutes\./);
			expect(second).not.toBe(first);
			jest.advanceTimersByTime(3_540_000);
			expect((await failure()).userMessage.description).toMatch(/^Try again in 60 seconds\./);
			expect(await failure()).not.toBe(await failure());
		});

		it('but no error of another kind', async () => {
			const unforeseen = Object.assign(new RangeError('unforeseen'), { retryAfterMs: 0 });
			const { cache, get } = cacheWith(() => unforeseen, succeed);
			await expect(cache.get(settings())).rejects.toBe(unforeseen);
			expect(await get()).toBe('Bearer token-2');
		});
	});
});
