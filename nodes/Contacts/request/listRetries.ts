import type { Clock } from '../../../credentials/contactsApi/http/clock';
import type { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';
import { CLOSED_CONNECTIONS } from '../../../credentials/contactsApi/http/retry';
import { MAX_RETRY_AFTER_MS } from './requestGate';

/** Upper limit of the jitter of the first pause before a page is requested again. */
const BACKOFF_MS = 1_000;

/** For all pauses that the service asks for while one list is read. */
const LIST_WAIT_BUDGET_MS = 900_000;

/** How the requests of a list are sent again. They pass a gate, which waits before throttled ones. */
export function listRetries(clock: Clock) {
	let waitedMs = 0;
	let until = -Infinity;

	/** Adds up the pauses that a service asks for; overlapping ones count once. */
	const mayWait = ({ retryAfterMs = 0 }: HttpFailure): boolean => {
		const end = clock.now() + retryAfterMs;
		waitedMs += Math.max(0, end - Math.max(clock.now(), until));
		until = Math.max(until, end);
		return retryAfterMs <= MAX_RETRY_AFTER_MS && waitedMs <= LIST_WAIT_BUDGET_MS;
	};
	const repeats = { connectionClosed: CLOSED_CONNECTIONS, tokenRejected: 1, slashRedirected: 1 };
	return { backoffMs: BACKOFF_MS, repeats, mayWait, isPaced: true, clock };
}
