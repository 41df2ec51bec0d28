/** Services whose lists change while they are read, and what has to come out of them. */
import type { Contact, Outcome, Service, ServiceResponse } from './read';
import { instead } from './services';

/** A contact that is deleted or inserted, and the number of requests that are answered before. */
export interface Change {
	kind: 'deleted' | 'inserted';
	/** Index in the list as it is then. */
	at: number;
	after: number;
}

/** What has to come out of a list whose contacts are not the same in all responses. */
interface ChangingService extends Service {
	/** The contacts that are there from the first request to the last. */
	throughout: Contact[];
	/** All that are there at some time. */
	ever: Contact[];
}

/**
 * A service whose list changes once.
 *
 * @param serve makes the service of a list, which it must read anew for every request
 */
export function changingService(
	contacts: Contact[],
	{ kind, at, after }: Change,
	serve: (contacts: Contact[]) => { respond(request: { url: URL }): ServiceResponse },
): ChangingService {
	const list = [...contacts];
	const { respond } = serve(list);
	const inserted = { id: 999_000 + at, name: 'Inserted' };
	const isKept = (contact: Contact) => kind === 'inserted' || contact !== contacts[at];
	let requests = 0;
	return {
		contacts,
		throughout: contacts.filter(isKept),
		ever: kind === 'inserted' ? [...contacts, inserted] : contacts,
		respond: (request) => {
			if (requests++ === after) {
				if (kind === 'deleted') list.splice(at, 1);
				else list.splice(at, 0, inserted);
			}
			return respond(request);
		},
	};
}

/** Adds a field to each contact that changes after each response, or after so many, and has so many values in turn. */
export function withNoise(service: Service, every = 1, values = Infinity): ChangingService {
	let requests = 0;
	const noisy = instead(service, ({ body: before }) => {
		const { contacts, ...body } = before as { contacts: Contact[] };
		const fetchedAt = 1_700_000_000_000 + (Math.floor(requests++ / every) % values);
		return { body: { ...body, contacts: contacts.map((one) => ({ ...one, fetchedAt })) } };
	});
	return { ...noisy, throughout: service.contacts, ever: service.contacts };
}

/** How a list came out; of one that changes, all that was there throughout has to come out once. */
export function resultOf(
	{ result, contacts }: Outcome,
	service: Service | ChangingService,
): string {
	if (!('throughout' in service) || result === 'error' || result === 'endless') return result;
	const keyOf = ({ id, name }: Contact) => name ?? id;
	const keys = new Set(contacts.map(keyOf));
	const known = new Set(service.ever.map(keyOf));
	if (keys.size < contacts.length) return `doubled: ${contacts.length - keys.size}`;
	if (contacts.some((contact) => !known.has(keyOf(contact)))) return 'altered';
	const missing = service.throughout.filter((contact) => !keys.has(keyOf(contact)));
	return missing.length > 0 ? `partial: ${missing.length} missing` : 'whole';
}
