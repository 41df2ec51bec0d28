/** Contacts without IDs, or with IDs that tell nothing. */
import type { Contact, Service } from '../corpus/read';
import { instead, paged } from '../corpus/services';
import {
	ALWAYS_20,
	ALWAYS_50,
	byNothing,
	CUT_TO_20,
	everyWay,
	type Fields,
	hasMore,
	list,
	listOf,
	promise,
	type Settings,
	SIZES,
	withFields,
	withoutIds,
} from './promise';

/** A service that encrypts the IDs of its contacts anew for each response. */
function encrypting(service: Service, name: string) {
	let responses = 0;
	const changing = instead(service, (response) => {
		if (response.status) return undefined;
		responses++;
		const encrypt = (one: Contact, n: number) => ({ [name]: `${responses}x${n * 7919}`, ...one });
		return withFields(response, { contacts: listOf(response).map(encrypt) });
	});
	return { ...changing, throughout: service.contacts, ever: service.contacts };
}

promise(
	'Contacts whose IDs differ in each response come out once',
	['id', 'Id', '_id', 'uuid', 'contactId', 'guid'].flatMap((name) =>
		[
			...everyWay.map((one) => ({ ...one, count: 230 })),
			...[{}, { total: '{total}' }, hasMore].flatMap((signs) =>
				[{}, { mode: 'pageNumber' }, { mode: 'offset' }, { mode: 'cursor' }].map((pagination) => ({
					by: byNothing,
					signs,
					pagination: pagination as Settings,
					count: 30,
				})),
			),
		].flatMap(({ by, signs, pagination, count }) =>
			[{}, ALWAYS_20, CUT_TO_20].map((sizes) => {
				const options = { ...sizes, refuses: false };
				const service = () => encrypting(paged(withoutIds(count), by, signs, options), name);
				return list([name, by, signs, sizes, count], 'whole or error', service, { pagination });
			}),
		),
	),
);

/** The same, of a service that ignores what it states anew each time. */
function leadingOn(count: number, name: string, fields: Fields) {
	const service = encrypting(paged(withoutIds(count), byNothing, fields, ALWAYS_50), name);
	let responses = 0;
	return instead(service, (response) => {
		responses++;
		const signs = { nextCursor: `c${responses}`, next: `/v1/contacts?cursor=c${responses}` };
		return withFields(response, signs);
	});
}

promise(
	'Contacts whose IDs differ come out once where each response leads on',
	['id', 'uuid'].flatMap((name) =>
		[{}, { total: '{total}' } as Fields].flatMap((fields) =>
			[30, 80].flatMap((count) =>
				[undefined, { mode: 'cursor' }, { mode: 'nextLink' }].map((pagination) =>
					list([name, fields, count], 'error', () => leadingOn(count, name, fields), {
						pagination: pagination as Settings,
					}),
				),
			),
		),
	),
);

/** IDs that count the contacts of each response. */
const numbered = (service: Service, name: string): Service => {
	const all = service.contacts.map((contact, n) => ({ [name]: n, ...contact }));
	const at = new Map(service.contacts.map((contact, n) => [contact, all[n]!]));
	const respond: Service['respond'] = (request) => {
		const response = service.respond(request);
		if (response.status) return response;
		const contacts = listOf(response).map((contact, n) => {
			const one = at.get(contact)!;
			one[name] = n + 1;
			return one;
		});
		return withFields(response, { contacts });
	};
	return { contacts: all, respond };
};

promise(
	'Numbers of rows do not make two pages the same',
	['id', '_id', 'row', 'rowNumber', 'no', '$id', 'index', 'Id'].flatMap((name) =>
		everyWay
			.filter(({ by }) => by.kind !== 'cursor' || by.token === undefined)
			.flatMap(({ by, signs, pagination }) =>
				SIZES.map((sizes) =>
					list(
						[name, by, signs, sizes],
						'whole or error',
						() => numbered(paged(withoutIds(230), by, signs, sizes), name),
						{ pagination },
					),
				),
			),
	),
);
