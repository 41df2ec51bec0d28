/** What services send: contacts of several kinds, lists in odd forms, and faults in place of pages. */
import { HttpFailure } from '../../credentials/contactsApi/http/httpFailure';
import type { Page } from '../../sandbox/corpus/page.ts';
import type { ServiceResponse } from '../corpus/read';

/** Makes the n-th contact, from 0. */
type Maker = (n: number, seed: number, pageLength: number) => Record<string, unknown>;

export const WITH_IDS = {
	numbers: (n) => ({ id: 1_000 + n, name: `Contact ${n}` }),
	texts: (n, seed) => ({ id: `${hashOf(`${n}`, seed).toString(36)}-${n}`, name: 'Ada' }),
	uuid: (n) => ({ uuid: `0192f0c1-5a3e-7c11-8a4e-${n}`, name: '', tags: ['customer'] }),
	'from 0': (n) => ({ id: n, name: `Contact ${n}` }),
	'from 1': (n) => ({ id: n + 1, name: `Contact ${n}` }),
} satisfies Record<string, Maker>;

export const WITHOUT_IDS = {
	distinct: (n) => ({ name: `Contact ${n}`, email: `contact${n}@example.com` }),
	/** Pairs, also on both sides of the end of a page. */
	equal: (n, seed, pageLength) => {
		const isTwin = (at: number) => at % pageLength === 0 || hashOf(`${at}`, seed) % 10 === 0;
		return { name: `Contact ${n > 0 && isTwin(n) && !isTwin(n - 1) ? n - 1 : n}` };
	},
	blank: (n, seed) => ({ name: '', email: hashOf(`${n}`, seed) % 2 ? '' : `${n}@example.com` }),
	columns: (n) => ({ phone: `+49 30 ${n}`, a: n % 2 ? '' : 'x', b: 'x', c: n % 3 ? '' : 'x' }),
} satisfies Record<string, Maker>;

/** The IDs of `keys` are not recognized, but may be sent. */
export type DataKind = keyof typeof WITH_IDS | keyof typeof WITHOUT_IDS | 'keys';

export const CONTACTS: Record<DataKind, Maker> = {
	...WITH_IDS,
	...WITHOUT_IDS,
	keys: (n) => ({ name: `Contact ${n}`, contact_key: `k${n}x` }),
};

/** Lists of a contact's own, some of them empty. */
export const listsIn = (n: number) => ({
	emails: Array.from({ length: n % 4 }, (_, at) => ({ id: at, value: `a${at}@example.com` })),
	items: n % 3 === 0 ? [{ id: n, name: 'Invoice' }] : [],
});

/** What stands in place of a list that is not empty: a single contact, contacts by a key, parts of a list. */
export const FORMS = {
	alone: ({ list }) => (list.length === 1 ? list[0] : list),
	'by ID': ({ list, start }) =>
		Object.fromEntries(list.map((one, n) => [one.id ?? one.uuid ?? start + n, one])),
	'by position': ({ list, start }) => Object.fromEntries(list.map((one, n) => [start + n, one])),
	numbered: ({ list }) => ({ title: 'Contacts', ...list }),
	pair: ({ list, number }) => [{ page: number }, list],
} satisfies Record<string, (page: Page) => unknown>;

export type ListForm = 'list' | keyof typeof FORMS;

type Fault = () => HttpFailure | ServiceResponse;

const status = (status: number, retryAfterMs?: number) => () =>
	HttpFailure.ofStatus(status, retryAfterMs);
const failure = (reason: 'dropped' | 'brokenOff') => () => new HttpFailure(reason);
const body = (body: unknown) => () => ({ body });

/** Faults of the first tries. */
export const PASSING = {
	'429 at first': status(429),
	'429 and a pause': status(429, 3_000),
	'500 at first': status(500),
	dropped: failure('dropped'),
	'broken off': failure('brokenOff'),
} satisfies Record<string, Fault>;

/** Faults of all tries, and of all responses after the first page. */
export const LASTING = {
	'403 for good': status(403),
	'429 for good': status(429),
	'500 for good': status(500),
	'dropped for good': failure('dropped'),
	'429 and a long pause': status(429, 600_000),
	'status 202': status(202),
	'no content': () => ({ status: 204 }),
	null: body(null),
	message: body({ message: 'Please try again' }),
	'nothing found': body({ message: 'No organizations found for this client' }),
	'no contacts': body({ error: 'No contacts found' }),
	'no more': body({ detail: 'No more results' }),
	'keine Kontakte': body({ message: 'Keine Kontakte gefunden' }),
} satisfies Record<string, Fault>;

export type FaultKind = keyof typeof PASSING | keyof typeof LASTING;

/** What comes in place of a page, as the node's sender sees it. */
export const FAULTS: Record<FaultKind, Fault> = { ...PASSING, ...LASTING };

/** FNV-1a. */
export function hashOf(text: string, seed: number): number {
	let hash = seed ^ 0x811c9dc5;
	for (let index = 0; index < text.length; index++) {
		hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
	}
	return (hash ^ (hash >>> 15)) >>> 0;
}
