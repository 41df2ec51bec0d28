import type { Contact } from '../read';
import { habitsOf } from './habits';
import type { Operation } from './operations';

/** The contacts of a service, with names in the style of its fields. */
export function contactsOf(operation: Operation, total: number): Contact[] {
	const { hasIds, hasTextIds } = habitsOf(operation);
	const [lastId] = operation.params.filter(({ kind }) => kind === 'lastId');
	const style = styleOf(operation);
	const first = 1_000;
	return Array.from({ length: total }, (_, n) => {
		// Parameters such as max_id list the newest contacts first.
		const number = lastId?.name === 'max_id' ? first + total - n : first + n;
		const isText = lastId ? lastId.type === 'string' : hasTextIds;
		return {
			...((hasIds || lastId) && { [style.id]: isText ? `c${number}` : number }),
			[style.name]: `Contact ${number}`,
			[style.email]: `contact${number}@example.com`,
			[style.created]: '2024-05-01T08:00:00Z',
		};
	});
}

/** The id of a contact, or its first field. */
export function idOf(contact: Contact): unknown {
	return Object.values(contact)[0];
}

const STYLES = {
	camel: { id: 'id', name: 'fullName', email: 'email', created: 'createdAt' },
	snake: { id: 'id', name: 'full_name', email: 'email', created: 'created_at' },
	pascal: { id: 'Id', name: 'FullName', email: 'Email', created: 'CreatedAt' },
};

function styleOf({ list, fields }: Operation) {
	const names = [...list, ...fields.map(({ path }) => path.at(-1)!)];
	if (names.some((name) => /^[A-Z]/.test(name))) return STYLES.pascal;
	return names.some((name) => name.includes('_')) ? STYLES.snake : STYLES.camel;
}
