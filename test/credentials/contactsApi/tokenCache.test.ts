import { inspect } from 'node:util';

import fc from 'fast-check';

import { AccessToken } from '../../../credentials/contactsApi/accessToken';
import { ContactsApiError } from '../../../credentials/contactsApi/errors';
import { parseSettings, type Settings } from '../../../credentials/contactsApi/settings';
import { TokenCache } from '../../../credentials/contactsApi/tokenCache';
import { CREDENTIALS, jwt } from '../../support/credentials';
import { runs } from '../../support/runs';

/** Settings that differ in the given fields. */
function settings(fields: Partial<typeof CREDENTIALS> = {}): Settings {
	return parseSettings({ ...CREDENTIALS, ...fields });
}

/** A cache whose exchanges return token-1, token-2 …, or what the test provides. */
function cacheWith(
	exchange?: (n: number, settings: Settings) => Promise<AccessToken> | AccessToken,
) {
	const exchanges: Settings[] = [];
	const cache = new TokenCache(async (wanted) => {
		exchanges.push(wanted);
		const n = exchanges.length;
		return exchange ? await exchange(n, wanted) : new AccessToken(`token-${n}`, ['contacts.read']);
	});
	return { cache, exchanges };
}

const rejection = (reason: 'unauthorized' | 'failed' = 'unauthorized') =>
	new ContactsApiError(reason, { status: reason === 'unauthorized' ? 401 : 503 });

async function outcome(promise: Promise<AccessToken>): Promise<string> {
	return await promise.then(
		(token) => token.authorization,
		(error: ContactsApiError) => error.reason,
	);
}

