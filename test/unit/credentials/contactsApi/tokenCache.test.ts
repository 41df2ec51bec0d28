import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';

import { AccessToken } from '../../../../credentials/contactsApi/accessToken';
import { ContactsApiError } from '../../../../credentials/contactsApi/credentialErrors';
import { parseSettings } from '../../../../credentials/contactsApi/settings';
import { TokenCache } from '../../../../credentials/contactsApi/tokenCache';
import { CREDENTIALS, jwt } from '../../../support/credentials';

const settings = (fields = {}) => parseSettings({ ...CREDENTIALS, ...fields });

/** The outcome of the n-th exchange, from 1. */
type Exchange = (n: number) => Promise<AccessToken> | AccessToken;

const succeed: Exchange = (n) => new AccessToken(`value-${n}`, undefined);
function fail(reason = 'unauthorized', details: object = {}): Exchange {
	return () => Promise.reject(new ContactsApiError(reason as 'failed', details));
}
/** A different token each time, which expires after that many seconds. */
function expire(seconds: number): Exchange {
	return (n) => new AccessToken(jwt({ n, exp: Date.now() / 1000 + seconds }), undefined);
}

/** A cache with the outcomes of its exchanges in turn; the last one is repeated. */
function cacheWith(...outcomes: Exchange[]) {
	/** When each exchange started, in seconds. */
	const exchanges: number[] = [];
	/** The headers with the tokens, by the number of the exchange. */
	const headers: unknown[] = [];
	const started = performance.now();
	const seconds = () => (performance.now() - started) / 1_000;
	const cache = new TokenCache(async () => {
		const n = exchanges.push(seconds());
		const token = await (outcomes[n - 1] ?? outcomes.at(-1)!)(n);
		headers[n] = token.authorization;
		return token;
	});
	/** @returns the token, as `token-` and the number of its exchange, or the reason of the failure */
	const get = async (rejected = 0, signal?: AbortSignal): Promise<string> =>
		await cache.get(settings(), headers[rejected], signal).then(
			({ authorization }) => `token-${headers.indexOf(authorization)}`,
			(error: ContactsApiError) => error.reason,
		);
	/** Gets a token at this second, perhaps after the API rejected the token with that number. */
	const at = async (second: number, rejected?: number) => {
		jest.advanceTimersByTime(Math.round((second - seconds()) * 1_000));
		return await get(rejected);
	};
	return { cache, exchanges, get, at };
}

const setOf1000 = async (get: (n: number) => Promise<string>) =>
	new Set(await Promise.all(Array.from({ length: 1_000 }, async (_, n) => await get(n))));

beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => jest.useRealTimers());

describe('The cache of tokens', () => {
	it('exchanges once for 1,000 concurrent callers, and renews a rejected token once', async () => {
		const { get, at, exchanges } = cacheWith(succeed);
		expect(await setOf1000(async () => await get())).toEqual(new Set(['token-1']));
		const renewed = await setOf1000(async (n) => {
			for (let turn = 0; turn < n % 7; turn++) await Promise.resolve();
			return await get(1);
		});
		expect(renewed).toEqual(new Set(['token-2']));
		expect(await at(3_600, 1)).toBe('token-2');
		expect(exchanges).toHaveLength(2);
	});

	it('keeps the tokens of the 1,000 most recently used credentials', async () => {
		const { cache, exchanges } = cacheWith(succeed);
		const get = async (n: number) => await cache.get({ ...settings(), id: String(n) });
		for (let n = 0; n < 1_000; n++) await get(n);
		for (const n of [0, 1_000, 0]) await get(n);
		expect(exchanges).toHaveLength(1_001);
		await get(1);
		expect(exchanges).toHaveLength(1_002);
	});

	it('returns tokens that do not show when they are inspected or logged', async () => {
		const { cache } = cacheWith(() => new AccessToken('canary', ['a.scope']));
		const token = await cache.get(settings());
		const inspected = inspect(token, { showHidden: true, depth: Infinity });
		expect(inspected).toContain('a.scope');
		const shown = `${inspected} ${JSON.stringify(token)} ${token as unknown as string}`;
		expect(shown).not.toContain('canary');
	});

	it.each<[string, Exchange, Exchange, gets: string]>([
		['an exchange', fail(), succeed, 'token-2'],
		['a renewal that fails', expire(60), fail(), 'token-1'],
	])('lets a caller stop waiting for %s, but not the others', async (_name, first, next, gets) => {
		let settle!: () => void;
		const pending = new Promise<void>((resolve) => (settle = resolve));
		const { get, exchanges } = cacheWith(first, async (n) => {
			await pending;
			return await next(n);
		});
		await get();
		const controller = new AbortController();
		jest.advanceTimersByTime(30_000);
		const impatient = get(0, controller.signal);
		const others = setOf1000(async () => await get());
		controller.abort();
		expect(await impatient).toBe('canceled');
		expect(await get(0, controller.signal)).toBe('canceled');
		settle();
		expect(await others).toEqual(new Set([gets]));
		expect(exchanges).toEqual([0, 30]);
	});

	it('leaves no listener behind, and takes a signal that has none', async () => {
		const { cache, get } = cacheWith(succeed);
		const { signal } = new AbortController();
		await get(0, signal);
		await Promise.resolve();
		expect(getEventListeners(signal, 'abort')).toEqual([]);
		const other = cache.get(settings({ refreshToken: 'other' }), undefined, { aborted: false });
		expect(await other).toHaveProperty('authorization', 'Bearer value-2');
	});
});

