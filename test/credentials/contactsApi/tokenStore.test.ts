import { inspect } from 'node:util';

import fc from 'fast-check';

import { AccessToken } from '../../../credentials/contactsApi/accessToken';
import { ContactsApiError } from '../../../credentials/contactsApi/errors';
import { parseSettings, type Settings } from '../../../credentials/contactsApi/settings';
import { TokenStore } from '../../../credentials/contactsApi/tokenStore';
import { CREDENTIALS, jwt } from '../../support/credentials';
import { runs } from '../../support/runs';

/** Settings that differ in the given fields. */
function settings(fields: Partial<typeof CREDENTIALS> = {}): Settings {
	return parseSettings({ ...CREDENTIALS, ...fields });
}

/** A store on exchanges that hand out token-1, token-2 …, or do what the test says. */
function storeWith(
	exchange?: (n: number, settings: Settings) => Promise<AccessToken> | AccessToken,
) {
	const exchanges: Settings[] = [];
	const store = new TokenStore(async (wanted) => {
		exchanges.push(wanted);
		const n = exchanges.length;
		return exchange ? await exchange(n, wanted) : new AccessToken(`token-${n}`, ['contacts.read']);
	});
	return { store, exchanges };
}

const rejection = (problem: 'credentialsRejected' | 'exchangeFailed' = 'credentialsRejected') =>
	new ContactsApiError(problem, problem === 'credentialsRejected' ? 401 : 503);

async function outcome(promise: Promise<AccessToken>): Promise<string> {
	return await promise.then(
		(token) => token.authorization,
		(error: ContactsApiError) => error.problem,
	);
}

