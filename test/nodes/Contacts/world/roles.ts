/** What the documented fields and headers mean, by their names and types. */
import { type Field, type Operation, wordsOf } from './operations';

/** What a field says about pages. */
export type Role =
	| `${Relation} ${'link' | 'cursor' | 'page' | 'offset'}`
	| 'links by relation'
	| 'list of links'
	| 'list of actions'
	| 'link header'
	| 'range'
	| 'future link'
	| 'delta link'
	| 'more'
	| 'is last'
	| 'is first'
	| 'has previous'
	| 'is empty'
	| 'total'
	| 'count'
	| 'pages'
	| 'page'
	| 'size'
	| 'asked size'
	| 'offset'
	| 'end';

export type Relation = 'next' | 'previous' | 'first' | 'last' | 'self';

/** Says nothing about whether or how the list goes on. */
const MUTE =
	/^(first|self|previous (cursor|page)|future|delta|list of actions|asked|is (first|empty)|has previous)/;

export function isTelling(role: Role): boolean {
	return !MUTE.test(role);
}

const RELATIONS: Partial<Record<string, Relation>> = {
	next: 'next',
	previous: 'previous',
	prev: 'previous',
	first: 'first',
	last: 'last',
	self: 'self',
	current: 'self',
};

/** What may follow a relation in a name that is about pages. */
const AFTER_RELATION = new Set('page url uri link href token cursor api offset number'.split(' '));

const LINK_WORDS = new Set('url uri link href api'.split(' '));

/** Containers of numbers that are about something else. */
const OTHER_CONTAINERS = new Set(['rate', 'category', 'provider']);

/** Links that have one of these are actions, not pages. */
const ACTION_KEYS = new Set(['method', 'verb']);

/** What flags and numbers say, by the words of their names. */
const FLAGS: Array<[name: RegExp, Role]> = [
	[/\b(more|next|limited)\b/, 'more'],
	[/^(is )?last$/, 'is last'],
	[/^first$/, 'is first'],
	[/^has previous$/, 'has previous'],
	[/^empty$/, 'is empty'],
];

const NUMBERS: Array<[name: RegExp, Role]> = [
	[/^(total pages?|(num )?pages( count| total)?|page (count|total)|last page)$/, 'pages'],
	[/^((board|row|pagination) count|(num )?(found|results|hits)|totalnumber)$/, 'total'],
	[/^total\b(?!.* (devices|value)$)/, 'total'],
	[/^(items on page|(returned|current) count|count current|number of elements)$/, 'count'],
	[/^((current )?page|page number|number)$/, 'page'],
	[/^(page size|((items|results) )?per page|limit|pagelen|length|max results)$/, 'size'],
	[/^request count$/, 'asked size'],
	[/^((current|page) )?offset$|^start( at| index)?$/, 'offset'],
	[/^end$/, 'end'],
];

function roleIn(roles: Array<[name: RegExp, Role]>, name: string): Role | undefined {
	return roles.find(([pattern]) => pattern.test(name))?.[1];
}

/** Counts of the page where another field has the total, else of the whole list. */
const COUNTS = new Set(['count', 'result count', 'item count', 'entry count', 'elements']);

const CURSORS = new Set([
	'cursor',
	'continuation token',
	'after',
	'page token',
	'pagination id',
	'last id',
]);

export const HEADERS: Partial<Record<string, Role>> = {
	link: 'link header',
	'content-range': 'range',
	'x-total-count': 'total',
	totalrecordcount: 'total',
	'x-paging-totalresults': 'total',
	'x-paging-skipped': 'offset',
	'x-paging-take': 'size',
	'x-limit': 'size',
	'x-offset': 'offset',
	'x-size': 'count',
	'x-more': 'more',
	'x-next': 'next link',
	nextpagetoken: 'next cursor',
};

