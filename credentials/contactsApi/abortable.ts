import type { IHttpRequestOptions } from 'n8n-workflow';

import { ContactsApiError } from './credentialErrors';

export type AbortSignalLike = IHttpRequestOptions['abortSignal'];

/** Settles like the promise, or rejects as soon as the signal aborts. */
export async function abortable<T>(promise: Promise<T>, signal?: AbortSignalLike): Promise<T> {
	return await new Promise<T>((resolve, reject) => {
		const stop = () => reject(new ContactsApiError('canceled'));
		signal?.addEventListener?.('abort', stop);
		if (signal?.aborted) stop();
		void promise
			.then(resolve, reject)
			.finally(() => signal?.removeEventListener?.('abort', stop) as unknown);
	});
}
