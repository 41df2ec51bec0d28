import { faker } from '@faker-js/faker/locale/en';

/** Dates are counted back from this day, so that a seed gives the same contacts on every day. */
const REFERENCE_DATE = '2025-01-01T00:00:00.000Z';

/**
 * Makes up a contact: the same one for the same seed and index, another for any other. It has no
 * identifier yet. The contract does not show the fields of a contact, so these are merely what a
 * contact commonly has.
 *
 * @param seed any safe integer of at least 0
 * @param index of the contact among those of this seed, likewise
 */
export function makeContact(seed: number, index: number) {
	faker.seed([...words(seed), ...words(index)]);
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

/** A seed of one number counts modulo 2^32: both halves are needed. */
function words(value: number): [low: number, high: number] {
	return [value % 2 ** 32, Math.floor(value / 2 ** 32)];
}
