/** Lists that are not in order. A client has to read them whole, or say what is wrong. */
import { type Contact, plain, withoutId } from './contacts.ts';
import { type Row, type Shape, shapesOf } from './shape.ts';

/** Names in other scripts and directions, with combined characters. */
const NAMES = [
	'王小明',
	'山田 花子',
	'김민준',
	'محمد العربي',
	'שרה כהן',
	'Алексей Иванов',
	'Ελένη Παπαδοπούλου',
	'สมชาย ใจดี',
	'प्रिया शर्मा',
	'Zoë 👩‍💻 O’Brien',
	'Jose\u0301 Núñez',
];

const ordinary: Row = {
	by: { cursor: 'cursor' },
	contact: plain,
	body: { contacts: '{list}', nextCursor: '{next ?? null}' },
};

const rows: Record<string, Row> = {
	'cursors in a circle': {
		...ordinary,
		// The last page leads back to the first one.
		by: { cursor: 'cursor', token: '{start | text}' },
		body: { contacts: '{list}', nextCursor: '{next ?? "0"}' },
	},
	'empty pages in mid-list': ordinary,
	'next links to another origin': {
		...ordinary,
		body: {
			contacts: '{list}',
			'next if hasMore': 'https://other.example{nextLink | path}',
			'next if isLast': null,
		},
	},
	'next links without a part of the path': {
		...ordinary,
		body: { contacts: '{list}', 'next if hasMore': '/contacts{nextLink | query}' },
	},
	'next links with & for ?': {
		...ordinary,
		by: { page: 'page' },
		body: {
			contacts: '{list}',
			'next if hasMore': '/v1/contacts&page={next}',
			'next if isLast': '',
		},
	},
	'a total that is too large': {
		...ordinary,
		by: { page: 'page' },
		body: { contacts: '{list}', total: '{total + 10}' },
	},
	'contacts without ids': { ...ordinary, contact: withoutId },
	'contacts with repeated values': {
		...ordinary,
		contact: { id: '{number}', name: 'Ada Lovelace', email: 'info@example.com' },
	},
	'contacts with missing values': {
		...ordinary,
		contact: [
			{ id: '{number}', name: 'Contact {number}' },
			{ id: '{number}', phone: null },
			{ id: '{number}', name: 'Contact {number}', phone: '' },
			{ id: '{number}' },
			{ id: '{number}', name: 'Contact {number}', phone: null },
			{ id: '{number}', phone: '' },
		],
	},
	'contacts in other scripts': {
		...ordinary,
		contact: NAMES.map((name) => ({ id: '{number}', name, email: '{email}' })),
	},
};

export const oddShapes: Shape[] = shapesOf(rows, 'Odd: ').map((shape) =>
	shape.name === 'Odd: empty pages in mid-list' ? withEmptyPages(shape) : shape,
);

/** Every page is followed by an empty one, which has the cursor of the page after it. */
function withEmptyPages(original: Shape): Shape {
	const PREFIX = 'empty:';
	return {
		...original,
		respond: ({ url }, contacts, service) => {
			const asked = url.searchParams.get('cursor') ?? '';
			if (asked.startsWith(PREFIX)) {
				return { body: { contacts: [], nextCursor: asked.slice(PREFIX.length) } };
			}
			const response = original.respond({ url }, contacts, service);
			const body = response.body as { contacts: Contact[]; nextCursor: string | null };
			const nextCursor = body.nextCursor && PREFIX + body.nextCursor;
			return { ...response, body: { ...body, nextCursor } };
		},
	};
}
