import type { HttpFailure } from '../../../credentials/contactsApi/http/httpFailure';
import { withRetries } from '../../../credentials/contactsApi/http/retry';
import { type GatedRequest, isWaitedFor, type RequestGate } from './requestGate';

/** Upper limit of the jitter of the first pause before a page is requested again. */
const BACKOFF_MS = 1_000;

/** For all pauses that the service asks for while one list is read. */
const LIST_WAIT_BUDGET_MS = 900_000;

/** What the requests of a list need to pass the gate. */
export interface GateAccess {
	/** Shared by all lists of the node. */
	gate: RequestGate;
	/** Lists with a lower number go first. */
	priority: number;
	/** Aborts the requests of this list. */
	signal: AbortSignal;
}

/** Makes the request for an attempt; receives the failure of the attempt before. */
type MakeRequest<T> = (signal: AbortSignal, last?: HttpFailure) => GatedRequest<T>;

/** Creates the function that sends a list's requests in their turn, and again after transient failures. */
export function createSender({ gate, priority, signal: listSignal }: GateAccess) {
	const { clock } = gate;
	const spend = createWaitBudget();
	const policy = {
		backoffMs: BACKOFF_MS,
		repeats: ['connectionClosed', 'tokenRejected', 'slashRedirected'],
		mayWait: ({ retryAfterMs = 0 }: HttpFailure) =>
			isWaitedFor(retryAfterMs) && spend(retryAfterMs, clock.now()),
		isPaced: true,
		clock,
	} as const;

	return async <T>(
		makeRequest: MakeRequest<T>,
		pageSignal?: AbortSignal,
	): Promise<T | HttpFailure> => {
		const signal = pageSignal ? AbortSignal.any([listSignal, pageSignal]) : listSignal;
		const attempt = async (_leftMs: number, last?: HttpFailure) =>
			await gate.run(makeRequest(signal, last), { priority, signal });
		return await withRetries(attempt, { ...policy, signal });
	};
}

/** Adds up the pauses that a service asks for; overlapping ones count once. */
function createWaitBudget() {
	let leftMs = LIST_WAIT_BUDGET_MS;
	let until = -Infinity;

	/** @returns whether enough was left */
	return (waitMs: number, now: number): boolean => {
		leftMs -= Math.max(0, now + waitMs - Math.max(now, until));
		until = Math.max(until, now + waitMs);
		return leftMs >= 0;
	};
}