describe('TokenStore', () => {
	beforeEach(() => jest.useFakeTimers({ now: 1_800_000_000_000 }));
	afterEach(() => jest.useRealTimers());

	describe('exchanges once', () => {
		it('for 1,000 callers at the same time, and for those after them', async () => {
			const { store, exchanges } = storeWith();
			const callers = Array.from({ length: 1_000 }, async () => await store.get(settings()));
			const tokens = await Promise.all(callers);
			expect(new Set(tokens.map((token) => token.authorization))).toEqual(
				new Set(['Bearer token-1']),
			);
			expect(await outcome(store.get(settings()))).toBe('Bearer token-1');
			expect(exchanges).toHaveLength(1);
		});

		it('for each authUrl, clientId and refreshToken', async () => {
			const { store, exchanges } = storeWith();
			const others = [
				{},
				{ authUrl: 'https://auth.example.org' },
				{ clientId: 'client_2' },
				{ refreshToken: 'refresh-2' },
			];
			const tokens = await Promise.all(
				others.map(async (other) => await store.get(settings(other))),
			);
			expect(new Set(tokens.map((token) => token.authorization)).size).toBe(others.length);
			expect(exchanges).toHaveLength(others.length);
		});

		it('whatever the API host, the organization and the scopes', async () => {
			const { store, exchanges } = storeWith();
			await store.get(settings());
			await store.get(settings({ baseUrl: 'https://other.example', orgId: 'org_2', scopes: [] }));
			expect(exchanges).toHaveLength(1);
		});

		it('and keeps 1,000 credentials, the most recently used ones', async () => {
			const { store, exchanges } = storeWith();
			const get = async (n: number) => await store.get(settings({ clientId: `client_${n}` }));
			for (let n = 0; n < 1_000; n++) await get(n);
			await get(0);
			await get(1_000);
			expect(exchanges).toHaveLength(1_001);
			await get(0);
			expect(exchanges).toHaveLength(1_001);
			await get(1);
			expect(exchanges).toHaveLength(1_002);
		});

		it('and forgets all but 1,000 of 10,000', async () => {
			const { store, exchanges } = storeWith();
			const get = async (n: number) => await store.get(settings({ clientId: `client_${n}` }));
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
			const { store, exchanges } = storeWith(
				async () => await new Promise<AccessToken>((resolve) => (finish = resolve)),
			);
			const controller = new AbortController();
			const first = outcome(store.get(settings(), undefined, controller.signal));
			const others = Array.from({ length: 99 }, async () => await outcome(store.get(settings())));
			controller.abort();
			expect(await first).toBe('cancelled');
			finish(new AccessToken('token-1', undefined));
			expect(new Set(await Promise.all(others))).toEqual(new Set(['Bearer token-1']));
			expect(exchanges).toHaveLength(1);
		});

		it('before the wait has begun', async () => {
			const { store } = storeWith();
			expect(await outcome(store.get(settings(), undefined, AbortSignal.abort()))).toBe(
				'cancelled',
			);
			expect(await outcome(store.get(settings()))).toBe('Bearer token-1');
		});

		it('and leaves no listener behind', async () => {
			const { store } = storeWith();
			const { signal } = new AbortController();
			const added = jest.spyOn(signal, 'addEventListener');
			const removed = jest.spyOn(signal, 'removeEventListener');
			await store.get(settings(), undefined, signal);
			await Promise.resolve();
			expect(added.mock.calls).toEqual([['abort', expect.any(Function)]]);
			expect(removed.mock.calls).toEqual(added.mock.calls);
		});

		it('with a signal that has no listeners', async () => {
			const { store } = storeWith();
			expect(await outcome(store.get(settings(), undefined, { aborted: false }))).toBe(
				'Bearer token-1',
			);
		});
	});

	describe('renews', () => {
		it('a rejected token once for 1,000 callers, whenever they come', async () => {
			const { store, exchanges } = storeWith();
			await store.get(settings());
			const callers = Array.from({ length: 1_000 }, async (_, n) => {
				for (let turn = 0; turn < n % 7; turn++) await Promise.resolve();
				return await store.get(settings(), 'Bearer token-1');
			});
			const tokens = await Promise.all(callers);
			expect(new Set(tokens.map((token) => token.authorization))).toEqual(
				new Set(['Bearer token-2']),
			);
			expect(exchanges).toHaveLength(2);
		});

		it('nothing for a late rejection of a token that was replaced', async () => {
			const { store, exchanges } = storeWith();
			await store.get(settings());
			await store.get(settings(), 'Bearer token-1');
			jest.advanceTimersByTime(3_600_000);
			expect(await outcome(store.get(settings(), 'Bearer token-1'))).toBe('Bearer token-2');
			expect(exchanges).toHaveLength(2);
		});

		it('nothing for a header that is not of the current token', async () => {
			const { store, exchanges } = storeWith();
			await store.get(settings());
			expect(await outcome(store.get(settings(), 'Basic eA=='))).toBe('Bearer token-1');
			expect(exchanges).toHaveLength(1);
		});

		it('a token that was just renewed only after a pause', async () => {
			const { store, exchanges } = storeWith();
			await store.get(settings());
			await store.get(settings(), 'Bearer token-1');
			jest.advanceTimersByTime(4_999);
			expect(await outcome(store.get(settings(), 'Bearer token-2'))).toBe('renewedTokenRejected');
			expect(await outcome(store.get(settings()))).toBe('Bearer token-2');
			expect(exchanges).toHaveLength(2);
			jest.advanceTimersByTime(1);
			expect(await outcome(store.get(settings(), 'Bearer token-2'))).toBe('Bearer token-3');
		});

		it('at most 12 times a minute when the API rejects every token', async () => {
			const { store, exchanges } = storeWith();
			let header = (await store.get(settings())).authorization;
			for (let call = 0; call < 1_000; call++) {
				await outcome(store.get(settings(), header));
				header = (await store.get(settings())).authorization;
				jest.advanceTimersByTime(60);
			}
			expect(exchanges.length).toBeGreaterThan(10);
			expect(exchanges.length).toBeLessThanOrEqual(13);
		});

		it('to an error when the same token comes again', async () => {
			const { store, exchanges } = storeWith(() => new AccessToken('token-1', undefined));
			await store.get(settings());
			expect(await outcome(store.get(settings(), 'Bearer token-1'))).toBe('sameTokenAgain');
			expect(await outcome(store.get(settings(), 'Bearer token-1'))).toBe('sameTokenAgain');
			expect(exchanges).toHaveLength(2);
		});

		it('a token before it expires, without anybody having rejected it', async () => {
			const { store, exchanges } = storeWith(
				(n) => new AccessToken(jwt({ n, exp: Date.now() / 1000 + 60 }), undefined),
			);
			await store.get(settings());
			jest.advanceTimersByTime(29_999);
			await store.get(settings());
			expect(exchanges).toHaveLength(1);
			jest.advanceTimersByTime(1);
			await store.get(settings());
			expect(exchanges).toHaveLength(2);
			// A renewal on the clock is none after a rejection: there is no pause.
			jest.advanceTimersByTime(1);
			const { authorization } = await store.get(settings());
			await store.get(settings(), authorization);
			expect(exchanges).toHaveLength(3);
		});

		it('nothing that is spent when it comes', async () => {
			const { store, exchanges } = storeWith(
				() => new AccessToken(jwt({ exp: Date.now() / 1000 }), undefined),
			);
			expect(await outcome(store.get(settings()))).toBe('tokenExpired');
			expect(await outcome(store.get(settings()))).toBe('tokenExpired');
			expect(exchanges).toHaveLength(1);
		});
	});

	describe('remembers a failure', () => {
		it('for 5 seconds, and not for an edited credential', async () => {
			const { store, exchanges } = storeWith((n) => {
				if (n === 1) throw rejection();
				return new AccessToken(`token-${n}`, undefined);
			});
			expect(await outcome(store.get(settings()))).toBe('credentialsRejected');
			jest.advanceTimersByTime(4_999);
			expect(await outcome(store.get(settings()))).toBe('credentialsRejected');
			expect(await outcome(store.get(settings({ refreshToken: 'edited' })))).toBe('Bearer token-2');
			jest.advanceTimersByTime(1);
			expect(await outcome(store.get(settings()))).toBe('Bearer token-3');
			expect(exchanges).toHaveLength(3);
		});

		it('and forgets it once an exchange has succeeded', async () => {
			const { store } = storeWith((n) => {
				if (n === 2) throw rejection();
				return new AccessToken(`token-${n}`, undefined);
			});
			await store.get(settings());
			expect(await outcome(store.get(settings(), 'Bearer token-1'))).toBe('credentialsRejected');
			jest.advanceTimersByTime(5_000);
			expect(await outcome(store.get(settings()))).toBe('Bearer token-3');
			expect(await outcome(store.get(settings(), 'Bearer token-3'))).toBe('Bearer token-4');
			expect(await outcome(store.get(settings(), 'Bearer token-4'))).toBe('renewedTokenRejected');
		});

		it('of a rejected credential for 5 seconds again, however many ask', async () => {
			const { store, exchanges } = storeWith(() => {
				throw rejection();
			});
			for (let second = 0; second < 20; second++) {
				await outcome(store.get(settings()));
				jest.advanceTimersByTime(1_000);
			}
			expect(exchanges).toHaveLength(4);
		});

		it.each([
			['rateLimited', new ContactsApiError('rateLimited', 429)],
			['exchangeFailed', new ContactsApiError('exchangeFailed', 503)],
			['exchangeTimedOut', new ContactsApiError('exchangeTimedOut', 10)],
			['unreachable', new ContactsApiError('unreachable')],
		])(
			'of a server that is down (%s) for longer while callers keep knocking',
			async (_name, error) => {
				const { store } = storeWith(() => {
					at.push(performance.now() - start);
					throw error;
				});
				const at: number[] = [];
				const start = performance.now();
				for (let second = 0; second <= 60; second++) {
					await outcome(store.get(settings()));
					jest.advanceTimersByTime(1_000);
				}
				expect(at).toEqual([0, 5_000, 15_000, 30_000, 45_000, 60_000]);
			},
		);

		it('of a server that is down for 5 seconds again once it has been up', async () => {
			const { store, exchanges } = storeWith((n) => {
				if (n === 2) return new AccessToken(jwt({ exp: Date.now() / 1000 + 31 }), undefined);
				throw rejection('exchangeFailed');
			});
			await outcome(store.get(settings()));
			await outcome(store.get(settings()));
			jest.advanceTimersByTime(5_000);
			await store.get(settings());
			jest.advanceTimersByTime(1_000);
			await outcome(store.get(settings()));
			jest.advanceTimersByTime(5_000);
			await outcome(store.get(settings()));
			expect(exchanges).toHaveLength(4);
		});

		it('of a server that is down for 5 seconds when a person tries now and then', async () => {
			const { store, exchanges } = storeWith(() => {
				throw rejection('exchangeFailed');
			});
			for (let tries = 0; tries < 5; tries++) {
				await outcome(store.get(settings()));
				jest.advanceTimersByTime(5_000);
			}
			expect(exchanges).toHaveLength(5);
		});

		it('with an error of its own for each caller', async () => {
			const { store } = storeWith(() => {
				throw rejection();
			});
			const errors = await Promise.all(
				Array.from({ length: 3 }, async () => await store.get(settings()).catch((error) => error)),
			);
			errors.push(await store.get(settings()).catch((error) => error));
			expect(new Set(errors).size).toBe(4);
			expect(new Set(errors.map(({ message }) => message)).size).toBe(1);
		});
	});

	it('lets nobody wait for an exchange that fails in a way that nobody foresaw', async () => {
		const unforeseen = new RangeError('unforeseen');
		const { store } = storeWith(() => {
			throw unforeseen;
		});
		await expect(store.get(settings())).rejects.toBe(unforeseen);
	});

	describe('grantedScopes', () => {
		it('are those of the current token', async () => {
			const { store } = storeWith();
			expect(store.grantedScopes(settings())).toBeUndefined();
			await store.get(settings());
			expect(store.grantedScopes(settings())).toEqual(['contacts.read']);
		});

		it('are unknown while there is no token', async () => {
			const { store } = storeWith(() => {
				throw rejection();
			});
			await outcome(store.get(settings()));
			expect(store.grantedScopes(settings())).toBeUndefined();
		});
	});

	it('shows no token and no refresh token when it is inspected', async () => {
		const { store } = storeWith(() => new AccessToken('access-canary', undefined));
		const waiting = store.get(settings());
		const shown = [inspect(store, { showHidden: true, depth: Infinity })];
		await waiting;
		shown.push(inspect(store, { showHidden: true, depth: Infinity }), JSON.stringify(store));
		expect(shown.join('')).toContain('exchange');
		expect(shown.join('')).not.toMatch(/canary/);
	});

	it('exchanges no more than needed in any order of 1,000 interleavings', async () => {
		jest.useRealTimers();
		await fc.assert(
			fc.asyncProperty(
				fc.scheduler(),
				fc.integer({ min: 1, max: 12 }),
				async (scheduler, callers) => {
					const { store, exchanges } = storeWith(
						async (n) =>
							await scheduler.schedule(Promise.resolve(new AccessToken(`token-${n}`, undefined))),
					);
					// The API accepts token-2 only; a call replays once, as n8n does.
					const call = async () => {
						const first = await store.get(settings());
						await scheduler.schedule(Promise.resolve(), 'request');
						if (first.authorization === 'Bearer token-2') return first.authorization;
						const second = await store.get(settings(), first.authorization);
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
			{ numRuns: runs(1_000) },
		);
	});
});
