import { AccessToken } from '../../../credentials/contactsApi/accessToken';
import {
	ContactsApiError,
	type ErrorReason,
} from '../../../credentials/contactsApi/credentialErrors';
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

const same: Exchange = () => new AccessToken('same', undefined);

/** A cache with the outcomes of its exchanges in turn; the last one is repeated. */
function cacheWith(...outcomes: Exchange[]) {
	/** When each exchange started, in seconds. */
	const exchanges: number[] = [];
	/** The headers with the tokens; `token-1` is that of the first exchange. */
	const headers = new Map<string, string>();
	const started = performance.now();
	const cache = new TokenCache(async () => {
		const n = exchanges.push((performance.now() - started) / 1_000);
		const outcome = await (outcomes[n - 1] ?? outcomes.at(-1) ?? succeed)(n);
		if (outcome instanceof Error) throw outcome;
		if (![...headers.values()].includes(outcome.authorization)) {
			headers.set(`token-${n}`, outcome.authorization);
		}
		return outcome;
	});
	/** @returns the name of the token, or the reason of the failure */
	const get = async (rejected?: string, signal?: AbortSignal, fields = {}): Promise<string> =>
		await cache.get(settings(fields), headers.get(rejected ?? '') ?? rejected, signal).then(
			({ authorization }) =>
				[...headers].find(([, header]) => header === authorization)?.[0] ?? authorization,
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
		expect(new Set([...tokens, await get()])).toEqual(new Set(['token-1']));
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
			expect(new Set(await Promise.all(others))).toEqual(new Set(['token-1']));
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

	it('renews a rejected token once for 1,000 callers, also for late ones', async () => {
		const { get, exchanges } = cacheWith();
		await get();
		expect(await get('Basic eA==')).toBe('token-1');
		const callers = Array.from({ length: 1_000 }, async (_, n) => {
			for (let turn = 0; turn < n % 7; turn++) await Promise.resolve();
			return await get('token-1');
		});
		expect(new Set(await Promise.all(callers))).toEqual(new Set(['token-2']));
		jest.advanceTimersByTime(3_600_000);
		expect(await get('token-1')).toBe('token-2');
		expect(exchanges).toHaveLength(2);
	});

	/** What a caller gets at this second, after its token was rejected, or with another credential. */
	type Call = [at: number, gets: string, rejected?: string, fields?: Partial<typeof CREDENTIALS>];

	const wrong = { baseUrl: 'https://other.example.com' };
	const edited = { refreshToken: 'edited' };
	const asked = (seconds: number) =>
		fail('rateLimited', { status: 429, retryAfterMs: seconds * 1_000 });
	const refusedUntil = (seconds: number): Call[] =>
		[0, seconds - 0.001, seconds].map((at): Call => [at, 'rateLimited']);

	it.each<[string, Exchange[], Call[], exchanges: number[]]>([
		[
			'renews a token that was just renewed only after a cooldown',
			[succeed],
			[
				[0, 'token-1'],
				[0, 'token-2', 'token-1'],
				[4.999, 'renewedTokenRejected', 'token-2'],
				[4.999, 'token-2'],
				[5, 'token-3', 'token-2'],
			],
			[0, 0, 5],
		],
		[
			'fails when the server returns the same token again',
			[same],
			[
				[0, 'token-1'],
				[0, 'sameTokenAgain', 'token-1'],
				[0, 'sameTokenAgain', 'token-1'],
			],
			[0, 0],
		],
		[
			'keeps a credential usable while another one of the same client has a wrong Base URL',
			[same],
			[
				[0, 'token-1'],
				[0, 'token-1', '', wrong],
				[0, 'sameTokenAgain', 'token-1', wrong],
				[0, 'token-1'],
			],
			[0, 0, 0],
		],
		[
			'fails when the new token has already expired',
			[expire(0)],
			[
				[0, 'tokenExpired'],
				[0, 'tokenExpired'],
			],
			[0],
		],
		[
			'renews a token shortly before it expires, without a cooldown',
			[expire(60)],
			[
				[0, 'token-1'],
				[29.999, 'token-1'],
				[30, 'token-2'],
				[30, 'token-3', 'token-2'],
			],
			[0, 30, 30],
		],
		[
			'renews a short-lived token during the cooldown that follows a rejection',
			[expire(4)],
			[
				[0, 'token-1'],
				[0, 'token-2', 'token-1'],
				[4, 'token-3'],
			],
			[0, 0, 4],
		],
		[
			'uses a token that it cannot renew until it expires, with one request per cooldown',
			[expire(60), fail()],
			[
				[0, 'token-1'],
				...Array.from({ length: 30 }, (_, n): Call => [30 + n, 'token-1']),
				[60, 'unauthorized'],
			],
			[0, 30, 35, 40, 45, 50, 55, 60],
		],
		[
			'does not use such a token after it was rejected',
			[expire(60), fail()],
			[
				[0, 'token-1'],
				[30, 'unauthorized', 'token-1'],
				[30, 'unauthorized'],
			],
			[0, 30],
		],
		[
			'remembers a failure for 5 seconds, but not for an edited credential',
			[fail(), succeed],
			[
				[0, 'unauthorized'],
				[4.999, 'unauthorized'],
				[4.999, 'token-2', '', edited],
				[5, 'token-3'],
			],
			[0, 4.999, 5],
		],
		[
			'waits for 5 seconds again when a server that was up for a while is down',
			[fail('failed'), expire(1), fail('failed')],
			[
				[0, 'failed'],
				[0, 'failed'],
				[5, 'token-2'],
				[6, 'failed'],
				[11, 'failed'],
			],
			[0, 5, 6, 11],
		],
		['waits four minutes as Retry-After says', [asked(240)], refusedUntil(240), [0, 240]],
		['waits for a cooldown, although Retry-After is less', [asked(4)], refusedUntil(5), [0, 5]],
		[
			'waits five minutes when Retry-After says a day',
			[asked(86_400)],
			refusedUntil(300),
			[0, 300],
		],
		['waits at most five minutes', [asked(Infinity)], refusedUntil(300), [0, 300]],
	])('%s', async (_name, outcomes, calls, expected) => {
		const { get, exchanges } = cacheWith(...outcomes);
		const begun = performance.now();
		for (const [at, gets, rejected, fields] of calls) {
			jest.advanceTimersByTime(Math.round(at * 1_000 - (performance.now() - begun)));
			expect([at, await get(rejected || undefined, undefined, fields)]).toEqual([at, gets]);
		}
		expect(exchanges).toEqual(expected);
	});

	it('lets a caller give up while it cannot renew a token that is about to expire', async () => {
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

	describe('remembers a failure', () => {
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

		it('and tells later callers the rest of Retry-After, in an error of their own', async () => {
			const { cache } = cacheWith(fail('failed', { status: 503, retryAfterMs: 86_400_000 }));
			const failure = async () => await cache.get(settings()).catch((error) => error);
			const [first, second] = await Promise.all([failure(), failure()]);
			expect(first.userMessage.description).toMatch(/^Try again in 5 minutes\./);
			expect(second).not.toBe(first);
			jest.advanceTimersByTime(240_000);
			expect((await failure()).userMessage.description).toMatch(/^Try again in 60 seconds\./);
			expect(await failure()).not.toBe(await failure());
		});

		it('but no error of another kind', async () => {
			const unforeseen = Object.assign(new RangeError('unforeseen'), { retryAfterMs: 0 });
			const { cache, get } = cacheWith(() => unforeseen, succeed);
			await expect(cache.get(settings())).rejects.toBe(unforeseen);
			expect(await get()).toBe('token-2');
		});
	});
});