const used = Array.from({ length: 60 }, (_, second) => `${second} token-1`).join(', ');

/** The seconds at which callers ask for a token, without the one of that number if the API rejected it. */
it.each<[string, Exchange[], calls: string, exchanges: number[]]>([
	[
		'is renewed half a minute before it expires, and after a 401 even then',
		[expire(3_600)],
		'0 token-1, 3569.999 token-1, 3570 token-2, 3570 without 2: token-3, 7140 token-4',
		[0, 3_570, 3_570, 7_140],
	],
	[
		'is renewed in the middle of a short life',
		[expire(4)],
		'0 token-1, 1.999 token-1, 2 token-2, 2 without 2: token-3, 4 token-4',
		[0, 2, 2, 4],
	],
	[
		'is renewed again after a 401 only when a cooldown is over',
		[succeed],
		'0 token-1, 0 without 1: token-2, 4.999 without 2: tokenRejected, 4.999 token-2, 5 without 2: token-3',
		[0, 0, 5],
	],
	[
		'is an error when the server returns it again after a 401',
		// Its payload is null.
		[() => new AccessToken('x.bnVsbA.x', undefined)],
		'0 token-1, 0 without 1: tokenRejected, 0 without 1: tokenRejected',
		[0, 0],
	],
	['is an error when it has expired', [expire(0)], '0 tokenExpired, 4.999 tokenExpired', [0]],
	[
		'that cannot be renewed is used until it expires, with one exchange per cooldown',
		[expire(60), fail()],
		`${used}, 60 unauthorized`,
		[0, 30, 35, 40, 45, 50, 55, 60],
	],
	[
		'that was rejected is not used, even if it cannot be renewed',
		[expire(60), fail()],
		'0 token-1, 30 without 1: unauthorized, 30 unauthorized',
		[0, 30],
	],
	[
		'that does not say when it expires is renewed only after a 401',
		[() => new AccessToken(jwt({ exp: '1' }), undefined), succeed],
		'0 token-1, 1000000000 token-1, 1000000000 without 1: token-2',
		[0, 1e9],
	],
])('A token %s', async (_name, outcomes, calls, expected) => {
	const { at, exchanges } = cacheWith(...outcomes);
	for (const call of calls.split(', ')) {
		const [second, ...rest] = call.split(' ');
		const rejected = parseInt(rest.at(-2) ?? '0', 10);
		expect([call, await at(Number(second), rejected)]).toEqual([call, rest.at(-1)]);
	}
	expect(exchanges).toEqual(expected);
});

describe('A failure is remembered', () => {
	it.each<[string[], retryAfter: number, every: number, number[]]>([
		[['dropped', 'brokenOff', 'proxyRefused'], 0, 1, [0, 5, 15, 30, 45, 60]],
		// Without calls in between
		[['failed'], 4, 5, [0, 5, 10, 15, 20]],
		// The server is up.
		[['rateLimited'], Infinity, 1, [0, 300]],
	])('(%j, Retry-After: %d, a call every %d s) until %j', async (...row) => {
		const [reasons, retryAfter, every, expected] = row;
		for (const reason of reasons) {
			const details = { status: 429, retryAfterMs: retryAfter * 1_000 };
			const { at, exchanges } = cacheWith(fail(reason, details));
			for (let second = 0; second <= expected.at(-1)!; second += every) await at(second);
			expect(exchanges).toEqual(expected);
		}
	});

	it('with the rest of Retry-After, in an error for each caller', async () => {
		const { cache } = cacheWith(fail('failed', { status: 503, retryAfterMs: 86_400_000 }));
		const failure = async () => await cache.get(settings()).catch((error) => error);
		const [first, second] = await Promise.all([failure(), failure()]);
		expect(first.userMessage.description).toMatch(/^Try again in 5 minutes\./);
		expect(second).not.toBe(first);
		jest.advanceTimersByTime(240_000);
		expect((await failure()).userMessage.description).toMatch(/^Try again in 60 seconds\./);
		expect(await failure()).not.toBe(await failure());
		expect(cache.grantedScopes(settings())).toBeUndefined();
	});

	it('only if this package has foreseen it', async () => {
		const unforeseen = Object.assign(new RangeError('unforeseen'), { retryAfterMs: 0 });
		const { cache, get } = cacheWith(async () => await Promise.reject(unforeseen), succeed);
		await expect(cache.get(settings())).rejects.toBe(unforeseen);
		expect(await get()).toBe('token-2');
	});
});
