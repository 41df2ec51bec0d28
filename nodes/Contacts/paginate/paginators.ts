import { isId } from './identity';
import { valueAt } from './json';
import { LINK_HEADER } from './links';
import type { Contact, Page } from './page';
import type { Pagination, PaginationMode, SuggestedSettings } from './source';
import { isLead } from './signals';
import { type FirstRequest, linkIn } from './urls';

/**
 * The ways to request the next page, one row a kind: what the search finds, what a person sets by hand, and
 * what a continuation holds. Nothing outside this table depends on a kind.
 */

type Kind = 'link' | 'cursor' | 'lastContact' | 'page' | 'offset';

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
}

/** What has come, as far as the next request depends on it. */
export interface Progress {
	/** The last page, or the first one with a contact held back. */
	page: Page;
	pages: number;
	received: number;
	/** The number of contacts of a full page. */
	full: number;
	/** Whether the last contact is held back, so that the next page has to start with it. */
	isHeldBack: boolean;
	/** Those of the last page, but at least two, if that many have come. */
	lastContacts: readonly Contact[];
	/** What the last page was requested with. */
	value?: string | number | undefined;
}

/** The value that requests the next page, and how many of the last contacts come again. */
export interface Next {
	value: string | number;
	overlap: number;
}

interface Paginator {
	/** What makes a page of this kind believable without a contact that comes again. */
	trust: 'stated' | 'counted' | 'nothing';
	/** @returns undefined where the link, the cursor or the ID is gone */
	next: (way: Way, progress: Progress, request: FirstRequest) => Next | 'elsewhere' | undefined;
	/** The mode of the form, and which setting has which part of the way. */
	mode: PaginationMode;
	form: Partial<Record<keyof Way, keyof Pagination>>;
	/** How far the value moves with a full page; undefined where each page has to come first. */
	stride?: (full: number) => { value: number; contacts: number };
}

/** One contact back, so that one that was added or removed meanwhile is noticed; not with pages of one. */
const back = ({ isHeldBack, full, received }: Progress) =>
	Number(isHeldBack || (full > 1 && received > 0));

/** How many contacts to look for the last ID in: each way that is tried looks for it again. */
const MAX_LAST = 100;

const PAGINATORS: Record<Kind, Paginator> = {
	link: {
		trust: 'stated',
		next: (way, progress, request) => {
			const stated = statedIn(progress, way.field!);
			const value = stated === undefined ? undefined : linkIn(request, String(stated));
			if (stated !== undefined && value === undefined) return 'elsewhere';
			return nextStated(progress, value, Number(progress.isHeldBack));
		},
		mode: 'nextLink',
		form: { field: 'nextLinkField' },
	},
	cursor: {
		trust: 'stated',
		next: (way, progress) => {
			const stated = statedIn(progress, way.field!);
			return nextStated(progress, stated, Number(progress.isHeldBack || way.isInclusive === true));
		},
		mode: 'cursor',
		form: { field: 'cursorField', parameter: 'cursorParameter', isInclusive: 'isInclusive' },
	},
	lastContact: {
		trust: 'nothing',
		next: ({ field, isInclusive }, progress) => {
			const last = progress.lastContacts.slice(-MAX_LAST);
			const ids = last.map((contact) => valueAt(contact, field!)).filter(isId);
			const overlap = ids.length > 1 || isInclusive ? back(progress) : 0;
			const value = ids.at(isInclusive ? -1 : -1 - overlap);
			return value === undefined ? undefined : { value, overlap: isInclusive ? 1 : overlap };
		},
		mode: 'lastContact',
		form: { field: 'lastContactField', parameter: 'cursorParameter', isInclusive: 'isInclusive' },
	},
	page: {
		trust: 'counted',
		next: ({ first }, { pages, isHeldBack }) => ({
			value: first! + pages,
			overlap: Number(isHeldBack),
		}),
		mode: 'pageNumber',
		form: { parameter: 'pageParameter', first: 'firstPage' },
		stride: (full) => ({ value: 1, contacts: full }),
	},
	offset: {
		trust: 'nothing',
		next: ({ first }, progress) => {
			const overlap = back(progress);
			return { value: first! + progress.received - overlap, overlap };
		},
		mode: 'offset',
		form: { parameter: 'offsetParameter', first: 'firstOffset' },
		stride: (full) => ({ value: full - 1, contacts: full - 1 }),
	},
};

const KINDS = Object.keys(PAGINATORS) as Kind[];