/** Undefined for a field that says nothing about pages. */
export function roleOf(field: Field, operation: Operation): Role | undefined {
	const { path, type = 'any' } = field;
	const leaf = wordsOf(path.at(-1)!).filter((word) => word !== 'odata');
	const name = leaf.join(' ');
	const containers = path.slice(0, -1).flatMap(wordsOf);
	if (containers.some((word) => OTHER_CONTAINERS.has(word))) return undefined;
	switch (type) {
		case 'boolean':
			return roleIn(FLAGS, name);
		case 'integer':
		case 'number':
			if (name === 'cursor') return 'next cursor';
			return numberRole(name, operation) ?? relationRole(field, leaf, containers, operation);
		case 'array':
			return undefined;
		case 'objects':
			if (name !== 'links') return undefined;
			return field.of?.some((key) => ACTION_KEYS.has(key)) ? 'list of actions' : 'list of links';
		case 'object':
			if (name === 'links') return 'links by relation';
			return relationRole(field, leaf, containers, operation);
		default:
			return textRole(field, leaf, containers, operation);
	}
}

function numberRole(name: string, operation: Operation): Role | undefined {
	if (name === 'size') return hasField(operation, 'pagelen') ? 'total' : 'size';
	if (COUNTS.has(name)) {
		const isOfPage = hasTotal(operation) || ['cursor', 'link?'].includes(operation.kind);
		return isOfPage && !isOnlyNumber(operation) ? 'count' : 'total';
	}
	return roleIn(NUMBERS, name);
}

/** Names such as `next_page_url`, and `href` in `next`. */
function relationRole(
	{ format, type }: Field,
	leaf: string[],
	containers: string[],
	operation: Operation,
): Role | undefined {
	const isPlainLink = leaf.length === 1 && LINK_WORDS.has(leaf[0]!);
	const named = isPlainLink ? containers.slice(-2).filter((word) => word in RELATIONS) : leaf;
	const relation = RELATIONS[named[0] ?? ''];
	if (!relation || !(isPlainLink || leaf.slice(1).every((word) => AFTER_RELATION.has(word)))) {
		return undefined;
	}
	if (type === 'integer' || type === 'number') {
		if (leaf.includes('offset')) return `${relation} offset`;
		const counts =
			leaf.includes('page') || operation.kind === 'page' || containers.includes('links');
		return counts ? `${relation} page` : `${relation} cursor`;
	}
	if (leaf.includes('token') || leaf.includes('cursor') || containers.includes('cursors')) {
		return `${relation} cursor`;
	}
	const isLink =
		format?.startsWith('ur') ||
		type === 'object' ||
		containers.includes('links') ||
		leaf.some((word) => LINK_WORDS.has(word)) ||
		hasField(operation, 'self');
	if (isLink) return `${relation} link`;
	if (operation.kind === 'cursor') return `${relation} cursor`;
	const isNumber = leaf.includes('page') && operation.kind === 'page';
	return isNumber ? `${relation} page` : `${relation} link`;
}

function textRole(
	field: Field,
	leaf: string[],
	containers: string[],
	operation: Operation,
): Role | undefined {
	const name = leaf.join(' ');
	if (name === 'delta link') return 'delta link';
	if (name === 'future href') return 'future link';
	if (name === 'load more directory items') return 'next link';
	if (CURSORS.has(name)) return 'next cursor';
	const isOfList = containers.every((word) => operation.list.flatMap(wordsOf).includes(word));
	if (['href', 'url', 'uri'].includes(name) && isOfList) return 'self link';
	return (
		relationRole(field, leaf, containers, operation) ??
		(['count', 'page', 'limit', 'total count', 'page offset'].includes(name)
			? numberRole(name, operation)
			: undefined)
	);
}

function hasField({ fields }: Operation, name: string): boolean {
	return fields.some(({ path }) => wordsOf(path.at(-1)!).join(' ') === name);
}

function hasTotal({ fields }: Operation): boolean {
	return fields.some(({ path }) => {
		const name = wordsOf(path.at(-1)!).join(' ');
		return (/^total( |$)/.test(name) && !/ pages?$/.test(name)) || name === 'pagination count';
	});
}

/** Whether nothing but this number could tell that there is more. */
function isOnlyNumber({ fields, headers, kind }: Operation): boolean {
	return fields.length === 1 && headers.length === 0 && kind !== 'silent?';
}
