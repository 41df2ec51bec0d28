import { ExplainedError, type MessageTable } from '../../credentials/contactsApi/explainedError';

/** The only error that the node throws; those of the credential are ContactsApiErrors. */
export class ContactsError extends ExplainedError {
	/** Of the service's response, if it is an error. */
	readonly status = this.userMessage.status;
}

/** Creates the function that makes the errors of a table. */
export function errorsOf<Table extends MessageTable>(table: Table) {
	return <Reason extends keyof Table & string>(
		reason: Reason,
		...details: Parameters<Table[Reason]>
	) => new ContactsError(table, reason, details);
}
