import { ContactsError } from '../../contactsError';
import type { Send } from '../../paginate';
import type { FetchPage } from '../../request/fetchPage';

/** Statuses of a service that is overloaded or down: the same request may succeed later. */
const OUTAGES: readonly unknown[] = [408, 425, 429, 502, 503, 504];

/**
 * The status of a request that the service refused, so that another one may be answered; undefined where
 * it is down, or where the failure has nothing to do with the request.
 */
function refusedStatus({ reason, status }: ContactsError): number | undefined {
	switch (reason) {
		case 'notFound':
		case 'refused':
		case 'failed':
		case 'forbidden':
			return status !== undefined && !OUTAGES.includes(status) ? status : undefined;
		case 'redirected':
		case 'notJson':
			return status ?? 200;
		case 'dropped':
			return 0;
		default:
			return undefined;
	}
}

/** Requests pages for a reader of lists, which decides itself what a refusal means. */
export function sendWith(fetchPage: FetchPage): Send {
	return async (...request) =>
		await fetchPage(...request).catch((error: unknown) => {
			const status = error instanceof ContactsError ? refusedStatus(error) : undefined;
			if (status === undefined) throw error;
			return { status, error };
		});
}
