import { DOWN_STATUSES } from '../../../credentials/contactsApi/http/httpFailure';
import { ContactsError } from '../contactsError';
import type { Send } from '../paginate';
import type { FetchPage } from '../request/fetchPage';

/**
 * The status of a request that the service refused, so that another one may be answered; undefined where
 * it is down, or where the failure has nothing to do with the request.
 *
 * @param page its number, from 1
 */
function refusedStatus({ reason, status }: ContactsError, page: number): number | undefined {
	switch (reason) {
		case 'notFound':
		case 'refused':
		case 'failed':
		case 'forbidden':
			return status !== undefined && !DOWN_STATUSES.includes(status) ? status : undefined;
		case 'redirected':
			// The list itself has another address, whatever is sent with the request.
			return page > 1 ? status : undefined;
		case 'notJson':
			return 200;
		case 'dropped':
			return 0;
		default:
			return undefined;
	}
}

/** Requests pages for a reader of lists, which decides itself what a refusal means. */
export function sendWith(fetchPage: FetchPage): Send {
	return async (url, page, upcoming) =>
		await fetchPage(url, page, upcoming).catch((error: unknown) => {
			const status = error instanceof ContactsError ? refusedStatus(error, page) : undefined;
			if (status === undefined) throw error;
			return { status, error };
		});
}
