import { inspect } from 'node:util';

import type { INode } from 'n8n-workflow';

import { ContactsApiError } from '../../../../credentials/contactsApi/credentialErrors';
import type { ExplainedError } from '../../../../credentials/contactsApi/explainedError';
import { contactsError, requestError } from '../../../../nodes/Contacts/contactsError';
import { forModel, toErrorItem, toNodeError } from '../../../../nodes/Contacts/nodeError';
import { explainFailure, LIST_MESSAGES } from '../../../../nodes/Contacts/operations/listErrors';
import { paginationOf } from '../../../../nodes/Contacts/operations/readingParameters';
import {
	type Field,
	ListFailure,
	type ListFailureReason,
} from '../../../../nodes/Contacts/paginate';
import { Secrets } from '../../../../nodes/Contacts/secrets';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const forbidden = (granted?: string[]) =>
	requestError('forbidden', 3, { status: 403 }, { granted, configured: [], hasRead: false });
const refused = requestError('refused', 3, { status: 422 });
const shownOf = (error: unknown) => toNodeError(node, error, 0, new Secrets());

const allOf = (error: unknown) => inspect(error, { showHidden: true, depth: Infinity });

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`);
const listError = (reason: ListFailureReason, facts: object = {}, settings = {}) =>
	explainFailure(new ListFailure(reason, { page: 3, ...facts }), paginationOf(settings));
const noList = (count: number) => listError('noList', { names: numbered(count) });

/** The field of a cursor, beside the list. */
const cursor = (name: string): Field[] => [
	{ name, path: [name], word: name, value: 'Xy7_20', isNear: true },
];

it.each<[string, () => ExplainedError, text: string]>([
	[
		'settings to try',
		() => listError('nextUnknown', { fields: cursor('vid-offset') }),
		"Fields beside the list: vid-offset. Look in the documentation of the service for the parameter that takes the page, the offset or the cursor, and set 'Pagination' in the 'Options' of the Contacts node to it. Settings to try, with the parameter that it names: Cursor ('Cursor Field' vid-offset); Page Number;",
	],
	['pages', () => listError('totalDiffers', { received: 2 }), '2 were received on 3 pages.'],
	['one page', () => listError('totalDiffers', { page: 1, received: 2 }), '2 were received on one'],
	['that no scope is known', () => forbidden(), 'the credential lists none. In'],
	['twenty fields', () => noList(20), 's18, s19. If'],
	['twenty of 21 fields', () => noList(21), 's18, s19, …. If'],
	['the way to a later page', () => requestError('refused', 2), 'way to the next page'],
	['it where nothing was found', () => requestError('notFound', 2), 'way to the next page'],
	['the parameters of the first one', () => requestError('refused', 1), "Set 'Page Size' and"],
	['the address of the first one', () => requestError('notFound', 1), "Check 'Base URL'"],
	['a larger page', () => requestError('rateLimited', 2), "raise 'Page Size'"],
])('A message names %s', (_name, make, text) => {
	expect(make().message).toContain(text);
});

/** All errors of lists about this name. */
const listErrorsAbout = (name: string, settings?: object) =>
	(Object.keys(LIST_MESSAGES) as ListFailureReason[]).map((reason) =>
		listError(reason, { names: [name], place: name, fields: cursor(name) }, settings),
	);

it('A message names no field whose name may be data', () => {
	const name = 'next_ann.bell@example.com';
	const messages = listErrorsAbout(name).map(({ userMessage }) => userMessage);
	expect(JSON.stringify(messages)).not.toContain(name);
});

it('No message has a name of a response or of the user: n8n takes "canceled" in one for a canceled execution', () => {
	const name = 'canceled';
	const errors = [
		...listErrorsAbout(name, { mode: 'cursor', cursorField: name }),
		requestError('refused', 2, { explanation: name }),
		requestError('forbidden', 2, {}, { granted: [name], configured: [], hasRead: true }),
		contactsError('textInvalid', 2, name),
		contactsError('fieldsMissing', [name], [name]),
		contactsError('queryParameterInvalid', name),
		contactsError('queryParameterReserved', name, 'Pagination'),
	];
	expect(errors.filter(({ userMessage }) => userMessage.message.includes(name))).toEqual([]);
	expect(requestError('canceled', 2).userMessage.message).toContain(name);
	const forTool = forModel(shownOf(contactsError('fieldsMissing', [name], [name])));
	expect(forTool.message).toMatch(/Missing: cancelled\. Choose/);
});

it("n8n's error has no tokens in message and context, whatever the service names like them", () => {
	const secrets = new Secrets();
	secrets.add('access-canary');
	const trace = ['access-canary from next and 3 more: ignored'];
	const error = listError('nextUnknown', { fields: cursor('next_access-canary'), trace });
	const shown = toNodeError(node, error, 0, secrets);
	expect(allOf(shown)).not.toContain('canary');
	expect(shown.context.trace).toEqual(['(not shown) from next and 3 more: ignored']);
});

it("n8n's error keeps neither the cause nor other properties, and is the same for a model", () => {
	const cause = new Error('canary');
	const error = Object.assign(new Error('Message', { cause }), { response: { data: 'canary' } });
	expect(forModel(shownOf(error)).message).toBe('Message');
	expect(allOf(shownOf(error))).not.toContain('canary');
});

it.each([
	['the description', requestError('canceled', 1), {}],
	['the status as a number', refused, { status: 422 }],
	['that of a refused token', new ContactsApiError('tokenRejected'), { status: 401 }],
	[
		'advice, and how the list was read',
		listError('endUnknown', { fields: cursor('a'), trace: ['page 1'] }),
		{ unreadFields: ['a'], suggestions: expect.any(Array), trace: ['page 1'] },
	],
])('An error item has %s', (_name, error, details) => {
	expect(toErrorItem(shownOf(error))).toEqual({
		error: error.userMessage.message,
		details: { description: expect.stringMatching(/\w/), ...details },
	});
});
