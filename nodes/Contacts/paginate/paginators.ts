/**
 * The ways to request the next page, one row a kind: what the search finds, what a person sets by hand, and
 * what a continuation holds. Nothing outside this table depends on a kind.
 */
import type { Evidence } from './evidence';
import { isId } from './identity';
import { valueAt } from './json';
import { LINK_HEADER } from './links';
import type { Memory } from './memory';
import type { Page } from './page';
import type { Pagination, SuggestedSettings } from './source';
import { isLead } from './signals';
import { type FirstRequest, linkIn } from './urls';

/** Kinds of ways, as the modes of the form are called. */
export type Kind = 'nextLink' | 'cursor' | 'lastContact' | 'pageNumber' | 'offset';

/** How the pages of a list are requested. */
export interface Way {
	kind: Kind;
	/** The field with the link, the cursor or the ID. */
	field?: string;
	/** The query parameter that takes the value. */
	parameter?: string;
	/** The number of the first page, or of the first contact. */
	first?: number;
	/** Whether each page starts with the contact that its value names. */
	isInclusive?: boolean;
}

/** A way and its value for one page. */
export interface Position {
	way: Way;
	value: string | number;
	/** How many of the last known contacts the page has to start with. */
	overlap: number;
}

/** What has come, as far as the next request depends on it. */
export interface Progress
	extends
		Pick<Memory, 'pages' | 'received' | 'full'>,
		Pick<Evidence, 'heldBackCount' | 'lastContacts' | 'value'> {
	/** The last page, or the first one with a contact held back. */
	page: Page;
}

interface Paginator {
	/** What makes a page of this kind believable: that it is stated, that the number before brings the first page, or only a contact that comes again. */
	trust: 'stated' | 'counted' | 'overlap';
	/** @returns undefined where the link, the cursor or the ID is gone */
	next: (way: Way, progress: Progress, request: FirstRequest) => Position | 'elsewhere' | undefined;
	/** Which setting of the form has which part of the way. */
	form: Partial<Record<keyof Way, keyof Pagination>>;
	/** How far the value moves with a full page; undefined where each page has to come first. */
	stride?: (full: number) => { value: number; contacts: number };
}

/** One contact back, so that one that was added or removed meanwhile is noticed; not with pages of one. */
const back = ({ heldBackCount, full, received }: Progress) =>
	Number(heldBackCount > 0 || (full > 1 && received > 0));

/** By the link or the cursor that the last page states. */
const nextStated: Paginator['next'] = (way, progress, request) => {
	const { page, heldBackCount, value: last } = progress;
	const lead = page.lookUp(way.field!)?.value;
	if (!isLead(lead)) return undefined;
	const value = isByLink(way) ? linkIn(request, String(lead)) : lead;
	if (value === undefined) return 'elsewhere';
	// Some services lead from the empty page after the last one to itself.
	if (page.contacts.length === 0 && value === last) return undefined;
	return { way, value, overlap: Math.max(heldBackCount, Number(way.isInclusive === true)) };
};

export const PAGINATORS: Record<Kind, Paginator> = {
	nextLink: { trust: 'stated', next: nextStated, form: { field: 'nextLinkField' } },
	cursor: {
		trust: 'stated',
		next: nextStated,
		form: { field: 'cursorField', parameter: 'cursorParameter', isInclusive: 'isInclusive' },
	},
	lastContact: {
		trust: 'overlap',
		next: (way, progress) => {
			const { field, isInclusive } = way;
			const last = progress.lastContacts.slice(-2);
			const ids = last.map((contact) => valueAt(contact, field!)).filter(isId);
			const overlap = isInclusive ? 1 : Math.min(back(progress), ids.length - 1);
			const value = ids.at(isInclusive ? -1 : -1 - overlap);
			return value === undefined ? undefined : { way, value, overlap };
		},
		form: { field: 'lastContactField', parameter: 'cursorParameter', isInclusive: 'isInclusive' },
	},
	pageNumber: {
		trust: 'counted',
		next: (way, { pages, heldBackCount }) => ({
			way,
			value: way.first! + pages,
			overlap: heldBackCount,
		}),
		form: { parameter: 'pageParameter', first: 'firstPage' },
		stride: (full) => ({ value: 1, contacts: full }),
	},
	offset: {
		trust: 'overlap',
		next: (way, progress) => {
			const overlap = back(progress);
			return { way, value: way.first! + progress.received - overlap, overlap };
		},
		form: { parameter: 'offsetParameter', first: 'firstOffset' },
		stride: (full) => ({ value: full - 1, contacts: full - 1 }),
	},
};

