import { valueAt } from '../response/json';
import { readLinkHeader } from '../response/linkHeader';
import { isEmpty, isLastFlag, type Meaning, toFlag, toSafeInteger } from '../response/meanings';
import type { Page, PageResponse } from '../response/readPage';
import type { Sign } from '../response/readSigns';
import { CONFIGURED_DISTANCE, signsOf } from './signs';
import type { Pagination, PaginationMode, SuggestedSettings } from './pagination';
import type { ListRequest, ListState, Position, Way } from './state';
import { nextPosition, wayOfLink } from './ways';

/** What the settings give for the next page. */
export type Offer =
	| Way
	/** The field is missing, or present but empty. */
	| 'missing'
	| 'empty'
	/** The field has no value that can be sent. */
	| 'malformed'
	| 'elsewhere';

interface Mode {
	value: PaginationMode;
	name: string;
	description: string;
	/** The fields of the form that only this mode, and those that name it, have. */
	fields: Array<keyof Pagination>;
	/** The field that has the value for the next page, by the settings. */
	field?: (settings: Pagination) => string;
	/** Reads that value. */
	read?: (response: PageResponse, settings: Pagination) => unknown;
	/** What to request after the last page; undefined where nothing is. */
	offer?: (state: ListState, request: ListRequest) => Offer;
	/** Whether pages are counted, so that there is a next one to ask for until one is empty. */
	isCounted?: true;
	/** The settings to suggest for a page that was not understood; see `advice.ts`. */
	suggest?: (facts: Facts) => SuggestedSettings[];
}

/** What a page shows of the settings that may be right for its service. */
export interface Facts {
	/** Names of fields with addresses, and with other values for the next page. */
	links: string[];
	cursors: string[];
	/** The field that says whether there is more, and when it is true. */
	more: Pick<SuggestedSettings, 'hasMoreField' | 'hasMoreOn'>;
	totalPagesField: string;
	idField: string | undefined;
	isMore: boolean;
}

/** How to notice the end, in the modes that may not see it by the next page. */
const END_FIELDS = ['hasMoreField', 'hasMoreOn', 'endsWithError'] as const;

export const MODES: Mode[] = [
	{
		value: 'automatic',
		name: 'Automatic',
		description:
			'Recognize the next page from the response, and ask the service where that says nothing',
		fields: [],
	},
	{
		value: 'cursor',
		name: 'Cursor',
		description: 'The response has a value that is sent back in a query parameter',
		fields: ['cursorField', 'cursorParameter', 'isInclusive', ...END_FIELDS],
		field: ({ cursorField }) => cursorField,
		read: ({ body, headers }, { cursorField }) => fieldValue(body, headers, cursorField),
		offer: ({ offered }, { pagination: { cursorField, cursorParameter } }) =>
			offerOf(offered, (value) => ({
				kind: 'cursor',
				parameter: cursorParameter,
				value,
				field: cursorField,
			})),
		suggest: ({ cursors, more }) =>
			cursors.map((cursorField) => ({
				mode: 'cursor',
				cursorField,
				cursorParameter: null,
				...more,
			})),
	},
	{
		value: 'lastContact',
		name: 'Last Contact',
		description: 'A query parameter takes a field of the last contact, such as its ID',
		fields: ['lastContactField', 'cursorParameter', 'isInclusive', ...END_FIELDS],
		isCounted: true,
		field: ({ lastContactField }) => lastContactField,
		offer: ({ ids }, { pagination: { cursorParameter, lastContactField } }) => {
			const value = ids.values.at(-1);
			return value === undefined
				? 'malformed'
				: { kind: 'lastContact', parameter: cursorParameter, value, field: lastContactField };
		},
		suggest: ({ idField, more }) => [
			{ mode: 'lastContact', lastContactField: idField ?? null, cursorParameter: null, ...more },
		],
	},
	{
		value: 'linkHeader',
		name: 'Link Header',
		description: 'The Link header has the address of the next page',
		fields: [],
		field: () => 'Link',
		read: ({ headers }) => {
			const { next, isPaged } = readLinkHeader(headers.get('link') ?? '');
			return next ?? (isPaged ? null : undefined);
		},
		offer: ({ offered }, request) =>
			offerOf(offered, (link) => wayOfLink(request, String(link), 'Link') ?? 'malformed'),
	},
	{
		value: 'nextLink',
		name: 'Next Link',
		description: 'A field of the response has the address of the next page',
		fields: ['nextLinkField'],
		field: ({ nextLinkField }) => nextLinkField,
		read: ({ body, headers }, { nextLinkField }) => {
			const value = fieldValue(body, headers, nextLinkField);
			const inner = ['href', 'url', 'link'].map((key) => valueAt(value, key));
			return inner.find((link) => typeof link === 'string') ?? value;
		},
		offer: ({ offered }, request) =>
			offerOf(offered, (link) =>
				typeof link === 'string'
					? (wayOfLink(request, link, request.pagination.nextLinkField) ?? 'malformed')
					: 'malformed',
			),
		suggest: ({ links }) => links.map((nextLinkField) => ({ mode: 'nextLink', nextLinkField })),
	},
	{
		value: 'off',
		name: 'Off',
		description: 'The service sends the whole list in one response',
		fields: [],
		offer: () => 'empty',
		suggest: ({ isMore }) => (isMore ? [] : [{ mode: 'off' }]),
	},
	{
		value: 'offset',
		name: 'Offset',
		description: 'A query parameter says how many contacts to skip',
		fields: ['offsetParameter', 'firstOffset', ...END_FIELDS],
		isCounted: true,
		offer: (state, { pagination: { offsetParameter: parameter, firstOffset: first } }) =>
			nextPosition(state, {
				kind: 'offset',
				parameter,
				value: first,
				first,
				...echoOf(state, 'offset', first),
			}),
		suggest: ({ more }) => [{ mode: 'offset', offsetParameter: null, firstOffset: null, ...more }],
	},
	{
		value: 'pageNumber',
		name: 'Page Number',
		description: 'A query parameter has the number of the page',
		fields: ['pageParameter', 'firstPage', 'totalPagesField', ...END_FIELDS],
		isCounted: true,
		offer: (state, { pagination: { pageParameter: parameter, firstPage: first } }) => {
			const value = first + state.pages - 1;
			return nextPosition(state, {
				kind: 'page',
				parameter,
				value,
				first,
				...echoOf(state, 'page', first),
			});
		},
		suggest: ({ totalPagesField, more }) => [
			{ mode: 'pageNumber', pageParameter: null, firstPage: null, totalPagesField, ...more },
		],
	},
];

