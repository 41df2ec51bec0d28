import { faker } from '@faker-js/faker/locale/en';

/** Dates are relative to this day, so that a seed always gives the same contacts. */
const REFERENCE_DATE = '2025-01-01T00:00:00.000Z';

/**
 * Generates a contact without an identifier: always the same for the same seed and index, otherwise a
 * different one. The contract does not show the fields of a contact, so these are common ones.
 *
 * @param seed a whole number below 2^32
 * @param index position among the contacts of this seed, likewise
 */
export function createContact(seed: number, index: number) {
	faker.seed([seed, 0, index, 0]);
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
