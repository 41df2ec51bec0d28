/** Random services, as plain data that a failing test prints. */
import fc from 'fast-check';

import type { Service } from '../../../../sandbox/service/shapes/shape.ts';

export interface Plan {
	style: Style;
	by: By;
	/** Name of the request parameter, and the first numbers in requests and responses. */
	parameter: string;
	first: 0 | 1;
	firstNumber: 0 | 1;
	/** Names of the objects around the list, outermost first; undefined `list` means a bare list. */
	containers: string[];
	list: string | undefined;
	signs: Sign[];
	headers: HeaderKind[];
	decoys: Decoy[];
	/** How an empty list is sent. */
	empty: 'list' | 'null' | 'object' | 'absent' | 'no content';
	idName: 'id' | '_id' | 'uuid' | undefined;
	defaultSize: number;
	dropsPageSize: boolean;
	pageSize: number;
	total: number;
	service: Service;
}

/** A field that says something about pages. */
export interface Sign {
	kind: SignKind;
	name: string;
	/** Beside the list or at the top, in an object with the name `inside`. */
	place: 'list' | 'top';
	inside: string | undefined;
	/** How to write numbers and flags: plain, as text, or flags as 1 and 0. */
	format: 'plain' | 'text' | 'digit';
	/** The next link or cursor of the last page. */
	end: 'absent' | 'null' | 'empty';
	link: 'absolute' | 'relative' | 'object';
}

export type By = 'page' | 'offset' | 'cursor';
export type Style = keyof typeof styles;
export type SignKind = keyof typeof signNames;
export type HeaderKind = keyof typeof headerNames;
type Decoy = keyof typeof decoys;

/** Converts names, whose words are separated by spaces. */
export const styles = {
	camel: (name: string) => name.replace(/ (.)/g, (_, letter: string) => letter.toUpperCase()),
	pascal: (name: string) =>
		name.replace(/(?:^| )(.)/g, (_, letter: string) => letter.toUpperCase()),
	snake: (name: string) => name.replaceAll(' ', '_'),
	kebab: (name: string) => name.replaceAll(' ', '-'),
	upper: (name: string) => name.replaceAll(' ', '_').toUpperCase(),
};

const parameterNames: Record<By, string[]> = {
	page: ['page', 'page', 'page number', 'page index', 'current page', 'p'],
	offset: ['offset', 'offset', 'skip', 'start', 'start index', 'from'],
	cursor: ['cursor', 'cursor', 'page token', 'after', 'continuation', 'starting after'],
};

const nextNames: Record<By, string[]> = {
	page: ['next', 'next page', 'next page number'],
	offset: ['next', 'next offset', 'next start', 'next skip'],
	cursor: ['next', 'next cursor', 'cursor', 'next page token', 'continuation', 'end cursor'],
};

const signNames = {
	next: [],
	nextLink: ['next', 'next link', 'next url', 'next page', 'next page url', 'next href'],
	more: ['has more', 'has next', 'has next page', 'more', 'more records', 'more items'],
	last: ['last', 'is last', 'is last page', 'done'],
	total: ['total', 'total count', 'total items', 'total records', 'total results', 'count'],
	pages: ['total pages', 'page count', 'pages', 'last page', 'number of pages'],
	pageNumber: ['page', 'current page', 'page number', 'page index', 'number'],
	offset: ['offset', 'skip', 'start', 'start index', 'from'],
	pageSize: ['page size', 'per page', 'limit', 'items per page', 'size'],
	onThisPage: ['count', 'number of elements', 'item count', 'length', 'returned'],
} satisfies Record<string, string[]>;

/** Each of these says whether there is more. */
const tellingSigns: SignKind[] = ['next', 'nextLink', 'more', 'last', 'total', 'pages'];

const otherSigns: SignKind[] = ['pageNumber', 'offset', 'pageSize', 'onThisPage'];

/** Each of these headers says it, too. */
export const headerNames = {
	link: () => 'link',
	next: (by: By) => `x-next-${by}`,
	more: () => 'x-has-more',
	total: () => 'x-total-count',
	pages: () => 'x-total-pages',
};