export function modeOf(value: PaginationMode): Mode {
	return MODES.find((mode) => mode.value === value)!;
}

export function isMode(value: string): value is PaginationMode {
	return MODES.some((mode) => mode.value === value);
}

/** What a page says about further ones, with what the settings say about its fields. */
export function readSettings(
	{ signs, contacts, response }: Page,
	settings: Pagination,
): Pick<ListState, 'signs' | 'offered'> {
	const { body, headers } = response;
	const { hasMoreField, totalPagesField, totalField, checkTotal } = settings;
	const has = (name: keyof Pagination) => modeOf(settings.mode).fields.includes(name);
	const configured: Sign[] = [];
	const add = (
		meaning: 'more' | 'pages' | 'total',
		name: string,
		value: number | boolean | undefined,
	) => {
		if (value !== undefined) {
			configured.push({ meaning, name, value, distance: CONFIGURED_DISTANCE });
		}
	};
	if (has('hasMoreField') && hasMoreField !== '') {
		const flag = toFlag(fieldValue(body, headers, hasMoreField));
		add('more', hasMoreField, flag === undefined ? undefined : flag !== isTrueOnLast(settings));
	}
	if (has('totalPagesField') && totalPagesField !== '') {
		add(
			'pages',
			totalPagesField,
			toSafeInteger(fieldValue(body, headers, totalPagesField)) || undefined,
		);
	}
	const stated = totalField === '' ? undefined : toSafeInteger(valueAt(body, totalField));
	const total = stated !== undefined && stated >= contacts.length ? stated : undefined;
	if (checkTotal) add('total', totalField, total);
	const others =
		checkTotal && total === undefined
			? signs
			: signs.filter(({ meaning }) => meaning !== 'total' && meaning !== 'count');
	const mode = modeOf(settings.mode);
	const found = mode.read?.(response, settings);
	// Where nothing follows, `next` may be false; another field with that value is not about pages.
	const isAboutPages = mode.field !== undefined && NEXT_NAME.test(mode.field(settings));
	const value = found === false && !isAboutPages ? undefined : found;
	const isQuantity = signs.some(
		({ name, meaning }) => QUANTITIES.has(meaning) && name === mode.field?.(settings),
	);
	return {
		signs: [...configured, ...others].slice(0, MAX_SIGNS),
		...(value !== undefined && { offered: isQuantity ? false : toOffered(value) }),
	};
}

/** More than any service has, and few enough for a continuation. */
const MAX_SIGNS = 40;

function isTrueOnLast({ hasMoreField, hasMoreOn }: Pagination): boolean {
	return hasMoreOn === 'detect' ? isLastFlag(hasMoreField) : hasMoreOn === 'lastPage';
}

/** Numbers of contacts or pages lead to no page. */
const QUANTITIES: ReadonlySet<Meaning> = new Set(['total', 'pages', 'size', 'remaining']);

const NEXT_NAME = /next|more|cursor|token|link/i;

/** Null for an empty value, and false for one that cannot be sent. */
function toOffered(value: unknown): ListState['offered'] {
	if (isEmpty(value) || value === false || value === 0 || value === '0') return null;
	return typeof value === 'string' || Number.isSafeInteger(value)
		? (value as string | number)
		: false;
}

function offerOf(offered: ListState['offered'], toWay: (value: string | number) => Offer): Offer {
	if (offered === undefined) return 'missing';
	if (offered === null) return 'empty';
	return offered === false ? 'malformed' : toWay(offered);
}

/** The field that states the position of the first page, for later pages to be compared with. */
function echoOf(state: ListState, kind: 'page' | 'offset', first: number): Pick<Position, 'echo'> {
	if (state.way) return { echo: (state.way as Position).echo };
	const sign = signsOf(state, kind).find(({ value }) => value === first || (value as number) <= 1);
	return sign ? { echo: { name: sign.name, lead: (sign.value as number) - first } } : {};
}

/** The value of a field of the body, by its name or dot path, or else of the header with that name. */
function fieldValue(body: unknown, headers: Headers, name: string): unknown {
	const value = valueAt(body, name);
	return value === undefined && HEADER_NAME.test(name) ? (headers.get(name) ?? undefined) : value;
}

const HEADER_NAME = /^[\w-]+$/;
