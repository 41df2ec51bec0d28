/** Lists that are read as the settings of 'Pagination' say, with List and with Get Page. */
import type { Template } from '../../../../../sandbox/corpus/template.ts';
import {
	type Contact,
	type Pagination,
	type Read,
	reads,
	readWhole,
	type Service,
} from '../../../../corpus/read';
import { A, B, C, contactsOf, D, paged } from '../../../../corpus/services';
import { byOffset, byPage, WAYS } from '../../../../promises/promise';

const CURSOR = { mode: 'cursor', cursorField: 'c' } as const;
const OFFSET = { mode: 'offset' } as const;

async function expectWhole(service: () => Service, pagination: Partial<Pagination>, requests = 9) {
	for (const read of Object.keys(reads) as Read[]) {
		const outcome = await reads[read](service(), { pageSize: 20, pagination });
		expect([read, outcome.result]).toEqual([read, 'whole']);
		expect(outcome.requests.length).toBeLessThanOrEqual(requests);
	}
}

it.each<[string, object, string, Partial<Pagination>]>([
	['a cursor', { c: 'a&b=c \ud800' }, '?pageSize=3&cursor=a%26b%3Dc%20%EF%BF%BD', CURSOR],
	['a cursor of a header', {}, '?pageSize=3&cursor=x', { ...CURSOR, cursorField: 'x-cursor' }],
	['a Link header', {}, '?p=2&pageSize=3', { mode: 'linkHeader' }],
	['the last', {}, '?pageSize=3&cursor=c', { mode: 'lastContact', isInclusive: true }],
])('The second page is requested by %s', async (_name, fields, expected, pagination) => {
	const headers = { 'X-Cursor': 'x', Link: '<?p=2>; rel="next"' };
	const answers = [{ body: { list: [A, B, C], ...fields }, headers }];
	const respond = () => answers.shift() ?? { body: { list: [C, D] } };
	const { requests } = await readWhole({ contacts: [], respond }, { pageSize: 3, pagination });
	expect(requests[1]).toBe(expected);
});

it('A next page takes at most the query of a link to another path', async () => {
	const fields = { 'next if hasMore': '/v2/contacts?page={number + 1}', 'next if isLast': null };
	const service = paged(90, byPage, fields);
	const { result, requests } = await readWhole(service, { pageSize: 20 });
	expect([result, requests.at(-1)]).toEqual(['whole', '?pageSize=19&page=5']);
});

it.each([
	[Infinity, [27, 36, 45, 54]],
	[35, [27]],
])('Pages are read ahead up to the total, or up to the limit: %d', async (limit, offsets) => {
	const service = paged(60, byOffset, { total: '{total}' });
	const { upcoming } = await readWhole(service, { pageSize: 10, pagination: OFFSET, limit });
	expect(upcoming[2]).toEqual(offsets.map((n) => `?pageSize=10&offset=${n}`));
});

it.each<[string, Record<string, Template>, Partial<Pagination>]>([
	['a flag as text', { 'flag if hasMore': 'yes', 'flag if isLast': 'no' }, {}],
	['one that is true on the last page', { flag: '{isLast}' }, { hasMoreOn: 'lastPage' }],
])("'Has More Field' says where a list ends: %s", async (_name, fields, flag) => {
	for (const { by, settings } of [WAYS.mutePages, WAYS.muteOffsets]) {
		const pagination = { ...settings, hasMoreField: 'flag', ...flag };
		await expectWhole(() => paged(60, by, fields), pagination, 6);
	}
});

it.each<[string, Partial<Pagination>, Contact[], ...pages: object[]]>([
	[
		'that stays the same is followed to a page without contacts',
		CURSOR,
		[A, B, C, D],
		...[[A, B], [C, D], []].map((list) => ({ list, c: 'same' })),
	],
	[
		'that is inclusive drops the contact with which each page starts',
		{ ...CURSOR, isInclusive: true },
		[A, B, C],
		{ list: [A, B], c: 'b' },
		{ list: [B, C], c: null },
	],
])('A cursor %s', async (_what, pagination, contacts, ...pages) => {
	let n = 0;
	const respond: Service['respond'] = ({ url }) => {
		n = url.searchParams.has('cursor') ? n + 1 : 0;
		return { body: pages[n] };
	};
	await expectWhole(() => ({ contacts, respond }), pagination);
});

const people = contactsOf(7);
const edges = people.map((node) => ({ node }));

it.each<[string, 'whole' | 'notAListAt' | 'partial', unknown?]>([
	['result.people', 'whole'],
	['result.edges[].node', 'whole'],
	['[].node', 'whole', edges],
	['people', 'notAListAt'],
	['result', 'notAListAt'],
	['people', 'partial', { people: null }],
])(
	"With the 'Contacts Field' %s, a response is %s",
	async (contactsField, expected, body = { result: { people, edges } }) => {
		const service = { contacts: people, respond: () => ({ body }) };
		const { result, reason } = await readWhole(service, { pageSize: 50, contactsField });
		expect(reason ?? result).toBe(expected);
	},
);
