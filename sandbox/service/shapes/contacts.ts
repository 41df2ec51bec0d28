/** A contact as in a response. */
export type Contact = Record<string, unknown>;

/** A number that identifies the n-th contact, from 0. */
export function numberOf(n: number): number {
	return 1_000 + n;
}

export function emailOf(n: number): string {
	return `contact${numberOf(n)}@example.com`;
}

const CREATED = '2024-05-01T08:00:00Z';

/** A record with an id under the given name, and a list within it. */
export function record(idName: string, id: (number: number) => unknown = (number) => number) {
	return (n: number): Contact => ({
		[idName]: id(numberOf(n)),
		name: `Contact ${numberOf(n)}`,
		emails: [{ value: emailOf(n), primary: true }],
		created_at: CREATED,
	});
}

export const plain = record('id');

export const textId = record('id', String);

/** Without anything that looks like an id. */
export function withoutId(n: number): Contact {
	return { name: `Contact ${numberOf(n)}`, email: emailOf(n), tags: ['customer'] };
}

/** PascalCase names, as .NET services have. */
export function pascalCase(n: number): Contact {
	return { Id: numberOf(n), FullName: `Contact ${numberOf(n)}`, Emails: [emailOf(n)] };
}

/** A resource object of JSON:API. */
export function resource(n: number): Contact {
	return {
		type: 'contacts',
		id: String(numberOf(n)),
		attributes: { email: emailOf(n), tags: [] },
		links: { self: `https://api.example.com/contacts/${numberOf(n)}` },
	};
}
