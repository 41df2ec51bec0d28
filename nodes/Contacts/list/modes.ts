import { isEmpty, valueAt } from '../response/json';
import { readLinkHeader } from '../response/linkHeader';
import { isLastFlag, type Meaning, toFlag } from '../response/meanings';
import type { Page, PageResponse } from '../response/readPage';
import type { Sign } from '../response/readSigns';
import { signsOf } from './signs';
import type { Pagination, PaginationMode, SuggestedSettings } from './pagination';
import type { ListRequest, ListState, Position, SetValue, Way } from './state';
import { nextPosition, wayOfLink } from './ways';

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
	/** What to request with it; undefined where it cannot be used. */
	follow?: (value: string | number, request: ListRequest) => Way | 'elsewhere' | undefined;
	/** The way of a service whose pages are counted, and what to request after the first one. */
	counted?: (state: ListState, request: ListRequest) => Way | undefined;
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
	idField: string | undefined;
	isMore: boolean;
}

/** How to notice the end, in the modes that may not see it by the next page. */
const END_FIELDS = ['hasMoreField', 'hasMoreOn'] as const;

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
		follow: (value, { pagination: { cursorField: field, cursorParameter: parameter } }) => ({
			kind: 'cursor',
			parameter,
			value,
			field,
		}),
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
		field: ({ lastContactField }) => lastContactField,
		counted: ({ ids }, { pagination: { cursorParameter, lastContactField } }) => {
			const value = ids.values.at(-1);
			return value === undefined
				? undefined
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
		follow: (link, request) => wayOfLink(request, String(link), 'Link'),
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
		follow: (link, request) =>
			typeof link === 'string'
				? wayOfLink(request, link, request.pagination.nextLinkField)
				: undefined,
		suggest: ({ links }) => links.map((nextLinkField) => ({ mode: 'nextLink', nextLinkField })),
	},
	{
		value: 'off',
		name: 'Off',
		description: 'The service sends the whole list in one response',
		fields: [],
		suggest: ({ isMore }) => (isMore ? [] : [{ mode: 'off' }]),
	},
	{
		value: 'offset',
		name: 'Offset',
		description: 'A query parameter says how many contacts to skip',
		fields: ['offsetParameter', 'firstOffset', ...END_FIELDS],
		counted: (state, { pagination: { offsetParameter: parameter, firstOffset: first } }) =>
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
		fields: ['pageParameter', 'firstPage', ...END_FIELDS],
		counted: (state, { pagination: { pageParameter: parameter, firstPage: first } }) => {
			const value = first + state.pages - 1;
			return nextPosition(state, {
				kind: 'page',
				parameter,
				value,
				first,
				...echoOf(state, 'page', first),
			});
		},
		suggest: ({ more }) => [{ mode: 'pageNumber', pageParameter: null, firstPage: null, ...more }],
	},
];

export function modeOf(value: PaginationMode): Mode {
	return MODES.find((mode) => mode.value === value)!;
}

/** What a page says about further ones, with what the settings say about its fields. */
export function readSettings(
	{ signs, response }: Page,
	settings: Pagination,
): Pick<ListState, 'signs' | 'setValue'> {
	const hasMore = hasMoreIn(response, settings);
	const name = settings.hasMoreField;
	const configured: Sign[] =
		hasMore === undefined
			? []
			: [{ meaning: 'more', name, value: hasMore, distance: 0, isConfigured: true }];
	const others = settings.checkTotal
		? signs
		: signs.filter(({ meaning }) => meaning !== 'total' && meaning !== 'count');
	return {
		signs: [...configured, ...others].slice(0, MAX_SIGNS),
		setValue: setValueIn(response, signs, settings),
	};
}

/** More than any service has, and few enough for a continuation. */
const MAX_SIGNS = 40;

/** The 'Has More Field', as far as the mode has one. */
function hasMoreIn({ body, headers }: PageResponse, settings: Pagination): boolean | undefined {
	const { mode, hasMoreField, hasMoreOn } = settings;
	if (hasMoreField === '' || !modeOf(mode).fields.includes('hasMoreField')) return undefined;
	const flag = toFlag(fieldValue(body, headers, hasMoreField));
	const isTrueOnLast = hasMoreOn === 'detect' ? isLastFlag(hasMoreField) : hasMoreOn === 'lastPage';
	return flag === undefined ? undefined : flag !== isTrueOnLast;
}

function setValueIn(response: PageResponse, signs: Sign[], settings: Pagination): SetValue {
	const { read, field } = modeOf(settings.mode);
	const found = read?.(response, settings);
	// Where nothing follows, `next` may be false; another field with that value is not about pages.
	const isFalse = found === false && !NEXT_NAME.test(field!(settings));
	if (found === undefined || isFalse) return { kind: 'missing' };
	const isQuantity = signs.some(
		({ name, meaning }) => QUANTITIES.has(meaning) && name === field!(settings),
	);
	if (isQuantity) return { kind: 'malformed' };
	if (isEmpty(found) || [false, 0, '0'].includes(found as string)) return { kind: 'empty' };
	return typeof found === 'string' || Number.isSafeInteger(found)
		? { kind: 'value', value: found as string | number }
		: { kind: 'malformed' };
}

/** Numbers of contacts or pages lead to no page. */
const QUANTITIES: ReadonlySet<Meaning> = new Set(['total', 'pages', 'size', 'remaining']);

const NEXT_NAME = /next|more|cursor|token|link/i;

/** The field that states the position of the first page, for later pages to be compared with. */
function echoOf(state: ListState, kind: 'page' | 'offset', first: number): Pick<Position, 'echo'> {
	const sign = signsOf(state, kind).find(({ value }) => value === first || (value as number) <= 1);
	return sign ? { echo: { name: sign.name, lead: (sign.value as number) - first } } : {};
}

/** The value of a field of the body, by its name or dot path, or else of the header with that name. */
function fieldValue(body: unknown, headers: Headers, name: string): unknown {
	const value = valueAt(body, name);
	return value === undefined && HEADER_NAME.test(name) ? (headers.get(name) ?? undefined) : value;
}

const HEADER_NAME = /^[\w-]+$/;
