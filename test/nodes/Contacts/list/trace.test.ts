import type { Place } from '../../../../nodes/Contacts/list/state';
import { START, type Step } from '../../../../nodes/Contacts/list/step';
import { describe as describeStep } from '../../../../nodes/Contacts/list/trace';
import { failure } from '../../../../nodes/Contacts/response/failure';
import { contactsOf, listRequest, listState, placeAt, range, response, sign } from './lists';

const CURSOR = { kind: 'cursor', parameter: 'c', value: 'secret', field: 'next' } as const;
const PAGE = { kind: 'page', parameter: 'page', value: 2, first: 1 } as const;
const by = (way: (Place['next'] & { kind: 'page' })['way']): Place['next'] => ({
	kind: 'page',
	way,
	overlap: 0,
});
const check: Place['next'] = {
	kind: 'check',
	way: PAGE,
	page: '',
	then: { kind: 'end' },
	otherwise: failure('listChanged'),
};
const came = (next: Place['next'], pages = 2, signs = listState().signs): Step => ({
	state: listState({ pages, received: 100, signs }),
	next,
	contacts: contactsOf(50),
	keys: [],
});
const line = (place: Place, taken: Step, status?: number) =>
	describeStep(place, status ? { status } : response([]), taken, listRequest());

describe('A line about a step', () => {
	it.each<[string, string, string]>([
		[
			'the first page',
			line(START, came(check, 1)),
			'Page 1, the first: 50 new contacts; check follows',
		],
		[
			'the end',
			line(placeAt(by(PAGE)), came({ kind: 'end' })),
			'Page 2, by page=2: 50 new contacts; the list ends with 100 contacts',
		],
		[
			'a failure',
			line(placeAt(by(CURSOR)), came({ kind: 'unknown', failure: failure('nextUnknown') })),
			'Page 2, by c from next: 50 new contacts; nextUnknown',
		],
		[
			'a link',
			line(placeAt(by({ kind: 'link', link: '/secret', field: 'Link' })), came(by(CURSOR))),
			'Page 2, by the link in Link: 50 new contacts; page follows',
		],
		[
			'a status',
			line(placeAt(check), came({ kind: 'rejected' }, 1), 404),
			'Page 2, to compare, by page=2: status 404; rejected follows',
		],
		[
			'signs, without texts',
			line(
				placeAt(by(PAGE)),
				came({ kind: 'end' }, 2, [sign('cursor', 'next', 'secret'), sign('total', 'n', 7)]),
			),
			'Page 2, by page=2: 50 new contacts; says cursor next, total n=7; the list ends with 100 contacts',
		],
		[
			'no signs of the page before',
			line(placeAt(by(PAGE)), came({ kind: 'end' }, 1, [sign('total', 'n', 7)])),
			'Page 2, by page=2: 50 new contacts; the list ends with 100 contacts',
		],
		[
			'a question',
			line(
				placeAt({ kind: 'ask', outcomes: [] }, { signs: [sign('cursor', 'nextToken', 'secret')] }),
				came({ kind: 'ask', outcomes: [] }, 1),
			),
			'Page 2, to see what the service understands, by nextToken from nextToken: 50 new contacts; ask follows',
		],
	])('about %s', (_name, text, expected) => {
		expect(text).toBe(expected);
	});

	it('has at most ten signs', () => {
		const signs = range(20).map((n) => sign('total', `n${n}`, n));
		expect(line(START, came({ kind: 'end' }, 1, signs))).toContain('n9=9; the list ends');
	});
});
