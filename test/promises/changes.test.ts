/** Contacts that change while a list is read. */
import type { Contact, Service } from '../corpus/read';
import { bothWays, type Fields, list, promise, withoutIds } from './promise';

const TO_ITSELF: Fields[] = [
	{ next: '/v1/contacts?pageSize=50&page=2' },
	{ nextCursor: 'cGFnZSAy' },
];

/** Has other contacts in each response, and none with another page size. */
function changingInCircles(fields: Fields): Service {
	let requests = 0;
	const changing = (contact: Contact) => ({ ...contact, fetchedAt: requests });
	return {
		contacts: withoutIds(20),
		respond: ({ url: { searchParams } }) => {
			requests++;
			const count = searchParams.get('pageSize') === '50' ? 20 : 0;
			return { body: { contacts: withoutIds(count).map(changing), ...fields } };
		},
	};
}

promise(
	'A page that leads to itself is an error where contacts change and have no IDs',
	TO_ITSELF.flatMap((fields) =>
		bothWays({ mode: 'next' in fields ? 'nextLink' : 'cursor' }).map((pagination) =>
			list([fields], 'error', () => changingInCircles(fields), { pagination, atMost: 30 }),
		),
	),
);
