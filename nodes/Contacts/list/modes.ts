import type { PageResponse } from '../response/pageResponse';
import { isEmpty, valueAt } from '../response/json';
import { readLinkHeader } from '../response/linkHeader';
import { isLastFlag, type Meaning, toFlag } from '../response/meanings';
import type { Page } from '../response/readPage';
import type { Sign } from '../response/readSigns';
import { signsOf } from './signs';
import { type Pagination, type PaginationMode, WITH_FLAG } from './pagination';
import type { ListRequest, ListState, Position, SetValue, Way } from './state';
import { nextPosition, wayOfLink } from './ways';

/** How the next page is requested in a mode that is set by hand. */
interface Mode {
	/** The field that has the value for the next page, by the settings. */
	field?: (settings: Pagination) => string;
	/** Reads that value. */
	read?: (response: PageResponse, field: string) => unknown;
	/** What to request with it; undefined where it cannot be used. */
	follow?: (value: string | number, request: ListRequest) => Way | 'elsewhere' | undefined;
	/** The way of a service whose pages are counted, and what to request after the first one. */
	counted?: (state: ListState, request: ListRequest) => Way | undefined;
}

const MODES: Partial<Record<PaginationMode, Mode>> = {
	cursor: {
		field: ({ cursorField }) => cursorField,
		read: fieldValue,
		follow: (value, { pagination: { cursorField: field, cursorParameter: parameter } }) => ({
			kind: 'cursor',
			parameter,
			value,
			field,
		}),
	},
	lastContact: {
		field: ({ lastContactField }) => lastContactField,
		counted: ({ ids }, { pagination: { cursorParameter: parameter, lastContactField: field } }) => {
			const value = ids.values.at(-1);
			return value === undefined ? undefined : { kind: 'lastContact', parameter, value, field };
		},
	},
	linkHeader: {
		field: () => 'Link',
		read: ({ headers }) => {
			const { next, isPaged } = readLinkHeader(headers.get('link') ?? '');
			return next ?? (isPaged ? null : undefined);
		},
		follow: (link, request) => wayOfLink(request, String(link), 'Link'),
	},
	nextLink: {
		field: ({ nextLinkField }) => nextLinkField,
		read: (response, field) => {
			const value = fieldValue(response, field);
			const inner = ['href', 'url', 'link'].map((key) => valueAt(value, key));
			return inner.find((link) => typeof link === 'string') ?? value;
		},
		follow: (link, request) =>
			typeof link === 'string'
				? wayOfLink(request, link, request.pagination.nextLinkField)
				: undefined,
	},
	offset: {
		counted: (state, { pagination: { offsetParameter, firstOffset } }) =>
			nextByNumber(state, 'offset', offsetParameter, firstOffset),
	},
	pageNumber: {
		counted: (state, { pagination: { pageParameter, firstPage } }) =>
			nextByNumber(state, 'page', pageParameter, firstPage, firstPage + state.pages - 1),
	},
};

export function modeOf(value: PaginationMode): Mode & { value: PaginationMode } {
	return { value, ...MODES[value] };
}

/** The next position; a field that states that of the first page is compared on later ones. */
function nextByNumber(
	state: ListState,
	kind: Position['kind'],
	parameter: string,
	first: number,
	last = first,
): Way {
	const sign = signsOf(state, kind).find(({ value }) => value === first || (value as number) <= 1);
	const echo = sign && { name: sign.name, lead: (sign.value as number) - first };
	return nextPosition(state, { kind, parameter, value: last, first, ...(echo && { echo }) });
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
function hasMoreIn(
	response: PageResponse,
	{ mode, hasMoreField, hasMoreOn }: Pagination,
): boolean | undefined {
	if (hasMoreField === '' || !WITH_FLAG.includes(mode)) return undefined;
	const flag = toFlag(fieldValue(response, hasMoreField));
	const isTrueOnLast = hasMoreOn === 'detect' ? isLastFlag(hasMoreField) : hasMoreOn === 'lastPage';
	return flag === undefined ? undefined : flag !== isTrueOnLast;
}

function setValueIn(response: PageResponse, signs: Sign[], settings: Pagination): SetValue {
	const { read, field } = modeOf(settings.mode);
	if (!read) return { kind: 'missing' };
	const name = field!(settings);
	const found = read(response, name);
	// Where nothing follows, `next` may be false; another field with that value is not about pages.
	const isFalse = found === false && !NEXT_NAME.test(name);
	if (found === undefined || isFalse) return { kind: 'missing' };
	const isQuantity = signs.some((sign) => QUANTITIES.has(sign.meaning) && sign.name === name);
	if (isQuantity) return { kind: 'malformed' };
	if (isEmpty(found) || [false, 0, '0'].includes(found as string)) return { kind: 'empty' };
	return typeof found === 'string' || Number.isSafeInteger(found)
		? { kind: 'value', value: found as string | number }
		: { kind: 'malformed' };
}

/** Numbers of contacts or pages lead to no page. */
const QUANTITIES: ReadonlySet<Meaning> = new Set(['total', 'pages', 'size', 'remaining']);

const NEXT_NAME = /next|more|cursor|token|link/i;

/** The value of a field of the body, by its name or dot path, or else of the header with that name. */
function fieldValue({ body, headers }: PageResponse, name: string): unknown {
	const value = valueAt(body, name);
	return value === undefined && HEADER_NAME.test(name) ? (headers.get(name) ?? undefined) : value;
}

const HEADER_NAME = /^[\w-]+$/;
