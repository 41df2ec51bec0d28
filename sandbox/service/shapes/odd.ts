/** Lists that are not in order. A client has to read them whole, or say what is wrong. */
import { type Contact, emailOf, numberOf, plain, withoutId } from './contacts.ts';
import { cursor, offset, type Page, pageNumber, shape, type Shape } from './shape.ts';

type Description = Partial<Parameters<typeof shape>[1]>;

const odd = (name: string, description: Description): Shape =>
	shape(`Odd: ${name}`, {
		by: cursor('cursor'),
		defaultSize: 20,
		contact: plain,
		body: withCursor,
		...description,
	});

export const oddShapes: Shape[] = [
	odd('cursors in a circle', {
		// The last page leads back to the first one.
		by: { ...offset('cursor'), documented: { cursorParameter: 'cursor' } },
		body: ({ list, next = 0 }) => ({ contacts: list, nextCursor: String(next) }),
	}),
	withEmptyPages(odd('empty pages in mid-list', {})),
	odd('next links to another origin', {
		body: ({ list, nextLink }) => ({ contacts: list, next: elsewhere(nextLink) }),
	}),
	odd('a total that is too large', {
		by: pageNumber('page'),
		body: ({ list, total }) => ({ contacts: list, total: total + 10 }),
	}),
	odd('contacts without ids', { contact: withoutId }),
	odd('contacts with repeated values', {
		contact: (n) => ({ id: numberOf(n), name: 'Ada Lovelace', email: 'info@example.com' }),
	}),
	odd('contacts with missing values', { contact: withGaps }),
	odd('contacts in other scripts', {
		contact: (n) => ({ id: numberOf(n), name: NAMES[n % NAMES.length], email: emailOf(n) }),
	}),
];

function withCursor({ list, next }: Page) {
	return { contacts: list, nextCursor: next ?? null };
}

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

function elsewhere(link: string | undefined): string | null {
	if (link === undefined) return null;
	const url = new URL(link);
	return `https://other.example${url.pathname}${url.search}`;
}

/** Of three contacts, one lacks a field, one has null and one has an empty text. */
function withGaps(n: number): Contact {
	const phone = [{}, { phone: null }, { phone: '' }][n % 3];
	return { id: numberOf(n), ...(n % 2 === 0 ? { name: `Contact ${numberOf(n)}` } : {}), ...phone };
}

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
