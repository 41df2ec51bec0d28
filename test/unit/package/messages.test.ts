import { ContactsApiError, MESSAGES } from '../../../credentials/contactsApi/credentialErrors';
import type { ErrorMessage } from '../../../credentials/contactsApi/explainedError';
import { FAILURES } from '../../../credentials/contactsApi/failureMessages';
import { contactsError, requestError } from '../../../nodes/Contacts/contactsError';
import { explainFailure, LIST_MESSAGES } from '../../../nodes/Contacts/operations/listErrors';
import { paginationOf } from '../../../nodes/Contacts/operations/readingParameters';
import { ListFailure } from '../../../nodes/Contacts/paginate';

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];

const DETAILS = { status: 418, field: 'Client ID', problem: 'is empty', origin: 'https://a.b' };
const FACTS = { names: ['people'], place: 'data', position: 4, received: 2, total: 3, fields: [] };
const TOKEN = { granted: [], configured: ['a'], hasRead: false };

const MODES = ['automatic', 'off', 'cursor'] as const;
const PAGES = [1, 2];

it('All messages of errors say what happened, in one sentence, and then what to do, in others', () => {
	const errors = [
		...[...keysOf(FAILURES), ...keysOf(MESSAGES)].map((one) => new ContactsApiError(one, DETAILS)),
		...PAGES.flatMap((page) => keysOf(FAILURES).map((one) => requestError(one, page, DETAILS))),
		...PAGES.flatMap((page) =>
			keysOf(LIST_MESSAGES).flatMap((reason) => {
				const failure = new ListFailure(reason, { page, ...FACTS });
				return MODES.map((mode) => explainFailure(failure, paginationOf({ mode })));
			}),
		),
		requestError('forbidden', 2, { status: 403 }, TOKEN),
		requestError('forbidden', 2, { status: 403 }, { ...TOKEN, granted: undefined, hasRead: true }),
		contactsError('valueInvalid', 'Limit', 'a number'),
		contactsError('fieldsMissing', ['a'], ['b']),
		contactsError('queryParameterInvalid', 'a'),
		contactsError('queryParameterReserved', 'page', 'Pagination'),
		contactsError('continuationInvalid'),
		contactsError('blocked', 'Base URL'),
		contactsError('notJson', 2),
		contactsError('textInvalid', 2, 'utf-16'),
		contactsError('limitExceeded', 2, '1,000,000 values'),
	];
	const messages = errors.map(({ userMessage }) => userMessage);
	expect(messages.length).toBeGreaterThan(150);
	expect(messages.filter((one) => !isPlain(one))).toEqual([]);
});

/** Whether no part is missing, and each part is what it should be. */
function isPlain({ message, description }: ErrorMessage): boolean {
	const isSentence = /^(n8n|['A-Z]).+[^.]$/.test(message) && !/\. /.test(message);
	const isAdvice = /^(n8n|['A-Z]).+\.$/.test(description) && !/\. (?!n8n)[a-z]/.test(description);
	const flaw = / {2}| [.,;:]|[.,;:]{2}|''|(?<!return )undefined/;
	return isSentence && isAdvice && !flaw.test(`${message} ${description}`);
}
