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

/** The advice for a response with a cursor of an unknown name. */
const advice: Advice = {
	unreadFields: ['…'],
	suggestions: [
		{ mode: 'cursor', cursorField: '…' },
		{ mode: 'pageNumber' },
		{ mode: 'offset' },
		{ mode: 'lastContact', lastContactField: '…' },
		{ mode: 'off' },
	],
};

/** Arguments of the messages that need more than an ellipsis for each detail. */
const CASES: Record<string, unknown[][]> = {
	// Without the optional number of seconds.
	'credential.rateLimited': [['…']],
	'credential.exchangeFailed': [['…']],
	'node.rateLimited': [['…', '…']],
	'node.failed': [['…', '…']],
	'credential.timedOut': [[10]],
	'node.timedOut': [['…', 60]],
	'node.forbidden': [
		['…', { granted: ['…'] }, 'contacts.read'],
		['…', { configured: ['…'] }, 'contacts.read'],
	],
	'node.notFound': [
		[1, '…'],
		['…', '…'],
	],
	'node.failedWithSuccess': [['…', ['…']]],
	'node.noList': [['…', ['…']]],
	'node.manyLists': [['…', ['…']]],
	'node.notAListAt': [['…', '…', ['…']]],
	'node.listMoved': [['…', '…', ['…']]],
	'node.endUnknown': [['…', advice]],
	'node.signsUnread': [['…', advice]],
	'node.nextUnknown': [['…', advice]],
	'node.nextMalformed': [['…', '…', advice]],
	'node.nextElsewhere': [['…', '…', advice]],
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
		const cases = CASES[`${owner}.${name}`] ?? [Array<string>(build.length).fill('…')];
		for (const details of cases) {
			const { message, description } = build(...details);
			groups.at(-1)!.rows.push([message, description]);
		}
	}
	return groups;
}
