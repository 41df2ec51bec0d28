import { inspect } from 'node:util';

import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ContactsApiError } from '../../../credentials/contactsApi/errors';
import { FAILURE_REASONS } from '../../../credentials/contactsApi/http/failureMessages';
import {
	errorMessages,
	type ListAdvice,
	ListError,
	toErrorItem,
	toNodeError,
} from '../../../nodes/Contacts/errors';
import { nodeMessages } from '../../package/messages';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const ADVICE: ListAdvice = {
	unreadFields: ['vid-offset'],
	suggestions: [
		{ mode: 'cursor', cursorField: 'vid-offset', cursorParameter: null, hasMoreField: '' },
		{ mode: 'off' },
	],
	trace: ['Page 1, the first: 50 new contacts; ask follows'],
};

// The tables of the documents have the words of every message.
describe('The error in n8n', () => {
	it('has message and description, and names the item', () => {
		const error = new ListError('signsUnread', 3, ADVICE);
		const { description } = error.userMessage;
		expect(description).toMatch(
			/^Not understood: vid-offset\. .* Settings to try: Cursor \('Cursor Field' vid-offset\); Off\.$/,
		);
		const { message } = error;
		const context = { itemIndex: 4 };
		expect(toNodeError(node, error, 4)).toMatchObject({ message, description, node, context });
	});

	it('does not say what was not understood where nothing was', () => {
		const { description } = new ListError('nextUnknown', 3, { ...ADVICE, unreadFields: [] })
			.userMessage;
		expect(description).toMatch(/^Look up .*; Off\.$/);
	});

	it.each([
		[{ granted: ['contacts.write', 'x'] }, 'the token was granted contacts.write, x'],
		[{ granted: [] }, 'the token was granted none'],
		[{ configured: ['a', 'b'] }, 'the credential lists a, b, and the token response named none'],
		[{}, 'the credential lists none, and the token response named none'],
	])('names the scopes of a refused token: %j', (scopes, text) => {
		const known = { granted: undefined, configured: [], ...scopes };
		const error = new ListError('forbidden', 3, { status: 403 }, { known, needed: 'needed.scope' });
		expect(error.userMessage.description).toContain(`listing needs needed.scope, and ${text}.`);
	});

	it('says that there are no keys', () => {
		const { description } = new ListError('noList', 1, [], ADVICE).userMessage;
		expect(description).toContain('The response is not an object with keys.');
	});

	it('names 20 fields at most', () => {
		const names = Array.from({ length: 25 }, (_, n) => `field${n}`);
		const { description } = new ListError('noList', 1, names, ADVICE).userMessage;
		expect(description).toContain('field19, …');
		expect(description).not.toContain('field20');
	});

	it('names no field whose name may be data', () => {
		const name = 'next_ann.bell@example.com';
		const messages = [
			errorMessages.notAListAt(1, name, [name]),
			errorMessages.listMoved(1, name, [name]),
			errorMessages.nextMalformed(1, name, ADVICE),
			errorMessages.manyLists(1, ['data.people', name], ADVICE),
		];
		expect(JSON.stringify(messages)).not.toContain(name);
		expect(messages[3]).toMatchObject({
			advice: { suggestions: [{ mode: 'automatic', contactsField: 'data.people' }] },
		});
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
		const texts = nodeMessages().flatMap(({ rows }) => rows.map(([message]) => message));
		const { message } = new ListError('canceled');
		expect(texts.filter((text) => text.includes('canceled'))).toEqual([message]);
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
		expect(details).toEqual({ description: expect.any(String), ...ADVICE });
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