/** Fields that say nothing about pages. */
export const decoys = {
	'generated at': '2024-05-01T08:00:00Z',
	'request id': '0192f0c1-5a3e',
	version: 3,
	success: true,
	status: 'ok',
	messages: [],
	warnings: [{ code: 'DEPRECATED', text: 'Use version 2' }],
	errors: [],
	error: null,
	schemas: ['urn:example:list'],
	took: 12,
	'company count': 12,
	quota: { limit: 10_000, remaining: 9_876 },
	organization: { id: 7, name: 'Example' },
	sort: [{ field: 'name', direction: 'asc' }],
};

const containerNames = ['data', 'result', 'response', 'payload', 'body', 'envelope'];

const listNames = ['contacts', 'items', 'results', 'records', 'people', 'entries', 'contact list'];

const signContainers = ['meta', 'pagination', 'paging', 'page info', 'info', 'metadata'];

const some = <T>(values: readonly T[], minLength: number, maxLength: number) =>
	fc.uniqueArray(fc.constantFrom(...values), { minLength, maxLength });

const signs = (kinds: readonly SignKind[], minLength: number, by: By) =>
	some(kinds, minLength, 3).chain((chosen) =>
		fc.tuple(
			...chosen.map((kind) =>
				fc.record<Sign>({
					kind: fc.constant(kind),
					name: fc.constantFrom(...(kind === 'next' ? nextNames[by] : signNames[kind])),
					place: fc.constantFrom('list', 'top'),
					inside: fc.option(fc.constantFrom(...signContainers), { nil: undefined }),
					format: fc.constantFrom('plain', 'plain', 'plain', 'text', 'digit'),
					end: fc.constantFrom('absent', 'null', 'empty'),
					link: fc.constantFrom('absolute', 'relative', 'object'),
				}),
			),
		),
	);

const headers = (minLength: number) => some(Object.keys(headerNames) as HeaderKind[], minLength, 2);

/** A response with fields about pages, and perhaps headers. */
const inBody = (by: By) =>
	fc.record({
		containers: some(containerNames, 0, 3),
		list: fc.constantFrom(...listNames),
		signs: fc
			.tuple(signs(tellingSigns, 1, by), signs(otherSigns, 0, by))
			.map(([telling, others]) => [...telling, ...others]),
		headers: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, headers(1)),
	});

/** A response with headers alone. */
const inHeaders = fc.record({
	containers: fc.constant([]),
	list: fc.constantFrom(undefined, ...listNames),
	signs: fc.constant([]),
	headers: headers(1),
});

const size = fc.oneof(fc.integer({ min: 8, max: 120 }), fc.constantFrom(10, 20, 25, 50, 100));

const service = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ maxPageSize: size }) },
	{ weight: 4, arbitrary: fc.constant({ maxPageSize: 1_000 }) },
	fc.constant({ maxPageSize: 1_000, fixedPageSize: 1_000 }),
);

const settings = (by: By) =>
	fc.record({
		by: fc.constant(by),
		parameter: fc.constantFrom(...parameterNames[by]),
		style: fc.constantFrom(...(Object.keys(styles) as Style[])),
		first: fc.constantFrom(0, 1),
		firstNumber: fc.constantFrom(0, 1),
		decoys: some(Object.keys(decoys) as Decoy[], 0, 3),
		empty: fc.constantFrom('list', 'list', 'null', 'object', 'absent', 'no content'),
		idName: fc.constantFrom('id', '_id', 'uuid', undefined),
		defaultSize: size,
		dropsPageSize: fc.boolean(),
		pageSize: size,
		total: fc.integer({ min: 0, max: 400 }),
		service,
	});

/** Plans whose responses say, in a field or in a header, whether there is more. */
export const plans: fc.Arbitrary<Plan> = fc
	.constantFrom<By>('page', 'offset', 'cursor')
	.chain((by) =>
		fc.tuple(
			settings(by),
			fc.oneof({ weight: 5, arbitrary: inBody(by) }, { weight: 1, arbitrary: inHeaders }),
		),
	)
	.map(([rest, response]) => ({ ...rest, ...response }) as Plan)
	.filter((plan) => !isAmbiguous(plan));

/** `last: 0` on page 0 may be the number of the last page. */
function isAmbiguous({ firstNumber, signs }: Plan): boolean {
	return (
		firstNumber === 0 && signs.some(({ name, format }) => name === 'last' && format === 'digit')
	);
}
