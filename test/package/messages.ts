/** All messages of the package, with an ellipsis for each variable part. */
import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { ContactsApiError } from '../../credentials/contactsApi/credentialErrors';
import { FAILURE_REASONS } from '../../credentials/contactsApi/http/failureMessages';
import type { ExplainedError } from '../../credentials/contactsApi/explainedError';
import { type Advice, ListError } from '../../nodes/Contacts/list/listErrors';
import { ParameterError } from '../../nodes/Contacts/operations/parameterErrors';
import { RequestError } from '../../nodes/Contacts/request/requestErrors';
import { PageError } from '../../nodes/Contacts/response/pageErrors';
import { RESPONSE_LIMITS } from '../../nodes/Contacts/response/parseWithinBudget';

type ErrorType = (new (...args: never) => ExplainedError) & {
	messages: Record<string, { length: number }>;
};

const PLACEHOLDER = 'placeholder';

/** A list of one detail; in a template, the same as the detail. */
const DETAIL = [PLACEHOLDER];

/** A page after the first one, of which some messages say more. */
const LATER_PAGE = { valueOf: () => 2, toString: () => PLACEHOLDER };

/** The advice for a response with a cursor of an unknown name. */
const advice: Advice = {
	unreadFields: DETAIL,
	suggestions: [
		{ mode: 'cursor', cursorField: PLACEHOLDER },
		{ mode: 'pageNumber' },
		{ mode: 'offset' },
		{ mode: 'lastContact', lastContactField: PLACEHOLDER },
		{ mode: 'off' },
	],
	trace: [],
};

const MAX_PAGE = RESPONSE_LIMITS.mebibytes * 1024 ** 2;

/** Arguments of the messages that depend on them. */
const CASES: Record<string, unknown[][]> = {
	...Object.fromEntries(
		FAILURE_REASONS.flatMap((reason) => [
			[`credential.${reason}`, [[{ status: DETAIL, waitedMs: 10_000, maxBytes: 64 * 1024 }]]],
			[`node.${reason}`, [[LATER_PAGE, { status: DETAIL, waitedMs: 60_000, maxBytes: MAX_PAGE }]]],
		]),
	),
	'node.forbidden': [{ granted: DETAIL }, { configured: DETAIL }].map((known) => [
		LATER_PAGE,
		{ status: DETAIL },
		known,
	]),
	'node.notFound': [1, LATER_PAGE].map((page) => [page, { status: DETAIL }]),
	'node.refused': [
		[1, { status: DETAIL }],
		[LATER_PAGE, { status: DETAIL }],
		[LATER_PAGE, { status: DETAIL, explanation: PLACEHOLDER }],
	],
	'node.paginationInvalid': [[PLACEHOLDER], [PLACEHOLDER, DETAIL]],
	'node.textInvalid': [[DETAIL, PLACEHOLDER]],
	...Object.fromEntries(
		Object.entries(ListError.messages).map(([reason, { length }]) => [
			`node.${reason}`,
			[[...Array<string[]>(length - 1).fill(DETAIL), advice]],
		]),
	),
};

/** The first message of each group. */
const CREDENTIAL_GROUPS: Record<string, string> = {
	fieldMissing: 'Fields of the credential',
	urlMalformed: 'A request with the credential',
	redirected: 'The token request',
	renewedTokenRejected: 'The access token',
};
const NODE_GROUPS: Record<string, string> = {
	pageSizeInvalid: 'Parameters',
	redirected: 'Error statuses of the service',
	unreachable: 'Connection',
	notJson: 'Contents of a response',
	endUnknown: 'The next page',
};

export const credentialMessages = () => rowsOf('credential', CREDENTIAL_GROUPS, ContactsApiError);
export const nodeMessages = () =>
	rowsOf('node', NODE_GROUPS, ParameterError, RequestError, PageError, ListError);

/** Statuses with the same message share a row. */
export const connectionTestMessages = () =>
	[...Object.values(statusMessages), websiteMessage]
		.map(({ message, description }) => [message.replace(/\(\d+\)/, '(…)'), description])
		.filter(([message], index, rows) => rows.findIndex(([other]) => other === message) === index);

/** Messages in the order of the sources, each with what to do, and the titles of their groups. */
function rowsOf(owner: string, titles: Record<string, string>, ...types: ErrorType[]): string[][] {
	const rows: string[][] = [];
	for (const Type of types) {
		for (const [name, { length }] of Object.entries(Type.messages)) {
			if (name in titles) rows.push([titles[name]!]);
			for (const details of CASES[`${owner}.${name}`] ?? [Array<string[]>(length).fill(DETAIL)]) {
				const { message, description } = new Type(...([name, ...details] as never)).userMessage;
				rows.push([elide(message), elide(description)]);
			}
		}
	}
	return rows;
}

const elide = (text: string) => text.replaceAll(PLACEHOLDER, '…');
