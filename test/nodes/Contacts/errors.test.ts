import { inspect } from 'node:util';

import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ContactsApiError } from '../../../credentials/contactsApi/errors';
import { FAILURE_REASONS } from '../../../credentials/contactsApi/http/failureMessages';
import {
	errorMessages,
	type ErrorReason,
	type ListAdvice,
	ListError,
	toErrorItem,
	toNodeError,
} from '../../../nodes/Contacts/errors';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const SET_PAGINATION = "set 'Pagination' in the 'Options' of the Contacts node";

const LOWER_PAGE_SIZE = "Or lower 'Page Size', so that the service has less to send at a time.";

const ADVICE: ListAdvice = {
	unreadFields: ['vid-offset'],
	suggestions: [
		{ mode: 'cursor', cursorField: 'vid-offset', cursorParameter: null, hasMoreField: '' },
		{ mode: 'off' },
	],
	trace: ['Page 1, the first: 50 new contacts; ask follows'],
};

const ADVICE_TEXT = `Not understood: vid-offset. Look up in the documentation of the service how to request the next page, and ${SET_PAGINATION}. Settings to try: Cursor ('Cursor Field' vid-offset); Off.`;

/** The messages, word for word: reason, its details, message, description. */
const messages: Array<[ErrorReason, unknown[], string, string]> = [
	[
		'pageSizeInvalid',
		[],
		"'Page Size' is not a whole number of at least 1",
		'Enter a whole number such as 50. If it is an expression, make it return one, or nothing to let the service decide.',
	],
	[
		'limitInvalid',
		[],
		"'Limit' is not a whole number of at least 1",
		"Enter a whole number such as 500, or remove 'Limit' from the 'Options'.",
	],
	[
		'firstPageInvalid',
		[],
		"'First Page' is not a whole number of at least 0",
		"Enter the number that the service gives to its first page, usually 1 or 0, in the 'Pagination' of the Contacts node.",
	],
	[
		'firstOffsetInvalid',
		[],
		"'First Offset' is not a whole number of at least 0",
		"Enter the number that the service gives to its first contact, usually 0 or 1, in the 'Pagination' of the Contacts node.",
	],
	[
		'fieldsInvalid',
		[],
		"'Output Field Names or IDs' is not a list of names",
		'Choose the fields from the list, or make the expression return a list of names, or text with commas between them.',
	],
	[
		'fieldsMissing',
		[['emial', 'nick'], ['id']],
		'None of the contacts has the chosen fields: emial, nick',
		'Choose fields of the first contact: id.',
	],
	[
		'fieldNamesRefused',
		[400],
		'The Contacts API refused the request for a single contact (400)',
		"The names of fields are those of the first contact, which is requested with a page size of 1 and the 'Query Parameters'. Add the parameters that the API's documentation requires to 'Query Parameters', or enter the names with an expression.",
	],
	[
		'operationUnknown',
		[],
		"'Operation' is set to one that does not exist",
		"Choose 'List' or 'Get Page'. An expression has to return list or getPage.",
	],
	[
		'queryParameterUnnamed',
		[],
		'A query parameter has no name',
		"Enter its name as in the API's documentation, or remove it from 'Query Parameters' in the 'Options' of the Contacts node.",
	],
	[
		'queryParameterReserved',
		['page', 'Pagination'],
		'The query parameter page is set by the Contacts node itself',
		"Remove it from 'Query Parameters' in the 'Options', and use 'Pagination' instead.",
	],
	[
		'queryParameterInvalid',
		['since'],
		'The value of the query parameter since is not text, a number, a boolean or a date',
		"Change its expression in 'Query Parameters' in the 'Options' of the Contacts node. To leave the parameter out, make it return undefined.",
	],
	[
		'continuationInvalid',
		[],
		"'Continuation' was not returned by this node",
		"Enter the 'continuation' of the previous page unchanged, or leave it empty for the first page.",
	],
	[
		'continuationOutdated',
		[],
		"'Continuation' comes from another version of this node",
		'Leave it empty to start again with the first page.',
	],
	[
		'continuationOfOtherList',
		[],
		"'Continuation' belongs to another list",
		"It is valid only with the credential, 'Page Size', 'Query Parameters', 'Contacts Field' and 'Pagination' that it was created with. Set them as before, or leave it empty to start with the first page.",
	],
	[
		'concurrencyInvalid',
		[],
		"'Requests at a Time' is not a whole number from 1 to 20",
		'Enter a whole number such as 5, or 1 for one request at a time.',
	],
	[
		'requestIntervalInvalid',
		[],
		"'Pause Between Requests' is not a whole number from 0 to 3600000",
		'Enter a number of milliseconds such as 200, or 0 for no pause.',
	],
	[
		'modeUnknown',
		[],
		"'Pagination' is set to a mode that does not exist",
		"Choose one of the modes in 'Pagination' in the 'Options' of the Contacts node.",
	],
	[
		'unauthorized',
		[3, { status: 401 }],
		'The Contacts API did not accept the access token for page 3 (401)',
		"Check that 'Auth URL' and 'Base URL' in the Contacts API credential belong to the same environment. If they do, the refresh token may be revoked: ask the operator of the service for a new one.",
	],
	...(
		[
			[
				{ granted: ['contacts.write', 'x'], configured: ['y'] },
				'the token was granted contacts.write, x',
			],
			[{ granted: [], configured: ['y'] }, 'the token was granted none'],
			[
				{ granted: undefined, configured: ['a', 'b'] },
				'the credential lists a, b, and the token response named none',
			],
			[
				{ granted: undefined, configured: [] },
				'the credential lists none, and the token response named none',
			],
		] as const
	).map(([known, scopes]): [ErrorReason, unknown[], string, string] => [
		'forbidden',
		[3, { status: 403 }, { known, needed: 'contacts.read' }],
		'The Contacts API does not permit the request for page 3 (403)',
		`The client is not active (it may be revoked), the organization lacks a permission, or the token lacks a scope: listing needs contacts.read, and ${scopes}. For each of them, ask the operator of the service.`,
	]),
	[
		'notFound',
		[1, { status: 404 }],
		'The Contacts API has nothing at the address of page 1 (404)',
		"Check 'Base URL' in the Contacts API credential: contacts are listed at that address followed by /v1/contacts. If it is right, ask the operator of the service.",
	],
	[
		'notFound',
		[2, { status: 404 }],
		'The Contacts API has nothing at the address of page 2 (404)',
		`The way to the next page, as recognized or set, may be wrong: ${SET_PAGINATION}.`,
	],
	[
		'refused',
		[3, { status: 400 }],
		'The Contacts API refused the request for page 3 (400)',
		"Try a smaller 'Page Size': the service may have a maximum. If this keeps happening, ask the operator of the service what it accepts.",
	],
	[
		'rateLimited',
		[3, { status: 429, retryAfterMs: 45_000 }],
		'The Contacts API accepts no more requests for now, and refused the request for page 3 (429)',
		"Try again in 45 seconds. Or raise 'Page Size', so that fewer requests are needed.",
	],
	[
		'brokenOff',
		[3],
		'The connection to the Contacts API dropped during the response to the request for page 3',
		`Try again in a minute. If this keeps happening, check the network of n8n. ${LOWER_PAGE_SIZE}`,
	],
	[
		'timedOut',
		[3, { waitedMs: 60_000 }],
		'The Contacts API did not answer the request for page 3 within 60 seconds',
		`Try again in a minute. If this keeps happening, check 'Base URL' in the Contacts API credential and the network of n8n, or ask the operator of the service. ${LOWER_PAGE_SIZE}`,
	],
	[
		'tooLarge',
		[3, { maxBytes: 64 * 1024 * 1024 }],
		'The response to the request for page 3 is larger than 64 MiB',
		`Check 'Base URL' in the Contacts API credential. If it is right, ask the operator of the service. ${LOWER_PAGE_SIZE}`,
	],
	[
		'blocked',
		['Auth URL'],
		"n8n does not permit requests to the address in the credential's 'Auth URL'",
		"n8n's protection against requests to internal addresses (SSRF) is on. Check 'Auth URL' in the Contacts API credential; if it is right, ask the administrator of n8n to allow its host.",
	],
	[
		'canceled',
		[],
		'The execution was canceled before all contacts were received',
		'None of them are returned. Start the execution again when you want to.',
	],
	[
		'notJson',
		[3],
		'The response for page 3 is not JSON',
		"Check 'Base URL' in the Contacts API credential: it may be the address of a website or of another service.",
	],
	[
		'tooManyValues',
		[3],
		'The response for page 3 has more than 10,000,000 values',
		"Lower 'Page Size' so that the service has less to send at a time.",
	],
	[
		'tooManyContacts',
		[3],
		'The response for page 3 has more than 1,000,000 contacts',
		"Lower 'Page Size' so that the service has less to send at a time.",
	],
	[
		'nestedTooDeep',
		[3],
		'The response for page 3 is nested more than 512 levels deep',
		"Check 'Base URL' in the Contacts API credential: no list of contacts needs so many levels. If it is right, ask the operator of the service.",
	],
	[
		'nameTooLong',
		[3],
		'The response for page 3 has a field with a name of more than 10,000 bytes',
		"Check 'Base URL' in the Contacts API credential: no list of contacts needs such names. If it is right, ask the operator of the service.",
	],
	[
		'failedWithSuccess',
		[3, ['errors', 'success']],
		'The response for page 3 says that the request failed, despite its success status',
		'See errors, success in the response, and ask the operator of the service what it means.',
	],
	[
		'noList',
		[3, ['a', 'b'], ADVICE],
		'The response for page 3 has no list of contacts',
		"Keys seen: a, b. If the contacts are elsewhere, set 'Contacts Field' in the 'Options' of the Contacts node.",
	],
	[
		'manyLists',
		[3, ['a', 'b'], ADVICE],
		'The response for page 3 has more than one list',
		"Lists found: a, b. Set 'Contacts Field' in the 'Options' of the Contacts node to the one that has the contacts.",
	],
	[
		'notAListAt',
		[3, 'a.b', []],
		'The response for page 3 has no list where the contacts should be',
		"They should be at 'a.b'. The response is not an object with keys. Change 'Contacts Field' in the 'Options' of the Contacts node, or remove it to have the list recognized.",
	],
	[
		'listMoved',
		[3, 'a.b', ['c', 'd']],
		'The response for page 3 has its list in a different place than the first page',
		"The first page had it at 'a.b', this one has c, d. Set 'Contacts Field' in the 'Options' of the Contacts node, and check 'Pagination' there.",
	],
	[
		'notAContact',
		[3, 7],
		'Contact 7 on page 3 is not an object',
		"n8n items are objects. If this is not the list of contacts, set 'Contacts Field' in the 'Options' of the Contacts node.",
	],
	[
		'endUnknown',
		[3, ADVICE],
		'The list may continue after page 3, but the response does not say so',
		`The page is full, and no next page and no end were found in the response. ${ADVICE_TEXT}`,
	],
	[
		'signsUnread',
		[3, ADVICE],
		'The list may continue after page 3: the response has fields about pages that were not understood',
		ADVICE_TEXT,
	],
	[
		'nextUnknown',
		[3, { ...ADVICE, unreadFields: [] }],
		'The list continues after page 3, but the next page was not found',
		ADVICE_TEXT.replace('Not understood: vid-offset. ', ''),
	],
	[
		'nextMalformed',
		[3, 'meta.next', ADVICE],
		'The response for page 3 names a next page that cannot be used',
		`The value of 'meta.next' is not a URL, text or a whole number below 2^53. ${ADVICE_TEXT}`,
	],
	[
		'nextElsewhere',
		[3, 'https://api.example.com', ADVICE],
		'The link to the page after page 3 leads to another address',
		`The access token is sent to https://api.example.com only. Check 'Base URL' in the Contacts API credential. If it is right: ${ADVICE_TEXT}`,
	],
	[
		'nextRepeated',
		[3, ADVICE],
		'The page after page 3 is one that was already read',
		`Following it would never end. Another way to request the next page may be right: ${SET_PAGINATION}.`,
	],
	[
		'pageRepeated',
		[3, ADVICE],
		'Page 3 has the same contacts as an earlier page',
		`The service seems to ignore how the next page is requested: ${SET_PAGINATION}.`,
	],
	[
		'contactsRepeated',
		[3, 2, ADVICE],
		'Page 3 repeats contacts of an earlier page (2)',
		`Contacts may have been added or removed while the list was read: try again. If this keeps happening, pages overlap, and others may be missing: ${SET_PAGINATION}. If the service lists contacts more than once on purpose, turn off 'Check Repeats' there.`,
	],
	[
		'positionUnexpected',
		[3, ADVICE],
		'The response for page 3 is for a different page',
		`Contacts may be missing. Another way to request the next page may be right: ${SET_PAGINATION}.`,
	],
	[
		'listChanged',
		[3, ADVICE],
		'The list has changed while page 3 was read',
		"Contacts were removed from a page that was read before, so that others moved to it and are missing: try again. With a cursor or with an ID, services are not affected: see 'Pagination' in the 'Options' of the Contacts node.",
	],
	[
		'tooManyEmptyPages',
		[12, 10, ADVICE],
		'The last 10 pages up to page 12 were empty, and the service says that there are more',
		`The list would not end. Another way to request the next page may be right: ${SET_PAGINATION}.`,
	],
	[
		'totalDiffers',
		[3, 118, 120, ADVICE],
		'The service says that there are 120 contacts, but 118 were received on 3 pages',
		`If contacts were added or removed meanwhile, try again. Otherwise ${SET_PAGINATION}. If the number means something else, set 'Total Field' or turn off 'Check Total' there.`,
	],
];