function statedIn({ page }: Progress, field: string): string | number | undefined {
	const value = page.lookUp(field)?.value;
	return isLead(value) ? value : undefined;
}

/** Some services lead from the empty page after the last one to itself. */
function nextStated(
	{ page, value: last }: Progress,
	value: Next['value'] | undefined,
	overlap: number,
) {
	const isItself = page.contacts.length === 0 && value === last;
	return value === undefined || isItself ? undefined : { value, overlap };
}

export const paginatorOf = ({ kind }: Way): Paginator => PAGINATORS[kind];

/** Describes a position for the trace: names and numbers, but no contents. */
export function describe({ way, value }: Position, quote: (name: string) => string): string {
	const { field, parameter } = way;
	if (parameter === undefined) return `the link in ${quote(field!)}`;
	return quote(parameter) + (field === undefined ? `=${value}` : ` from ${quote(field)}`);
}

/** The settings of the form that describe a way. */
export function settingsOf(way: Way): SuggestedSettings {
	const { mode, form } = paginatorOf(way);
	if (way.field === LINK_HEADER) return { mode: 'linkHeader' };
	const settings = Object.entries(form).map(([part, name]) => [name, way[part as keyof Way]]);
	const set = settings.filter(([, value]) => value !== undefined);
	return { mode, ...(Object.fromEntries(set) as object) };
}

/** Whether each page says how the next one is requested. */
export const isLed = (way: Way) => paginatorOf(way).trust === 'stated';

/** Whether the address of each page is stated. */
export const isByLink = ({ parameter }: Way) => parameter === undefined;

/** Whether pages have numbers. */
export const isCounted = (way: Way) => paginatorOf(way).trust === 'counted';

/** Whether a page may start with any contact that has come, so that another page size moves no page. */
export const isPlaceable = (way: Way) => paginatorOf(way).trust === 'nothing';

/** Whether two ways request pages alike. */
export const isSameWay = (one: Way, other: Way) =>
	JSON.stringify(packWay(one)) === JSON.stringify(packWay(other));

/** The way that the settings describe; undefined where it is to be found out. */
export function wayByHand(pagination: Pagination): Way | undefined {
	if (pagination.mode === 'linkHeader') return byLink(LINK_HEADER);
	const kind = KINDS.find((one) => PAGINATORS[one].mode === pagination.mode);
	if (!kind) return undefined;
	const parts = Object.entries(PAGINATORS[kind].form).map(([part, name]) => [
		part,
		pagination[name],
	]);
	return { kind, ...(Object.fromEntries(parts) as object) };
}

/** Whether a way is the one that the settings describe. */
export function isByHand(way: Way, pagination: Pagination): boolean {
	const byHand = wayByHand(pagination);
	return byHand !== undefined && isSameWay(byHand, way);
}

// Ways to try, by the names of conventions

type Names = readonly string[];

export const byLink = (field: string): Way => ({ kind: 'link', field });
export const byPage = (names: Names): Way[] =>
	names.map((parameter) => ({ kind: 'page', parameter, first: 1 }));
export const byOffset = (names: Names): Way[] =>
	names.map((parameter) => ({ kind: 'offset', parameter, first: 0 }));
export const byId = (field: string, names: Names): Way[] =>
	names.map((parameter) => ({ kind: 'lastContact', parameter, field }));
export const byCursor = (field: string, names: Names): Way[] =>
	names.map((parameter) => ({ kind: 'cursor', parameter, field }));

/** Pages and contacts are counted from 0 or from 1; some parameters named after an offset take a page. */
export function withOtherBase(way: Way): Way[] {
	if (way.first === undefined) return [];
	const [page] = byPage([way.parameter!]) as [Way];
	const pages = isCounted(way) ? [] : [page, { ...page, first: 0 }];
	return [{ ...way, first: 1 - way.first }, ...pages];
}

/** A way as short as a continuation needs it. */
export function packWay({ kind, field, parameter, first, isInclusive = false }: Way): unknown[] {
	return [KINDS.indexOf(kind), Number(isInclusive), field, parameter, first];
}

export function unpackWay([kind, isInclusive, ...values]: unknown[]): Way {
	const parts = ['field', 'parameter', 'first'].map((name, n) => [name, values[n] ?? undefined]);
	const way = { kind: KINDS[kind as number]!, isInclusive: isInclusive === 1 };
	return { ...way, ...(Object.fromEntries(parts) as object) };
}
