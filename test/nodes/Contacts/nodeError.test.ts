import { inspect } from 'node:util';

import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ContactsApiError } from '../../../credentials/contactsApi/credentialErrors';
import { type ListAdvice, ListError } from '../../../nodes/Contacts/list/listErrors';
import { toErrorItem, toNodeError } from '../../../nodes/Contacts/nodeError';
import { RequestError } from '../../../nodes/Contacts/request/requestErrors';
import { Secrets } from '../../../nodes/Contacts/secrets';
import { nodeMessages } from '../../package/messages';

const node = { name: 'Contacts', type: 'contacts' } as INode;

const NO_SECRETS = new Secrets();

const ADVICE: ListAdvice = {
	unreadFields: ['vid-offset'],
	suggestions: [{ mode: 'cursor', cursorField: 'vid-offset' }, { mode: 'off' }],
	trace: ['Page 1, the first: 50 new contacts; ask follows'],
};

// The tables of the documents have the words of every message.
describe('A message', () => {
	it('names what was not understood, if anything, and settings to try', () => {
		const texts = [ADVICE, { ...ADVICE, unreadFields: [] }].map(
			(advice) => new ListError('nextUnknown', 3, advice).userMessage.description,
		);
		expect(texts[0]).toBe(`Not understood: vid-offset. ${texts[1]}`);
		expect(texts[1]).toMatch(
			/^Set 'Pagination' .* try: Cursor \('Cursor Field' vid-offset\); Off\.$/,
		);
	});

	it('advises to change the mode that is set', () => {
		const advice: ListAdvice = { unreadFields: [], suggestions: [], trace: [], mode: 'offset' };
		const { description } = new ListError('nextUnknown', 3, advice).userMessage;
		expect(description).toBe(
			"'Mode' is Offset: set it to Automatic, or 'Pagination' in the 'Options' of the Contacts node as the documentation of the service says.",
		);
		const noList = new ListError('noList', 1, ['a'], advice).userMessage;
		expect(noList.advice?.suggestions).toEqual([{ mode: 'offset', contactsField: null }]);
	});

	it('blames the page size on the first page, and the way to a page on later ones', () => {
		const remedies = [1, 2].map(
			(page) => new RequestError('refused', page, { status: 400 }).userMessage.description,
		);
		expect(remedies[0]).toMatch(/^Try a smaller 'Page Size'/);
		expect(remedies[1]).toBe(
			new RequestError('notFound', 2, { status: 404 }).userMessage.description,
		);
	});

	const numbered = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`);

	it.each([
		[{ granted: ['a', 'b'] }, 'the token was granted a, b'],
		[{ granted: [] }, 'the token was granted none'],
		[{ granted: numbered(10) }, 'the token was granted s0, s1, s2, s3, s4, s5, s6, s7, s8, s9'],
		[{ granted: numbered(11) }, 'the token was granted s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, …'],
		[{ granted: ['x'.repeat(100)] }, `the token was granted ${'x'.repeat(100)}`],
		[{ granted: ['x'.repeat(101), 'a'] }, 'the token was granted a, …'],
		[{ granted: ['<b>', 'a\nb', 'é', 'a&b', '"', '\\'] }, 'the token was granted …'],
		[{ configured: ['a', 'b'] }, 'the credential lists a, b, and the token response named none'],
		[{}, 'the credential lists none, and the token response named none'],
	])('names the scopes of a refused token: %j', (scopes, text) => {
		const known = { granted: undefined, configured: [], ...scopes };
		const error = new RequestError('forbidden', 3, { status: 403 }, known);
		expect(error.userMessage.description).toContain(`listing needs contacts.read, and ${text}.`);
	});

	it('does not blame the scopes of a refused token that has the one that is needed', () => {
		const known = { granted: [...numbered(20), 'contacts.read'], configured: [] };
		const error = new RequestError('forbidden', 3, { status: 403 }, known);
		expect(error.userMessage.description).toBe(
			'The client is not active (it may be revoked), or the organization lacks a permission: ask the operator of the service.',
		);
	});

	it.each([
		[0, 'The response is not an object with keys.'],
		[20, 'field18, field19. If'],
		[21, 'field18, field19, …. If'],
	])('names %d fields: %s', (length, text) => {
		const names = Array.from({ length }, (_, n) => `field${n}`);
		expect(new ListError('noList', 1, names, ADVICE).userMessage.description).toContain(text);
	});

	it('names no field whose name may be data', () => {
		const name = 'next_ann.bell@example.com';
		const messages = [
			new ListError('notAListAt', 1, name, [name], ADVICE),
			new ListError('listMoved', 1, name, [name], ADVICE),
			new ListError('nextMalformed', 1, name, ADVICE),
			new ListError('manyLists', 1, ['data.people', name], ADVICE),
		].map(({ userMessage }) => userMessage);
		expect(JSON.stringify(messages)).not.toContain(name);
		const suggestions = [{ mode: 'automatic', contactsField: 'data.people' }];
		expect(messages[3]).toMatchObject({ advice: { suggestions } });
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
			new ListError('manyLists', 3, ['access-canary', 'a'], advice),
			new RequestError('forbidden', 3, { status: 403 }, known),
		].map((error) => toNodeError(node, error, 0, secrets));
		for (const error of errors) {
			expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain('canary');
		}
		expect(errors[0]!.context.trace).toEqual([expect.stringContaining('unread (not shown); ask')]);
		expect(errors[1]!.description).toContain('Lists found: (not shown), a.');
		expect(errors[2]!.description).toContain('was granted a, ….');
	});

	it('keeps neither the cause nor other properties of an error', () => {
		const cause = new Error('canary');
		const error = Object.assign(new Error('Message', { cause }), { response: { data: 'canary' } });
		const shown = toNodeError(node, error, 0, NO_SECRETS);
		expect(shown.message).toBe('Message');
		expect(inspect(shown, { showHidden: true, depth: Infinity })).not.toContain('canary');
	});
});

describe('An error item', () => {
	const description = expect.stringMatching(/\w/);
	const suggesting = (...contactsFields: Array<string | null>) => ({
		...ADVICE,
		suggestions: contactsFields.map((contactsField) => ({ mode: 'automatic', contactsField })),
	});

	it.each([
		['the description', new RequestError('canceled'), {}],
		['the status as a number', new RequestError('refused', 3, { status: 422 }), { status: 422 }],
		['that of a refused token', new ContactsApiError('sameTokenAgain'), { status: 401 }],
		['advice, and how the list was read', new ListError('signsUnread', 3, ADVICE), ADVICE],
		['no advice on pages', new ListError('failedWithSuccess', 3, ['error'], ADVICE), {}],
		['where the contacts may be', new ListError('noList', 1, [], ADVICE), suggesting(null)],
		['which may be', new ListError('manyLists', 1, ['a', 'b'], ADVICE), suggesting('a', 'b')],
	])('has %s', (_name, error, details) => {
		expect(toErrorItem(toNodeError(node, error, 0, NO_SECRETS))).toEqual({
			error: error.userMessage.message,
			details: { description, ...details },
		});
	});
});
