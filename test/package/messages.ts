/** All messages of the package, with an ellipsis for each variable part. */
import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { errorMessages as credentialErrors } from '../../credentials/contactsApi/errors';
import { errorMessages as nodeErrors } from '../../nodes/Contacts/errors';

import type { Advice } from '../../nodes/Contacts/pagination/pagination';

type Row = [message: string, whatToDo: string];

/** Messages of one kind, in the order of the sources. */
export interface Group {
	title: string;
	rows: Row[];
}

type Build = (...details: unknown[]) => { message: string; description: string };

/** Stands for every variable part. */
const PLACEHOLDER = 'placeholder';

/** A list of one detail; in a template, the same as the detail. */
const DETAIL = [PLACEHOLDER];

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
};

/** Arguments of the messages that depend on them. */
const CASES: Record<string, unknown[][]> = {
	// Without the optional number of seconds.
	'credential.rateLimited': [[DETAIL]],
	'credential.exchangeFailed': [[DETAIL]],
	'node.rateLimited': [[DETAIL, DETAIL]],
	'node.failed': [[DETAIL, DETAIL]],
	'credential.timedOut': [[10]],
	'node.timedOut': [[DETAIL, 60]],
	'node.forbidden': [
		[DETAIL, { granted: DETAIL }, 'contacts.read'],
		[DETAIL, { configured: DETAIL }, 'contacts.read'],
	],
	'node.notFound': [
		[1, DETAIL],
		[DETAIL, DETAIL],
	],
	'node.endUnknown': [[DETAIL, advice]],
	'node.signsUnread': [[DETAIL, advice]],
	'node.nextUnknown': [[DETAIL, advice]],
	'node.nextMalformed': [[DETAIL, DETAIL, advice]],
	'node.nextElsewhere': [[DETAIL, DETAIL, advice]],
};

/** The first message of each group. */
const CREDENTIAL_GROUPS: Partial<Record<keyof typeof credentialErrors, string>> = {
	fieldMissing: 'Fields of the credential',
	urlMalformed: 'A request with the credential',
	credentialsRejected: 'The token request',
	renewedTokenRejected: 'The access token',
};
const NODE_GROUPS: Partial<Record<keyof typeof nodeErrors, string>> = {
	pageSizeInvalid: 'Parameters',
	unauthorized: 'Error statuses of the service',
	unreachable: 'Connection',
	notJson: 'Contents of a response',
	endUnknown: 'The next page',
};

export const credentialMessages = groupsOf('credential', credentialErrors, CREDENTIAL_GROUPS);
export const nodeMessages = groupsOf('node', nodeErrors, NODE_GROUPS);

/** Statuses with the same message share a row. */
export const connectionTestMessages: Group[] = [
	{
		title: '',
		rows: [...Object.values(statusMessages), websiteMessage]
			.map(({ message, description }): Row => [message.replace(/\(\d+\)/, '(…)'), description])
			.filter(([message], index, rows) => rows.findIndex(([other]) => other === message) === index),
	},
];

function groupsOf(owner: string, errorMessages: object, titles: Record<string, string>): Group[] {
	const groups: Group[] = [];
	for (const [name, build] of Object.entries(errorMessages as Record<string, Build>)) {
		if (name in titles || groups.length === 0) groups.push({ title: titles[name] ?? '', rows: [] });
		const cases = CASES[`${owner}.${name}`] ?? [Array<string[]>(build.length).fill(DETAIL)];
		for (const details of cases) {
			const { message, description } = build(...details);
			groups.at(-1)!.rows.push([elide(message), elide(description)]);
		}
	}
	return groups;
}

function elide(text: string): string {
	return text.replaceAll(PLACEHOLDER, '…');
}
