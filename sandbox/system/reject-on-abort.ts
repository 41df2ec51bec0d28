import { once } from 'node:events';

/**
 * Rejects when the signal aborts, for `Promise.race`.
 *
 * @throws the signal's reason; never settles if the signal does not abort
 */
export async function rejectOnAbort(signal: AbortSignal): Promise<never> {
	if (!signal.aborted) await once(signal, 'abort');
	throw signal.reason;
}
