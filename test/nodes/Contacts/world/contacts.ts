import { habitsOf } from './habits';
import type { Operation } from './operations';

/** The template of an operation's contacts, with names in the style of its fields, the id first. */
export function contactOf(operation: Operation): Record<string, string> {
	const { hasIds, hasTextIds } = habitsOf(operation);
	const [lastId] = operation.params.filter(({ kind }) => kind === 'lastId');
	const [id, name, email, created] = namesIn(operation);
	const isText = lastId ? lastId.type === 'string' : hasTextIds;
	return {
		...((hasIds || lastId) && { [id]: isText ? 'c{number}' : '{number}' }),
		[name]: 'Contact {number}',
		[email]: '{email}',
		[created]: '2024-05-01T08:00:00Z',
	};
}

function namesIn({ list, fields }: Operation) {
	const names = [...list, ...fields.map(({ path }) => path.at(-1)!)];
	if (names.some((name) => /^[A-Z]/.test(name))) {
		return ['Id', 'FullName', 'Email', 'CreatedAt'] as const;
	}
	return names.some((name) => name.includes('_'))
		? (['id', 'full_name', 'email', 'created_at'] as const)
		: (['id', 'fullName', 'email', 'createdAt'] as const);
}
