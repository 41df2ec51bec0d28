import { once } from 'node:events';

/**
 * For a race with what has to give up when the signal aborts.
 *
 * @throws the signal's reason when it aborts; never comes to another end
 */
export async function aborted(signal: AbortSignal): Promise<never> {
	if (!signal.aborted) await once(signal, 'abort');
	throw signal.reason;
}
