import { once } from 'node:events';

/**
 * For a race with what has to give up when the signal aborts.
 *
 * @throws the signal's reason when it aborts; never settles otherwise
 */
export async function rejectOnAbort(signal: AbortSignal): Promise<never> {
	if (!signal.aborted) await once(signal, 'abort');
	throw signal.reason;
}