describe('The error in n8n', () => {
	it.each(messages)(
		'has the message and description of %s, %j',
		(reason, details, message, description) => {
			const error = new ListError(reason, ...(details as []));
			expect(error).toMatchObject({ reason, message });
			const shown = toNodeError(node, error, 4);
			expect(shown).toMatchObject({ message, description, node, context: { itemIndex: 4 } });
		},
	);

	it('is tested for every reason', () => {
		// failureMessages.test.ts has the words of the HTTP client.
		const tested = [...messages.map(([reason]) => reason), ...FAILURE_REASONS];
		expect(new Set(tested)).toEqual(new Set(Object.keys(errorMessages)));
	});

	it('has a status when the service sent one', () => {
		const refused = new ListError('refused', 3, { status: 422 });
		expect(refused.status).toBe(422);
		const shown = toNodeError(node, refused, 0);
		expect(shown).toBeInstanceOf(NodeApiError);
		expect(shown).toHaveProperty('httpCode', '422');
		const dropped = new ListError('dropped', 3);
		expect(dropped.status).toBeUndefined();
		expect(toNodeError(node, dropped, 0)).toBeInstanceOf(NodeOperationError);
		expect(toNodeError(node, dropped, 0)).not.toHaveProperty('httpCode');
	});

	it('names the page for each failure of a request', () => {
		for (const reason of FAILURE_REASONS.filter((other) => other !== 'canceled')) {
			const { message, description } = new ListError(reason, 7, { status: 418 }).userMessage;
			expect(message + description).toMatch(/for page 7|Contacts API|'Base URL'/);
			expect(message + description).not.toMatch(/authorization server|token request/);
		}
	});

	it('marks the execution as canceled only if it was', () => {
		const marking = messages.filter(([, , message]) => message.includes('canceled'));
		expect(marking.map(([reason]) => reason)).toEqual(['canceled']);
	});
});