const partsOf = (kind: Kind) =>
	Object.entries(PAGINATORS[kind].form) as Array<[keyof Way, keyof Pagination]>;

export const paginatorOf = ({ kind }: Way): Paginator => PAGINATORS[kind];

/** Describes a position for the trace: names and numbers, but no contents. */
export function describe({ way, value }: Position, quote: (name: string) => string): string {
	const { field, parameter } = way;
	if (parameter === undefined) return `the link in ${quote(field!)}`;
	return quote(parameter) + (field === undefined ? `=${value}` : ` from ${quote(field)}`);
}

/** The settings of the form that describe a way. */
export function settingsOf(way: Way): SuggestedSettings {
	if (way.field === LINK_HEADER) return { mode: 'linkHeader' };
	const settings = partsOf(way.kind).map(([part, name]) => [name, way[part]]);
	const set = settings.filter(([, value]) => value !== undefined);
	return { mode: way.kind, ...(Object.fromEntries(set) as object) };
}

/** Whether each page says how the next one is requested. */
export const isLed = (way: Way) => paginatorOf(way).trust === 'stated';

/** Whether the address of each page is stated. */
export const isByLink = ({ parameter }: Way) => parameter === undefined;

/** Whether pages have numbers. */
export const isCounted = (way: Way) => paginatorOf(way).trust === 'counted';

/** Whether a page may start with any contact that has come, so that another page size moves no page. */
export const isPlaceable = (way: Way) => paginatorOf(way).trust === 'overlap';

/** Whether positions are numbers that are known before their pages: of pages, or of contacts. */
export const isByNumber = (way: Way) => paginatorOf(way).stride !== undefined;

/** Whether pages start after a number of contacts. */
export const isByOffset = (way: Way) => isPlaceable(way) && isByNumber(way);

/** Whether two ways request pages alike. */
export function isSameWay(one: Way, other: Way): boolean {
	const parts = ({ kind, field, parameter, first, isInclusive = false }: Way) =>
		JSON.stringify([kind, field, parameter, first, isInclusive]);
	return parts(one) === parts(other);
}

/** The way that the settings describe; undefined where it is to be found out. */
export function wayByHand(pagination: Pagination): Way | undefined {
	const { mode } = pagination;
	if (mode === 'linkHeader') return byLink(LINK_HEADER);
	if (mode === 'automatic' || mode === 'off') return undefined;
	const parts = partsOf(mode).map(([part, name]) => [part, pagination[name]]);
	return { kind: mode, ...(Object.fromEntries(parts) as object) };
}

/** Whether a way is the one that the settings describe. */
export function isByHand(way: Way, pagination: Pagination): boolean {
	const byHand = wayByHand(pagination);
	return byHand !== undefined && isSameWay(byHand, way);
}

// Ways to try, by the names of conventions

const waysLike = (way: Way) => (names: readonly string[]) =>
	names.map((parameter): Way => ({ ...way, parameter }));

export const byLink = (field: string): Way => ({ kind: 'nextLink', field });
export const byPage = waysLike({ kind: 'pageNumber', first: 1 });
export const byOffset = waysLike({ kind: 'offset', first: 0 });
export const byId = (field: string) => waysLike({ kind: 'lastContact', field });
export const byCursor = (field: string) => waysLike({ kind: 'cursor', field });

/** Pages and contacts are counted from 0 or from 1; some parameters named after an offset take a page. */
export function withOtherBase(way: Way): Way[] {
	if (way.first === undefined) return [];
	const [page] = byPage([way.parameter!]) as [Way];
	const pages = isCounted(way) ? [] : [page, { ...page, first: 0 }];
	return [{ ...way, first: 1 - way.first }, ...pages];
}
