/** All messages of the package as in the README, with an ellipsis for each variable part. */
import { statusMessages, websiteMessage } from '../../credentials/contactsApi/connectionTest';
import { errorMessages as credentialErrors } from '../../credentials/contactsApi/errors';
import { errorMessages as nodeErrors } from '../../nodes/Contacts/errors';

import type { Advice } from '../../nodes/Contacts/pagination/pagination';

export type Row = [message: string, whatToDo: string];

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
	'node.fieldsMissing': [[['…'], ['…']]],
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

/** In the order of the tables in the sources. */
export const credentialMessages = rowsOf('credential', credentialErrors);
export const nodeMessages = rowsOf('node', nodeErrors);

/** Statuses with the same message share a row. */
export const connectionTestMessages = [...Object.values(statusMessages), websiteMessage]
	.map(({ message, description }): Row => [message.replace(/\(\d+\)/, '(…)'), description])
	.filter(([message], index, rows) => rows.findIndex(([other]) => other === message) === index);

function rowsOf(owner: string, errorMessages: object): Row[] {
	return Object.entries(errorMessages as Record<string, Build>).flatMap(([name, build]) => {
		const cases = CASES[`${owner}.${name}`] ?? [Array<string>(build.length).fill('…')];
		return cases.map((details): Row => {
			const { message, description } = build(...details);
			return [message, description];
		});
	});
}
