/** Lists of two contacts a page in states that services rarely lead to. */
import { type Pagination, readPageByPage, readWhole, type Service } from '../read';
import { A, B, C, D, inTurn, range } from '../services';

const often = (answer: object) => range(30).map(() => answer);

const reads = { List: readWhole, 'Get Page': readPageByPage };

describe.each(Object.entries(reads))('%s', (_name, read) => {
	const flagged = { mode: 'cursor', cursorField: 'c', hasMoreField: 'weiter' } as const;
	const first = { list: [A, B], c: '1', weiter: true };
	const second = { list: [C, D], c: '2', weiter: false };

	it.each<[string, Service, Partial<Pagination>, string]>([
		[
			'ends where a cursor leads to the same page after a flag of unknown meaning',
			inTurn([A, B, C, D], first, ...often(second)),
			flagged,
			'whole',
		],
		[
			'fails where it leads to some known contacts',
			inTurn([], first, second, { ...second, list: [D, { id: 'e' }] }),
			flagged,
			'error',
		],
		[
			'fails where an answer has known contacts in another order',
			inTurn([], { list: [A, B] }, { list: [C, A] }, ...often({ list: [A, B] })),
			{},
			'error',
		],
		[
			'fails where an answer has the last contact in another place',
			inTurn([], { list: [A, B] }, { list: [C, B] }, ...often({ list: [A, B] })),
			{},
			'error',
		],
		[
			'asks by a cursor beside a link to another origin',
			inTurn(
				[A, B, C],
				{ list: [A, B], next: 'https://other.example/x', nextCursor: '1' },
				{ list: [C], nextCursor: null },
			),
			{},
			'whole',
		],
		[
			'does not believe a next page that is not after this one',
			inTurn(
				[A, B, C],
				{ list: [A, B], page: 1, nextPage: 1, total: 3 },
				{ list: [C], page: 2, nextPage: 1, total: 3 },
			),
			{},
			'whole',
		],
		[
			'ends where the next page is empty and this page comes again under its number',
			inTurn([A, B], { list: [A, B], page: 1 }, { list: [] }, { list: [A, B], page: 1 }),
			{},
			'whole',
		],
		[
			'follows an address of unknown name to the same list',
			inTurn([A, B, C], { list: [A, B], morgen: '/v1/contacts?p=2' }, { list: [C], morgen: null }),
			{},
			'whole',
		],
	])('%s', async (_row, service, pagination, expected) => {
		expect((await read(service, { pageSize: 2, pagination })).result).toBe(expected);
	});
});

it.each(Object.entries(reads))(
	'%s fails where every way to the next page is refused, although page 1 is this page',
	async (_name, read) => {
		const service: Service = {
			contacts: [A, B, C],
			respond: ({ url: { searchParams } }) =>
				searchParams.has('cursor') || searchParams.get('page') === '2'
					? { status: 400 }
					: { body: { list: [A, B], nextCursor: 'x' } },
		};
		expect((await read(service, { pageSize: 2 })).result).toBe('error');
	},
);
