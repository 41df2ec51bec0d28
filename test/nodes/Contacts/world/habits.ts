import { createHash } from 'node:crypto';

import { nameOf, type Operation } from './operations';

/** What a description leaves open. Each operation has the same habits in every run. */
export type Habits = ReturnType<typeof habitsOf>;

export function habitsOf(operation: Operation) {
	const digest = createHash('sha256').update(nameOf(operation)).digest();
	const oneIn = (count: number, index: number) => digest[index]! % count === 0;
	return {
		/** Whether malformed positions are refused; otherwise they are taken for the first page. */
		refuses: oneIn(2, 0),
		/** What stands in place of a link or cursor that does not exist. */
		without: (['absent', 'null', 'empty'] as const)[digest[1]! % 3]!,
		hasRelativeLinks: oneIn(4, 2),
		/** Whether links lack the requested page size. */
		dropsPageSize: oneIn(4, 3),
		/** The stated number of pages of an empty list. */
		pagesOfNone: oneIn(2, 6) ? 0 : 1,
	};
}