describe('TokenCache', () => {
	beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
	afterEach(() => jest.useRealTimers());

	describe('exchanges once', () => {
		it('for 1,000 concurrent callers, and for later ones', async () => {
			const { cache, exchanges } = cacheWith();
			const callers = Array.from({ length: 1_000 }, async () => await cache.get(settings()));
			const tokens = await Promise.all(callers);
			expect(new Set(tokens.map((token) => token.authorization))).toEqual(
				new Set(['Bearer token-1']),
			);
			expect(await outcome(cache.get(settings()))).toBe('Bearer token-1');
			expect(exchanges).toHaveLength(1);
		});

		it('for each authUrl, clientId and refreshToken', async () => {
			const { cache, exchanges } = cacheWith();
			const others = [
				{},
				{ authUrl: 'https://auth.example.org' },
				{ clientId: 'client_2' },
				{ refreshToken: 'refresh-2' },
			];
			const tokens = await Promise.all(
				others.map(async (other) => await cache.get(settings(other))),
			);
			expect(new Set(tokens.map((token) => token.authorization)).size).toBe(others.length);
			expect(exchanges).toHaveLength(others.length);
		});

		it('regardless of the API host, the organization and the scopes', async () => {
			const { cache, exchanges } = cacheWith();
			await cache.get(settings());
			await cache.get(settings({ baseUrl: 'https://other.example', orgId: 'org_2', scopes: [] }));
			expect(exchanges).toHaveLength(1);
		});

		it('and keeps the 1,000 most recently used credentials', async () => {
			const { cache, exchanges } = cacheWith();
			const get = async (n: number) => await cache.get(settings({ clientId: `client_${n}` }));
			for (let n = 0; n < 1_000; n++) await get(n);
			await get(0);
			await get(1_000);
			expect(exchanges).toHaveLength(1_001);
			await get(0);
			expect(exchanges).toHaveLength(1_001);
			await get(1);
			expect(exchanges).toHaveLength(1_002);
		});

		it('and evicts all but 1,000 of 10,000 credentials', async () => {
			const { cache, exchanges } = cacheWith();
			const get = async (n: number) => await cache.get(settings({ clientId: `client_${n}` }));
			for (let n = 0; n < 10_000; n++) await get(n);
			for (let n = 9_000; n < 10_000; n++) await get(n);
			expect(exchanges).toHaveLength(10_000);
			await get(8_999);
			expect(exchanges).toHaveLength(10_001);
		});
	});

	describe('lets one caller give up', () => {
		it('without failing the others', async () => {
			let finish: (token: AccessToken) => void = () => {};
			const { cache, exchanges } = cacheWith(
				async () => await new Promise<AccessToken>((resolve) => (finish = resolve)),
			);
			const controller = new AbortController();
			const first = outcome(cache.get(settings(), undefined, controller.signal));
			const others = Array.from({ length: 99 }, async () => await outcome(cache.get(settings())));
			controller.abort();
			expect(await first).toBe('canceled');
			finish(new AccessToken('token-1', undefined));
			expect(new Set(await Promise.all(others))).toEqual(new Set(['Bearer token-1']));
			expect(exchanges).toHaveLength(1);
		});

		it('before it starts to wait', async () => {
			const { cache } = cacheWith();
			expect(await outcome(cache.get(settings(), undefined, AbortSignal.abort()))).toBe('canceled');
			expect(await outcome(cache.get(settings()))).toBe('Bearer token-1');
		});

		it('and leaves no listener behind', async () => {
			const { cache } = cacheWith();
			const { signal } = new AbortController();
			const added = jest.spyOn(signal, 'addEventListener');
			const removed = jest.spyOn(signal, 'removeEventListener');
			await cache.get(settings(), undefined, signal);
			await Promise.resolve();
			expect(added.mock.calls).toEqual([['abort', expect.any(Function)]]);
			expect(removed.mock.calls).toEqual(added.mock.calls);
		});

		it('with a signal that has no listeners', async () => {
			const { cache } = cacheWith();
			expect(await outcome(cache.get(settings(), undefined, { aborted: false }))).toBe(
				'Bearer token-1',
			);
		});
	});

	describe('renews', () => {
		it('a rejected token once for 1,000 callers, also for late ones', async () => {
			const { cache, exchanges } = cacheWith();
			await cache.get(settings());
			const callers = Array.from({ length: 1_000 }, async (_, n) => {
				for (let turn = 0; turn < n % 7; turn++) await Promise.resolve();
				return await cache.get(settings(), 'Bearer token-1');
			});
			const tokens = await Promise.all(callers);
			expect(new Set(tokens.map((token) => token.authorization))).toEqual(
				new Set(['Bearer token-2']),
			);
			expect(exchanges).toHaveLength(2);
		});

		it('nothing after a late rejection of a replaced token', async () => {
			const { cache, exchanges } = cacheWith();
			await cache.get(settings());
			await cache.get(settings(), 'Bearer token-1');
			jest.advanceTimersByTime(3_600_000);
			expect(await outcome(cache.get(settings(), 'Bearer token-1'))).toBe('Bearer token-2');
			expect(exchanges).toHaveLength(2);
		});

		it('nothing after a rejection of another header', async () => {
			const { cache, exchanges } = cacheWith();
			await cache.get(settings());
			expect(await outcome(cache.get(settings(), 'Basic eA=='))).toBe('Bearer token-1');
			expect(exchanges).toHaveLength(1);
		});

		it('a token that was just renewed only after a cooldown', async () => {
			const { cache, exchanges } = cacheWith();
			await cache.get(settings());
			await cache.get(settings(), 'Bearer token-1');
			jest.advanceTimersByTime(4_999);
			expect(await outcome(cache.get(settings(), 'Bearer token-2'))).toBe('renewedTokenRejected');
			expect(await outcome(cache.get(settings()))).toBe('Bearer token-2');
			expect(exchanges).toHaveLength(2);
			jest.advanceTimersByTime(1);
			expect(await outcome(cache.get(settings(), 'Bearer token-2'))).toBe('Bearer token-3');
		});

		it('at most 12 times a minute when the API rejects every token', async () => {
			const { cache, exchanges } = cacheWith();
			let header = (await cache.get(settings())).authorization;
			for (let call = 0; call < 1_000; call++) {
				await outcome(cache.get(settings(), header));
				header = (await cache.get(settings())).authorization;
				jest.advanceTimersByTime(60);
			}
			expect(exchanges.length).toBeGreaterThan(10);
			expect(exchanges.length).toBeLessThanOrEqual(13);
		});

		it('and fails when the server returns the same token again', async () => {
			const { cache, exchanges } = cacheWith(() => new AccessToken('token-1', undefined));
			await cache.get(settings());
			expect(await outcome(cache.get(settings(), 'Bearer token-1'))).toBe('sameTokenAgain');
			expect(await outcome(cache.get(settings(), 'Bearer token-1'))).toBe('sameTokenAgain');
			expect(exchanges).toHaveLength(2);
		});

		it('a token shortly before it expires', async () => {
			const { cache, exchanges } = cacheWith(
				(n) => new AccessToken(jwt({ n, exp: Date.now() / 1000 + 60 }), undefined),
			);
			await cache.get(settings());
			jest.advanceTimersByTime(29_999);
			await cache.get(settings());
			expect(exchanges).toHaveLength(1);
			jest.advanceTimersByTime(1);
			await cache.get(settings());
			expect(exchanges).toHaveLength(2);
			// No cooldown follows, because no token was rejected.
			jest.advanceTimersByTime(1);
			const { authorization } = await cache.get(settings());
			await cache.get(settings(), authorization);
			expect(exchanges).toHaveLength(3);
		});

		it('a token that lives 20 seconds after half of its lifetime', async () => {
			const { cache, exchanges } = cacheWith(
				(n) => new AccessToken(jwt({ n, exp: Date.now() / 1000 + 20 }), undefined),
			);
			await cache.get(settings());
			jest.advanceTimersByTime(9_999);
			await cache.get(settings());
			expect(exchanges).toHaveLength(1);
			jest.advanceTimersByTime(1);
			await cache.get(settings());
			expect(exchanges).toHaveLength(2);
		});

		it('a short-lived token during the cooldown that follows a rejection', async () => {
			const { cache, exchanges } = cacheWith(
				(n) => new AccessToken(jwt({ n, exp: Date.now() / 1000 + 4 }), undefined),
			);
			const first = await cache.get(settings());
			await cache.get(settings(), first.authorization);
			jest.advanceTimersByTime(4_000);
			expect(await outcome(cache.get(settings()))).toMatch('Bearer ');
			expect(exchanges).toHaveLength(3);
		});

		describe('a token that is about to expire, and while that fails', () => {
			const lasting = (seconds: number) =>
				new AccessToken(jwt({ exp: Date.now() / 1000 + seconds }), undefined);

			it('uses it until it expires, with one request per cooldown', async () => {
				const { cache, exchanges } = cacheWith((n) => {
					if (n > 1) throw rejection();
					return lasting(60);
				});
				const { authorization } = await cache.get(settings());
				jest.advanceTimersByTime(30_000);
				for (let second = 0; second < 30; second++) {
					expect(await outcome(cache.get(settings()))).toBe(authorization);
					jest.advanceTimersByTime(1_000);
				}
				expect(exchanges).toHaveLength(1 + 6);
				expect(await outcome(cache.get(settings()))).toBe('unauthorized');
			});

			it('does not use it after it was rejected', async () => {
				const { cache } = cacheWith((n) => {
					if (n > 1) throw rejection();
					return lasting(60);
				});
				const { authorization } = await cache.get(settings());
				jest.advanceTimersByTime(30_000);
				expect(await outcome(cache.get(settings(), authorization))).toBe('unauthorized');
				expect(await outcome(cache.get(settings()))).toBe('unauthorized');
			});

			it('does not use it when it expires meanwhile', async () => {
				const { cache } = cacheWith((n) => {
					if (n === 1) return lasting(60);
					jest.advanceTimersByTime(15_000);
					throw rejection();
				});
				await cache.get(settings());
				jest.advanceTimersByTime(45_000);
				expect(await outcome(cache.get(settings()))).toBe('unauthorized');
			});

			it('lets a caller give up', async () => {
				let finish: (error: Error) => void = () => {};
				const { cache } = cacheWith(async (n) =>
					n === 1 ? lasting(60) : await new Promise((_resolve, reject) => (finish = reject)),
				);
				const { authorization } = await cache.get(settings());
				jest.advanceTimersByTime(30_000);
				const controller = new AbortController();
				const impatient = outcome(cache.get(settings(), undefined, controller.signal));
				const patient = outcome(cache.get(settings()));
				controller.abort();
				expect(await impatient).toBe('canceled');
				finish(rejection());
				expect(await patient).toBe(authorization);
			});
		});

		it('and fails when the new token has already expired', async () => {
			const { cache, exchanges } = cacheWith(
				() => new AccessToken(jwt({ exp: Date.now() / 1000 }), undefined),
			);
			expect(await outcome(cache.get(settings()))).toBe('tokenExpired');
			expect(await outcome(cache.get(settings()))).toBe('tokenExpired');
			expect(exchanges).toHaveLength(1);
		});
	});

	describe('remembers a failure', () => {
		it('for 5 seconds, but not for an edited credential', async () => {
			const { cache, exchanges } = cacheWith((n) => {
				if (n === 1) throw rejection();
				return new AccessToken(`token-${n}`, undefined);
			});
			expect(await outcome(cache.get(settings()))).toBe('unauthorized');
			jest.advanceTimersByTime(4_999);
			expect(await outcome(cache.get(settings()))).toBe('unauthorized');
			expect(await outcome(cache.get(settings({ refreshToken: 'edited' })))).toBe('Bearer token-2');
			jest.advanceTimersByTime(1);
			expect(await outcome(cache.get(settings()))).toBe('Bearer token-3');
			expect(exchanges).toHaveLength(3);
		});

		it('and forgets it once an exchange has succeeded', async () => {
			const { cache } = cacheWith((n) => {
				if (n === 2) throw rejection();
				return new AccessToken(`token-${n}`, undefined);
			});
			await cache.get(settings());
			expect(await outcome(cache.get(settings(), 'Bearer token-1'))).toBe('unauthorized');
			jest.advanceTimersByTime(5_000);
			expect(await outcome(cache.get(settings()))).toBe('Bearer token-3');
			expect(await outcome(cache.get(settings(), 'Bearer token-3'))).toBe('Bearer token-4');
			expect(await outcome(cache.get(settings(), 'Bearer token-4'))).toBe('renewedTokenRejected');
		});

		it('of a rejected credential for 5 seconds each time, while calls continue', async () => {
			const { cache, exchanges } = cacheWith(() => {
				throw rejection();
			});
			for (let second = 0; second < 20; second++) {
				await outcome(cache.get(settings()));
				jest.advanceTimersByTime(1_000);
			}
			expect(exchanges).toHaveLength(4);
		});

		it.each([
			['rateLimited', new ContactsApiError('rateLimited', { status: 429 })],
			['failed', new ContactsApiError('failed', { status: 503 })],
			['timedOut', new ContactsApiError('timedOut', { waitedMs: 10_000 })],
			['unreachable', new ContactsApiError('unreachable')],
			['dropped', new ContactsApiError('dropped')],
			['brokenOff', new ContactsApiError('brokenOff')],
			['proxyRefused', new ContactsApiError('proxyRefused', { status: 502 })],
		])('of a server that is down (%s) for longer while calls continue', async (_name, error) => {
			const { cache } = cacheWith(() => {
				at.push(performance.now() - start);
				throw error;
			});
			const at: number[] = [];
			const start = performance.now();
			for (let second = 0; second <= 60; second++) {
				await outcome(cache.get(settings()));
				jest.advanceTimersByTime(1_000);
			}
			expect(at).toEqual([0, 5_000, 15_000, 30_000, 45_000, 60_000]);
		});

		it('of a server that is down for 5 seconds again after a success', async () => {
			const { cache, exchanges } = cacheWith((n) => {
				if (n === 2) return new AccessToken(jwt({ exp: Date.now() / 1000 + 1 }), undefined);
				throw rejection('failed');
			});
			await outcome(cache.get(settings()));
			await outcome(cache.get(settings()));
			jest.advanceTimersByTime(5_000);
			await cache.get(settings());
			jest.advanceTimersByTime(1_000);
			await outcome(cache.get(settings()));
			jest.advanceTimersByTime(5_000);
			await outcome(cache.get(settings()));
			expect(exchanges).toHaveLength(4);
		});

		it('of a server that is down for 5 seconds each time when nobody calls during the cooldown', async () => {
			const { cache, exchanges } = cacheWith(() => {
				throw rejection('failed');
			});
			for (let tries = 0; tries < 5; tries++) {
				await outcome(cache.get(settings()));
				jest.advanceTimersByTime(5_000);
			}
			expect(exchanges).toHaveLength(5);
		});

		it.each([
			['an hour', 3_600, 3_600],
			['less than a cooldown', 4, 5],
			['longer than a day', Infinity, 24 * 3_600],
		])('for as long as Retry-After says: %s', async (_name, asked, seconds) => {
			const { cache, exchanges } = cacheWith(() => {
				throw new ContactsApiError('rateLimited', { status: 429, retryAfterMs: asked * 1000 });
			});
			await outcome(cache.get(settings()));
			jest.advanceTimersByTime(seconds * 1_000 - 1);
			expect(await outcome(cache.get(settings()))).toBe('rateLimited');
			expect(exchanges).toHaveLength(1);
			jest.advanceTimersByTime(1);
			await outcome(cache.get(settings()));
			expect(exchanges).toHaveLength(2);
		});

		it('and tells later callers the rest of Retry-After', async () => {
			const { cache } = cacheWith(() => {
				throw new ContactsApiError('failed', { status: 503, retryAfterMs: 3_600_000 });
			});
			const first = await cache.get(settings()).catch((error) => error);
			expect(first.userMessage.description).toMatch(/^Try again in 60 minutes\./);
			jest.advanceTimersByTime(3_540_000);
			const later = await cache.get(settings()).catch((error) => error);
			expect(later.userMessage.description).toMatch(/^Try again in 60 seconds\./);
		});

		it('with a separate error for each caller', async () => {
			const { cache } = cacheWith(() => {
				throw rejection();
			});
			const errors = await Promise.all(
				Array.from({ length: 3 }, async () => await cache.get(settings()).catch((error) => error)),
			);
			errors.push(await cache.get(settings()).catch((error) => error));
			expect(new Set(errors).size).toBe(4);
			expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
		});
	});

	it('passes on other errors without remembering them', async () => {
		const unforeseen = new RangeError('unforeseen');
		const { cache } = cacheWith((n) => {
			if (n < 3) throw unforeseen;
			return new AccessToken(`token-${n}`, undefined);
		});
		await expect(cache.get(settings())).rejects.toBe(unforeseen);
		await expect(cache.get(settings())).rejects.toBe(unforeseen);
		expect(await outcome(cache.get(settings()))).toBe('Bearer token-3');
	});

	describe('grantedScopes', () => {
		it('returns those of the current token', async () => {
			const { cache } = cacheWith();
			expect(cache.grantedScopes(settings())).toBeUndefined();
			await cache.get(settings());
			expect(cache.grantedScopes(settings())).toEqual(['contacts.read']);
		});

		it('returns undefined without a token', async () => {
			const { cache } = cacheWith(() => {
				throw rejection();
			});
			await outcome(cache.get(settings()));
			expect(cache.grantedScopes(settings())).toBeUndefined();
		});
	});

	it('shows no token and no refresh token when it is inspected', async () => {
		const { cache } = cacheWith(() => new AccessToken('access-canary', undefined));
		const waiting = cache.get(settings());
		const shown = [inspect(cache, { showHidden: true, depth: Infinity })];
		await waiting;
		shown.push(inspect(cache, { showHidden: true, depth: Infinity }), JSON.stringify(cache));
		expect(shown.join('')).toContain('exchange');
		expect(shown.join('')).not.toMatch(/canary/);
	});

	it('makes no needless exchange in any interleaving', async () => {
		jest.useRealTimers();
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.integer({ min: 1, max: 12 }),
				async (scheduler, callers) => {
					const { cache, exchanges } = cacheWith(
						async (n) =>
							await scheduler.schedule(Promise.resolve(new AccessToken(`token-${n}`, undefined))),
					);
					// The API accepts token-2 only; a call replays once, as n8n does.
					const call = async () => {
						const first = await cache.get(settings());
						await scheduler.schedule(Promise.resolve(), 'request');
						if (first.authorization === 'Bearer token-2') return first.authorization;
						const second = await cache.get(settings(), first.authorization);
						await scheduler.schedule(Promise.resolve(), 'replay');
						return second.authorization;
					};
					const calls = Array.from({ length: callers }, async () => {
						await scheduler.schedule(Promise.resolve(), 'start');
						return await call();
					});
					await scheduler.waitFor(Promise.all(calls));
					expect(new Set(await Promise.all(calls))).toEqual(new Set(['Bearer token-2']));
					expect(exchanges).toHaveLength(2);
				},
			),
			runs(1_000),
		);
	});
});
