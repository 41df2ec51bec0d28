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

const NO_SECRETS = new Secrets();

const ADVICE: Advice = {
	unreadFields: ['vid-offset'],
	suggestions: [{ mode: 'cursor', cursorField: 'vid-offset' }, { mode: 'off' }],
	trace: ['Page 1, the first: 50 new contacts; ask follows'],
};

// The tables of the documents have the words of every message.
describe('A message', () => {
	const numbered = (count: number, prefix = 's') =>
		Array.from({ length: count }, (_, n) => `${prefix}${n}`);
	const forbidden = (scopes: object) =>
		new RequestError(
			'forbidden',
			3,
			{ status: 403 },
			{ granted: undefined, configured: [], ...scopes },
		);
	const noList = (count: number) => new PageError('noList', 1, numbered(count, 'field'));
	const unknown = (advice: Partial<Advice>) =>
		new ListError('nextUnknown', 3, { ...ADVICE, ...advice });
	const SET = "Set 'Pagination' in the";
	const TRY = "try: Cursor ('Cursor Field' vid-offset); Off.";
	const LISTED = 'listing needs contacts.read, and the credential lists';
	const GRANTED = 'The token lacks contacts.read, which listing needs; it has';
	it.each<[string, ExplainedError, ...texts: string[]]>([
		['settings to try, where all was understood', unknown({ unreadFields: [] }), SET, TRY],
		[
			'the mode that is set, to be changed',
			unknown({ unreadFields: [], suggestions: [], mode: 'offset' }),
			"'Mode' is Offset: set it to Automatic, or 'Pagination' in the 'Options' of the Contacts node as the documentation of the service says.",
		],
		['that no scope was granted', forbidden({ granted: [] }), `${GRANTED} none.`],
		['ten scopes', forbidden({ granted: numbered(10) }), `${GRANTED} ${numbered(10).join(', ')}.`],
		[
			'ten of eleven scopes',
			forbidden({ granted: numbered(11) }),
			`${GRANTED} ${numbered(10).join(', ')}, ….`,
		],
		[
			'a scope of 100 characters',
			forbidden({ granted: ['x'.repeat(100)] }),
			`${GRANTED} ${'x'.repeat(100)}.`,
		],
		['no longer scope', forbidden({ granted: ['x'.repeat(101), 'a'] }), `${GRANTED} a, ….`],
		[
			'no scope with other characters',
			forbidden({ granted: ['<b>', 'a\nb', 'é', 'a&b', '"', '\\'] }),
			`${GRANTED} ….`,
		],
		['that no scope is known', forbidden({}), `${LISTED} none, and the token response named none.`],
		['that there are no fields', noList(0), 'The response is not an object with keys.'],
		['twenty fields', noList(20), 'field18, field19. If'],
		['twenty of 21 fields', noList(21), 'field18, field19, …. If'],
	])('names %s', (_name, { userMessage: { description } }, ...texts) => {
		for (const text of texts) expect(description).toContain(text);
	});

	it('begins with the scope that a refused token is known to lack', () => {
		const { description } = forbidden({ granted: ['contacts.write'] }).userMessage;
		expect(description).toBe(
			'The token lacks contacts.read, which listing needs; it has contacts.write. Other possible causes: the client is not active (it may be revoked), or the organization lacks a permission. In each case, ask the operator of the service.',
		);
	});

	it('does not blame the scopes of a refused token that has the one that is needed', () => {
		const { description } = forbidden({ granted: [...numbered(20), 'contacts.read'] }).userMessage;
		expect(description).toBe(
			'Either the client is not active (it may be revoked), or the organization lacks a permission: ask the operator of the service.',
		);
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
		const refused = new RequestError('refused', 3, { status: 422 });
		const dropped = new RequestError('dropped', 3);
		expect([refused.status, dropped.status]).toEqual([422, undefined]);
		const [withStatus, without] = [refused, dropped].map((error) =>
			toNodeError(node, error, 0, NO_SECRETS),
		);
		expect(withStatus).toBeInstanceOf(NodeApiError);
		expect(withStatus).toHaveProperty('httpCode', '422');
		expect(without).toBeInstanceOf(NodeOperationError);
		expect(without).not.toHaveProperty('httpCode');
	});

	it('has no tokens in message and context, whatever the service names like them', () => {
		const secrets = new Secrets();
		for (const token of ['access-canary', 'refresh-canary']) secrets.add(token);
		const suggestions = [{ mode: 'cursor', cursorField: 'refresh-canary' } as const];
		const trace = ['Page 1, the first: 50 new contacts; says unread access-canary; ask follows'];
		const advice = { unreadFields: ['next_access-canary'], suggestions, trace };
		const known = { granted: ['access-canary', 'a'], configured: [] };
		const errors = [
			new ListError('nextUnknown', 3, advice),
			new PageError('manyLists', 3, ['access-canary', 'a']),
			new RequestError('forbidden', 3, { status: 403 }, known),
		].map((error) => toNodeError(node, error, 0, secrets));
		for (const error of errors) {
			expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain('canary');
		}
		expect(errors[0]!.context.trace).toEqual([expect.stringContaining('unread (not shown); ask')]);
		expect(errors[1]!.description).toContain('Lists found: (not shown), a.');
		expect(errors[2]!.description).toContain('it has a, …. Other');
	});

	it('keeps neither the cause nor other properties of an error', () => {
		const cause = new Error('canary');
		const error = Object.assign(new Error('Message', { cause }), { response: { data: 'canary' } });
		const shown = toNodeError(node, error, 0, NO_SECRETS);
		expect(shown.message).toBe('Message');
		expect(inspect(shown, { showHidden: true, depth: Infinity })).not.toContain('canary');
	});
});

it('An error without a description is the same for a model', () => {
	const shown = toNodeError(node, new Error('Message'), 0, NO_SECRETS);
	expect(forModel(shown, undefined).message).toBe('Message');
});

describe('An error item', () => {
	const description = expect.stringMatching(/\w/);

	it.each([
		['the description', new RequestError('canceled'), {}],
		['the status as a number', new RequestError('refused', 3, { status: 422 }), { status: 422 }],
		['that of a refused token', new ContactsApiError('sameTokenAgain'), { status: 401 }],
		['advice, and how the list was read', new ListError('signsUnread', 3, ADVICE), ADVICE],
		['no advice on pages', new PageError('failedWithSuccess', 3, ['error']), {}],
	])('has %s', (_name, error, details) => {
		expect(toErrorItem(toNodeError(node, error, 0, NO_SECRETS))).toEqual({
			error: error.userMessage.message,
			details: { description, ...details },
		});
	});
});
