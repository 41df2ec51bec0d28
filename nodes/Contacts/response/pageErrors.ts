import { type ErrorMessage, ExplainedError } from '../../../credentials/contactsApi/explainedError';
import { formatNames, quotableName } from '../quotableName';
import { RESPONSE_LIMITS } from './parseWithinBudget';

/**
 * Every failure to find contacts in a response. Messages contain page numbers, names of fields and
 * counts, but never a value of a response.
 */
const messages = {
	tooManyContacts: (page: number) =>
		`The response for page ${page} has more than ${RESPONSE_LIMITS.contacts.toLocaleString('en')} contacts. Lower 'Page Size' so that the service has less to send at a time.`,
	failedWithSuccess: (page: number, fields: string[]) =>
		`The response for page ${page} reports a failure despite its success status. See ${formatNames(fields)} in the response, and ask the operator of the service what it means.`,
	noList: (page: number, keys: string[]) =>
		`The response for page ${page} has no list of contacts. ${keysSeen(keys)} If the contacts are elsewhere, set 'Contacts Field' in the 'Options' of the Contacts node.`,
	manyLists: (page: number, lists: string[]) =>
		`The response for page ${page} has more than one list. Lists found: ${formatNames(lists)}. Set 'Contacts Field' in the 'Options' of the Contacts node to the one that has the contacts.`,
	notAListAt: (page: number, field: string, keys: string[]) =>
		`The response for page ${page} has no list where the contacts should be. They should be at '${quotableName(field)}'. ${keysSeen(keys)} Change 'Contacts Field' in the 'Options' of the Contacts node, or remove it to have the list recognized.`,
	listMoved: (page: number, field: string, lists: string[]) =>
		`The response for page ${page} has its list in a different place than the first page. The first page had it at '${quotableName(field)}', this one has ${formatNames(lists)}. Check 'Contacts Field' and 'Pagination' in the 'Options' of the Contacts node.`,
	notAContact: (page: number, position: number, list: string) =>
		`Element ${position} of the list on page ${page} is not a contact. It is not an object. If '${quotableName(list)}' is not the list of contacts, check 'Contacts Field' in the 'Options' of the Contacts node.`,
};

/** A response whose contacts cannot be read. */
export class PageError<
	Reason extends keyof typeof messages = keyof typeof messages,
> extends ExplainedError {
	static readonly messages = messages;

	/** Where the contacts may be. */
	declare readonly userMessage: ErrorMessage & { advice?: object };

	constructor(reason: Reason, ...details: Parameters<(typeof messages)[Reason]>) {
		super(messages, reason, details);
		const quotable = (name: string) => quotableName(name) === name;
		if (reason !== 'noList' && reason !== 'manyLists') return;
		const fields = reason === 'noList' ? [null] : (details[1] as string[]).filter(quotable);
		const suggestions = fields.map((contactsField) => ({ mode: 'automatic', contactsField }));
		this.userMessage.advice = { unreadFields: [], suggestions, trace: [] };
	}
}

function keysSeen(keys: readonly string[]): string {
	return keys.length > 0
		? `Keys seen: ${formatNames(keys)}.`
		: 'The response is not an object with keys.';
}
