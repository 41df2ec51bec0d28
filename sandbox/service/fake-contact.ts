import { faker } from '@faker-js/faker/locale/en';
import type { Contact } from '../corpus/contacts.ts';

/** Dates are relative to this day, so that a contact is the same on any day. */
const REFERENCE_DATE = '2025-01-01T00:00:00.000Z';

/** Making a contact takes a tenth of a millisecond, so this many are kept in memory, about 1 KB each. */
const MAX_KEPT = 100_000;
const kept = new Map<number, Contact>();

/**
 * Returns the n-th made-up contact, from 0, without an identifier: always the same. The contract does
 * not show the fields of a contact, so these are common ones.
 */
export function fakeContact(n: number): Contact {
	const contact = kept.get(n) ?? makeContact(n);
	if (kept.size < MAX_KEPT) kept.set(n, contact);
	return contact;
}

function makeContact(n: number): Contact {
	faker.seed([1, 0, n, 0]);
	const firstName = faker.person.firstName();
	const lastName = faker.person.lastName();
	const company = faker.company.name();
	const createdAt = faker.date.past({ years: 5, refDate: REFERENCE_DATE });
	return {
		firstName,
		lastName,
		email: faker.internet.email({ firstName, lastName, provider: 'example.com' }).toLowerCase(),
		phone: faker.phone.number({ style: 'international' }),
		jobTitle: faker.person.jobTitle(),
		company,
		address: {
			street: faker.location.streetAddress(),
			city: faker.location.city(),
			postalCode: faker.location.zipCode(),
			country: faker.location.countryCode(),
		},
		tags: faker.helpers.arrayElements(['customer', 'lead', 'newsletter', 'partner'], {
			min: 0,
			max: 2,
		}),
		createdAt: createdAt.toISOString(),
		updatedAt: faker.date.between({ from: createdAt, to: REFERENCE_DATE }).toISOString(),
	};
}
