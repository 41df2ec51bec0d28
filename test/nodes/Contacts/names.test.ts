import { errorMessages } from '../../../nodes/Contacts/errors';
import { type Contact, readWhole, type ServiceResponse } from './read';

/** Names of fields that are data, or secrets. */
const DATA = [
	'cursor_eyJhbGciOiJIUzI1NiJ9',
	'next_ann.bell@example.com',
	'next page of Ann Bell',
	'pageToken_3f9a81c07d5e4b6299aa',
];

const contacts: Contact[] = Array.from({ length: 43 }, (_, index) => ({ id: 1000 + index }));

async function list(respond: (query: URLSearchParams, requests: number) => ServiceResponse) {
	let requests = 0;
	const service = {
		contacts,
		respond: ({ url }: { url: URL }) => respond(url.searchParams, ++requests),
	};
	const { result, message, description, advice, hints } = await readWhole(service, {
		pageSize: 20,
	});
	return { result, shown: JSON.stringify([message, description, advice, hints]), advice };
}

describe.each(DATA)('A field with the name %s', (name) => {
	it('is not named in an error, its suggestions and its trace', async () => {
		const { result, shown, advice } = await list(() => ({
			body: {
				contacts: contacts.slice(0, 20),
				more: true,
				marker: 'b3BhcXVl20',
				[name]: 'b3BhcXVl19',
			},
		}));
		expect(result).toBe('error');
		expect(shown).not.toContain(name);
		expect(shown).toContain('(not shown)');
		expect(advice!.suggestions).toContainEqual(
			expect.objectContaining({ mode: 'cursor', cursorField: 'marker' }),
		);
	});

	it('is not named when the list is not where it should be', () => {
		const advice = { unreadFields: [], suggestions: [], trace: [] };
		const messages = [
			errorMessages.notAListAt(1, name, [name]),
			errorMessages.listMoved(1, name, [name]),
			errorMessages.nextMalformed(1, name, advice),
		];
		expect(JSON.stringify(messages)).not.toContain(name);
	});
});

it('A list suggestion has no place that may not be shown', () => {
	const advice = { unreadFields: [], suggestions: [], trace: [] };
	const { suggestions } = errorMessages.manyLists(1, ['data.people', DATA[0]!], advice).advice;
	expect(suggestions).toEqual([{ mode: 'automatic', contactsField: 'data.people' }]);
});

it('The trace names the address of the first page when that is read again', async () => {
	const { shown } = await list((query, requests) => {
		const left = requests === 1 ? contacts : contacts.slice(3);
		const start = (Number(query.get('page') ?? 1) - 1) * 20;
		const page = Number(query.get('page') ?? 1);
		return { body: { contacts: left.slice(start, start + 20), page, total: left.length } };
	});
	expect(shown).toContain('The list has changed while page');
	expect(shown).toContain('to compare, by its first address: 0 new contacts');
});

it('The trace names the status 206', async () => {
	const { shown } = await list(() => ({ status: 206, body: contacts.slice(0, 20) }));
	expect(shown).toContain('says more status 206=true');
});

it('An error after questions names the last page that was read', async () => {
	const { shown } = await list(() => ({ body: { contacts: contacts.slice(0, 20), more: true } }));
	expect(shown).toContain('The list continues after page 1, but the next page was not found');
});
