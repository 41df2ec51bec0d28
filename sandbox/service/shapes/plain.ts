/**
 * Six usual ways to request further pages, in the plainest form, of which the first is the service's
 * own unless it is like an API. The contacts are those that the service has stored.
 */
import { plain } from './contacts.ts';
import { type Row, shapesOf } from './shape.ts';

const rows: Record<string, Omit<Row, 'contact' | 'defaultSize'>> = {
	cursor: {
		by: { cursor: 'cursor' },
		body: { contacts: '{list}', nextCursor: '{next ?? null}' },
	},
	'page number': {
		by: { page: 'page' },
		body: { contacts: '{list}', page: '{number}', totalPages: '{pages}' },
	},
	offset: {
		by: { offset: 'offset' },
		body: { contacts: '{list}', offset: '{start}', total: '{total}' },
	},
	'next link': {
		by: { cursor: 'cursor' },
		body: { contacts: '{list}', next: '{nextLink ?? null}' },
	},
	'Link header': {
		by: { cursor: 'cursor' },
		headers: { Link: ['next'] },
		body: { contacts: '{list}' },
	},
	'one page': {
		by: [],
		knowable: false,
		body: { contacts: '{list}' },
	},
};

export const plainShapes = shapesOf(
	Object.fromEntries(
		Object.entries(rows).map(([name, row]) => [name, { ...row, contact: plain, defaultSize: 50 }]),
	),
	'Plain: ',
);
