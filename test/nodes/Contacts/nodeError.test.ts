import { inspect } from 'node:util';

import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import type { ExplainedError } from '../../../credentials/contactsApi/explainedError';
import { type Advice, ListError } from '../../../nodes/Contacts/list/listErrors';
import { forModel, toErrorItem, toNodeError } from '../../../nodes/Contacts/nodeError';
import { RequestError } from '../../../nodes/Contacts/request/requestErrors';
import { PageError } from '../../../nodes/Contacts/response/pageErrors';
import { Secrets } from '../../../nodes/Contacts/secrets';
import { nodeMessages } from '../../package/messages';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const ADVICE: Advice = {
	unreadFields: ['vid-offset'],
	suggestions: [{ mode: 'cursor', cursorField: 'vid-offset' }, { mode: 'off' }],
	trace: ['Page 1, the first: 50 new contacts; ask follows'],
};

const forbidden = (granted?: string[]) =>
	new RequestError('forbidden', 3, { status: 403 }, { granted, configured: [] });
const shownOf = (error: unknown, secrets = new Secrets()) => toNodeError(node, error, 0, secrets);

/** Everything that an error shows when it is inspected. */
const allOf = (error: unknown) => inspect(error, { showHidden: true, depth: Infinity });

// The tables of the documents have the words of every message.
describe('A message', () => {
	const numbered = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`);
	const noList = (count: number) => new PageError('noList', 1, numbered(count));
	const unknown = (advice: Partial<Advice>) =>
		new ListError('nextUnknown', 3, { ...ADVICE, unreadFields: [], ...advice });
	const TRY = "says. Settings to try: Cursor ('Cursor Field' vid-offset); Off.";
	const MODE = "page was not found. 'Mode' is Offset: set it to Automatic, or 'Pagination' in the";
	const OTHERS =
		'the client is not active (it may be revoked), or the organization lacks a permission';
	const granted = (names: string) =>
		`The token lacks contacts.read, which listing needs; it has ${names}. Other possible causes: ${OTHERS}. In`;

	it.each<[string, ExplainedError, text: string]>([
		['names settings to try, where all was understood', unknown({}), TRY],
		['names the mode that is set', unknown({ suggestions: [], mode: 'offset' }), MODE],
		['names no scope where none was granted', forbidden([]), granted('none')],
		['names ten scopes', forbidden(numbered(10)), granted(numbered(10).join(', '))],
		['names ten of eleven', forbidden(numbered(11)), granted(`${numbered(10).join(', ')}, …`)],
		['names a scope of 100 characters', forbidden(['x'.repeat(100)]), granted('x'.repeat(100))],
		['names no longer scope', forbidden(['x'.repeat(101), 'a']), granted('a, …')],
		['names no odd scope', forbidden(['<b>', 'a\nb', 'é', 'a&b', '"', '\\']), granted('…')],
		['says that no scope is known', forbidden(), 'credential lists none, and the token response'],
		[
			'does not blame the scopes',
			forbidden([...numbered(20), 'contacts.read']),
			`Either ${OTHERS}:`,
		],
		['says that there are no fields', noList(0), 'The response is not an object with keys.'],
		['names twenty fields', noList(20), 's18, s19. If'],
		['names twenty of 21 fields', noList(21), 's18, s19, …. If'],
	])('%s', (_name, { userMessage: { message, description } }, text) => {
		expect(`${message}. ${description}`).toContain(text);
	});

	it('names no field whose name may be data', () => {
		const name = 'next_ann.bell@example.com';
		const messages = [
			new PageError('notAListAt', 1, name, [name]),
			new PageError('listMoved', 1, name, [name]),
			new PageError('manyLists', 1, ['data.people', name]),
			new ListError('nextMalformed', 1, name, ADVICE),
		].map(({ userMessage }) => userMessage);
		expect(JSON.stringify(messages)).not.toContain(name);
	});

	it('marks the execution as canceled only if it was', () => {
		const texts = nodeMessages().flatMap(({ rows }) => rows.map(([message]) => message));
		const { message } = new RequestError('canceled');
		expect(texts.filter((text) => text.includes('canceled'))).toEqual([message]);
	});
});

describe("n8n's error", () => {
	it('has a status when the service sent one', () => {
		const refused = shownOf(new RequestError('refused', 3, { status: 422 }));
		expect(refused).toBeInstanceOf(NodeApiError);
		expect(refused).toHaveProperty('httpCode', '422');
		const dropped = shownOf(new RequestError('dropped', 3));
		expect(dropped).toBeInstanceOf(NodeOperationError);
		expect(dropped).not.toHaveProperty('httpCode');
	});

	it('has no tokens in message and context, whatever the service names like them', () => {
		const secrets = new Secrets();
		for (const token of ['access-canary', 'refresh-canary']) secrets.add(token);
		const suggestions = [{ mode: 'cursor', cursorField: 'refresh-canary' } as const];
		const trace = ['Page 1, the first: 50 new contacts; says unread access-canary; ask follows'];
		const advice = { unreadFields: ['next_access-canary'], suggestions, trace };
		const errors = [
			new ListError('nextUnknown', 3, advice),
			new PageError('manyLists', 3, ['access-canary', 'a']),
			forbidden(['access-canary', 'a']),
		].map((error) => shownOf(error, secrets));
		expect(errors.map(allOf).join('\n')).not.toContain('canary');
		expect(errors[0]!.context.trace).toEqual([expect.stringContaining('unread (not shown); ask')]);
		expect(errors[1]!.description).toContain('Lists found: (not shown), a.');
		expect(errors[2]!.description).toContain('it has a, …. Other');
	});

	it('keeps neither the cause nor other properties, and is the same for a model', () => {
		const cause = new Error('canary');
		const error = Object.assign(new Error('Message', { cause }), { response: { data: 'canary' } });
		const shown = shownOf(error);
		expect(forModel(shown, error).message).toBe('Message');
		expect(allOf(shown)).not.toContain('canary');
	});
});

it.each([
	['the description', new RequestError('canceled'), {}],
	['the status as a number', new RequestError('refused', 3, { status: 422 }), { status: 422 }],
	['that of a refused token', new ContactsApiError('sameTokenAgain'), { status: 401 }],
	['advice, and how the list was read', new ListError('signsUnread', 3, ADVICE), ADVICE],
	['no advice on pages', new PageError('failedWithSuccess', 3, ['error']), {}],
])('An error item has %s', (_name, error, details) => {
	expect(toErrorItem(shownOf(error))).toEqual({
		error: error.userMessage.message,
		details: { description: expect.stringMatching(/\w/), ...details },
	});
});