describe('An error from another source', () => {
	it('keeps message and description when it is from the credential', () => {
		const error = new ContactsApiError('fieldMissing', 'Client ID');
		const { message, description } = error.userMessage;
		expect(toNodeError(node, error, 2)).toMatchObject({
			message,
			description,
			context: { itemIndex: 2 },
		});
	});

	it('loses its cause and all other properties', () => {
		const cause = new Error('canary');
		const error = Object.assign(new Error('Message', { cause }), { response: { data: 'canary' } });
		const shown = toNodeError(node, error, 0);
		expect(shown.message).toBe('Message');
		expect(inspect(shown, { showHidden: true, depth: Infinity })).not.toContain('canary');
	});
});

describe('An error item', () => {
	const itemOf = (error: unknown) => toErrorItem(toNodeError(node, error, 0));

	it('has the description', () => {
		const { message, description } = new ListError('canceled').userMessage;
		expect(itemOf(new ListError('canceled'))).toEqual({ error: message, details: { description } });
	});

	it('has the status as a number when the service sent one', () => {
		const { details } = itemOf(new ListError('refused', 3, { status: 422 }));
		expect(details).toEqual({ description: expect.stringMatching('^Try a smaller'), status: 422 });
	});

	it('has the unread fields, the suggested settings and how the list was read', () => {
		const { details } = itemOf(new ListError('signsUnread', 3, ADVICE));
		expect(details).toEqual({ description: ADVICE_TEXT, ...ADVICE });
	});

	it.each([
		['noList', [null]],
		['manyLists', ['data.a', 'data.b']],
	] as const)('of %s suggests where the contacts may be', (reason, contactsFields) => {
		const names = contactsFields.map(String);
		const { details } = itemOf(new ListError(reason, 1, names, ADVICE));
		expect(details).toMatchObject({
			suggestions: contactsFields.map((contactsField) => ({ mode: 'automatic', contactsField })),
			trace: ADVICE.trace,
		});
	});
});
