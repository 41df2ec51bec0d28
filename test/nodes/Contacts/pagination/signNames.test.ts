import { normalize } from '../../../../nodes/Contacts/pagination/fieldNames';
import {
	meaningsOf,
	meaningsOfHeader,
	NAMES,
} from '../../../../nodes/Contacts/pagination/signNames';

const meaningOf = (name: string, parent?: string) =>
	meaningsOf(name, parent)?.map(({ meaning }) => meaning);

it.each(['hasMore', 'has_more', 'has-more', 'HasMore', 'HAS_MORE', 'has.more', 'hydra:hasMore'])(
	'%s says whether there is more',
	(name) => {
		expect(meaningOf(name)).toEqual(['more']);
	},
);

it.each<[string, string | undefined, string[] | undefined]>([
	['@odata.nextLink', undefined, ['nextLink']],
	['hydra:next', undefined, ['next']],
	['after', 'next', ['cursor']],
	['number', 'page', ['page']],
	['last', undefined, ['lastPage', 'last', 'nothing']],
	['constructor', undefined, undefined],
	['name', undefined, undefined],
	['', undefined, undefined],
])('%j in %j means %j', (name, parent, meanings) => {
	expect(meaningOf(name, parent)).toEqual(meanings);
});

it.each<[string, string[] | undefined]>([
	['x-total-count', ['total']],
	['x-wp-totalpages', ['pages']],
	['x-acme-next-cursor', ['cursor']],
	['next-page', ['next']],
	['x-powered-by', undefined],
])('the header %s means %j', (name, meanings) => {
	expect(meaningsOfHeader(name)?.map(({ meaning }) => meaning)).toEqual(meanings);
});

it('the table has every name once per meaning, and every name can be looked up', () => {
	for (const [meaning, names] of Object.entries(NAMES)) {
		const keys = names
			.trim()
			.split(/\s+/)
			.map((row) => row.split(':')[0]!);
		const normalized = keys.map((key) => key.split('.').map(normalize).join('.'));
		expect(new Set(normalized).size).toBe(keys.length);
		for (const key of keys) {
			const [name, parent = ''] = key.split('.').reverse();
			expect(meaningOf(name!, parent)).toContain(meaning);
		}
	}
});
