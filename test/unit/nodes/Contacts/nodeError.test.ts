import { inspect } from 'node:util';

import type { INode } from 'n8n-workflow';

import { ContactsApiError } from '../../../../credentials/contactsApi/credentialErrors';
import type { ExplainedError } from '../../../../credentials/contactsApi/explainedError';
import { errorsOf } from '../../../../nodes/Contacts/contactsError';
import { forModel, toErrorItem, toNodeError } from '../../../../nodes/Contacts/nodeError';
import { type Advice, listMessages } from '../../../../nodes/Contacts/operations/listErrors';
import {
	parameterError,
	parameterMessages,
} from '../../../../nodes/Contacts/operations/parameterErrors';
import { requestError, requestMessages } from '../../../../nodes/Contacts/request/requestErrors';
import { Secrets } from '../../../../nodes/Contacts/secrets';

type Build = (...details: unknown[]) => { message: string };

const node = { name: 'Contacts', type: 'contacts' } as INode;

const ADVICE: Advice = {
	unreadFields: ['vid-offset'],
	suggestions: [{ mode: 'cursor', cursorField: 'vid-offset' }, { mode: 'off' }],
	trace: ['Page 1, the first: 50 new contacts; ask follows'],
	received: 50,
	names: [],
	place: 'a',
	position: 1,
};

const { unreadFields, suggestions, trace } = ADVICE;
const SHOWN = { unreadFields, suggestions, trace };

const listError = errorsOf(listMessages);

const forbidden = (granted?: string[]) =>
	requestError('forbidden', 3, { status: 403 }, { granted, configured: [], hasRead: false });
const refused = requestError('refused', 3, { status: 422 });
const shownOf = (error: unknown) => toNodeError(node, error, 0, new Secrets());

const allOf = (error: unknown) => inspect(error, { showHidden: true, depth: Infinity });

const numbered = (count: number) => Array.from({ length: count }, (_, n) => `s${n}`);
const listErrorWith = (reason: keyof typeof listMessages, advice: Partial<Advice>) =>
	listError(reason, 1, { ...ADVICE, ...advice });
const noList = (count: number) => listErrorWith('noList', { names: numbered(count) });
const unknown = (advice: Partial<Advice>) =>
	listError('nextUnknown', 3, { ...ADVICE, unreadFields: [], ...advice });
const OTHERS =
	'the client is not active (it may be revoked), or the organization lacks a permission';

it.each<[string, ExplainedError, text: string]>([
	['settings to try', unknown({}), "that it names: Cursor ('Cursor Field' vid-offset); Off."],
	[
		'what to look up',
		unknown({}),
		'for the parameter that takes the page, the offset or the cursor',
	],
	['the settings by hand', unknown({ byHand: 'Offset (a)' }), 'is set to Offset (a): correct'],
	[
		'one page',
		listErrorWith('totalDiffers', { received: 2, total: 3 }),
		'2 were received on one page.',
	],
	['no scope', forbidden([]), `it has none. Other possible causes: ${OTHERS}. In`],
	['twenty of 21 scopes', forbidden(numbered(21)), `it has ${numbered(20).join(', ')}, …. Other`],
	[
		'no scope like a token',
		forbidden(['<b>', 'a1'.repeat(10), 'a']),
		'it has (not shown), a. Other',
	],
	['that no scope is known', forbidden(), 'credential lists none, and the token response'],
	['other causes alone', forbidden([...numbered(20), 'contacts.read']), `Either ${OTHERS}:`],
	['that there are no fields', noList(0), 'The response is not an object with keys.'],
	['twenty fields', noList(20), 's18, s19. If'],
	['twenty of 21 fields', noList(21), 's18, s19, …. If'],
])('A message names %s', (_name, { userMessage: { message, description } }, text) => {
	expect(`${message}. ${description}`).toContain(text);
});

it('A message names no field whose name may be data', () => {
	const name = 'next_ann.bell@example.com';
	const errors = [
		...(['notAListAt', 'listMoved', 'noList', 'failedWithSuccess'] as const).map((reason) =>
			listErrorWith(reason, { place: name, names: [name] }),
		),
		listErrorWith('manyLists', { names: ['data.people', name] }),
	];
	expect(JSON.stringify(errors.map(({ userMessage }) => userMessage))).not.toContain(name);
});

it('No message has a name of a response or of the user: n8n takes "canceled" in one for a canceled execution', () => {
	const { canceled, ...failures } = requestMessages;
	// Labels of the form are the package's own.
	const { valueInvalid: _ours, ...others } = parameterMessages;
	const parameters = Object.values(others) as Build[];
	const name = ['canceled'];
	const advice = {
		...ADVICE,
		unreadFields: name,
		byHand: 'canceled',
		names: name,
		place: 'canceled',
	};
	const ofLists = Object.values(listMessages).map((build) => build(2, advice));
	const messages = [
		...(Object.values(failures) as Build[]).map((build) => build(2, name, { granted: name })),
		...parameters.map((build) => build(name, name)),
		...ofLists,
	].map(({ message }) => message);
	expect(messages.filter((text) => text.includes('canceled'))).toEqual([]);
	expect(canceled().message).toContain('canceled');
	const forTool = forModel(shownOf(parameterError('fieldsMissing', name, name)));
	expect(forTool.message).toMatch(/Missing: cancelled\. Choose/);
});

it("n8n's error has no tokens in message and context, whatever the service names like them", () => {
	const secrets = new Secrets();
	secrets.add('access-canary');
	const error = unknown({
		unreadFields: ['access-canary'],
		suggestions: [{ mode: 'cursor', cursorField: 'next_access-canary' }],
		trace: ['Page 1, the first: 50 new contacts; says unread access-canary; ask follows'],
	});
	const shown = toNodeError(node, error, 0, secrets);
	expect(allOf(shown)).not.toContain('canary');
	expect(shown.context.trace).toEqual([expect.stringContaining('unread (not shown); ask')]);
});

it("n8n's error keeps neither the cause nor other properties, and is the same for a model", () => {
	const cause = new Error('canary');
	const error = Object.assign(new Error('Message', { cause }), { response: { data: 'canary' } });
	expect(forModel(shownOf(error)).message).toBe('Message');
	expect(allOf(shownOf(error))).not.toContain('canary');
});

it.each([
	['the description', requestError('canceled'), {}],
	['the status as a number', refused, { status: 422 }],
	['that of a refused token', new ContactsApiError('tokenRejected'), { status: 401 }],
	['advice, and how the list was read', listError('endUnknown', 3, ADVICE), SHOWN],
])('An error item has %s', (_name, error, details) => {
	expect(toErrorItem(shownOf(error))).toEqual({
		error: error.userMessage.message,
		details: { description: expect.stringMatching(/\w/), ...details },
	});
});
