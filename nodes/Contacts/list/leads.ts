import { type Failure, failure } from '../response/failure';
import type { Sign } from '../response/readSigns';
import { familyOf, wordsIn } from '../response/words';
import { weigh } from './evidence';
import { modeOf } from './modes';
import { allSignsOf, leadsOf, signsOf } from './signs';
import { isCounted, type ListRequest, type ListState, requestOf, type Way } from './state';
import { urlOf, wayOfLink, wayOfQuery } from './ways';

/** What the last page gives for the next one. */
export type Lead =
	/** A way, and the sign that has it, if there is one. */
	| { kind: 'way'; way: Way; sign?: Sign }
	/** A value whose parameter the service has to be asked for; the failure if none is found. */
	| { kind: 'value'; sign: Sign; failure?: Failure }
	/** Something that cannot be followed. */
	| { kind: 'wrong'; failure: Failure }
	/** The field that the settings name is there, but empty. */
	| { kind: 'empty' }
	| { kind: 'none' };

/** What leads on from the last page: the field that the settings name, or else what is recognized. */
export function leadOf(state: ListState, request: ListRequest): Lead {
	if (isCountedList(state, request)) return { kind: 'none' };
	const { follow, field, value: mode } = modeOf(request.pagination.mode);
	const { setValue } = state;
	if (mode === 'off') return { kind: 'none' };
	if (!follow || setValue.kind === 'missing') return recognizedLead(state, request);
	if (setValue.kind === 'empty') return { kind: 'empty' };
	const name = field!(request.pagination);
	const way = setValue.kind === 'value' ? follow(setValue.value, request) : undefined;
	if (way === 'elsewhere') return elsewhere(request);
	if (way === undefined) return { kind: 'wrong', failure: failure('nextMalformed', name) };
	const [set, found] = [way, state.way].map((one) => one && 'parameter' in one && one.parameter);
	// A way that was found by asking stays.
	if (set && found && set !== found) return recognizedLead(state, request);
	return { kind: 'way', way, sign: state.signs.find((sign) => sign.name === name) };
}

/** Whether pages are counted: as the settings say, or because that was found by asking. */
export function isCountedList({ way }: ListState, { pagination }: ListRequest): boolean {
	return isCounted(way) || (way === undefined && modeOf(pagination.mode).counted !== undefined);
}

function recognizedLead(state: ListState, request: ListRequest): Lead {
	const { way } = state;
	if (way?.kind === 'cursor') {
		const sign = state.signs.find(
			({ name, meaning }) => name === way.field && meaning !== 'noNext',
		);
		if (sign && typeof sign.value !== 'boolean') return afterValue(way, sign);
	}
	const links = linksOf(state, request);
	const usable = links.find(({ way: link }) => typeof link === 'object');
	if (usable) return { kind: 'way', way: usable.way as Way, sign: usable.sign };
	const [sign] = signsOf(state, 'cursor', 'nextPage', 'nextOffset');
	if (sign && mayAskFor(state)) return { kind: 'value', sign };
	return unusableLead(state, links, request);
}

/** Whether no link leads on: none has before, or it is gone. */
function mayAskFor({ way, signs }: ListState): boolean {
	if (way?.kind !== 'link') return !way;
	return !signs.some(({ name, meaning }) => name === way.field && meaning === 'link');
}

/** A link to another origin is never followed, but its query may be understood. */
function unusableLead(
	{ way }: ListState,
	links: ReturnType<typeof linksOf>,
	request: ListRequest,
): Lead {
	const away = links.find(({ way: link }) => link === 'elsewhere');
	if (away) {
		return way ? elsewhere(request) : { ...elsewhere(request), kind: 'value', sign: away.sign };
	}
	const [malformed] = links.filter(({ way: link }) => link === undefined);
	return malformed
		? { kind: 'wrong', failure: failure('nextMalformed', malformed.sign.name) }
		: { kind: 'none' };
}

/** The next value of a cursor. On the last page, the number of the next page may be that of the first. */
function afterValue(way: Way & { kind: 'cursor' }, sign: Sign): Lead {
	const value = sign.value as string | number;
	const isPage = sign.meaning === 'nextPage' && !sign.isForeign;
	const isBack = isPage && Number(value) < Number(way.value);
	return isBack ? { kind: 'none' } : { kind: 'way', way: { ...way, value }, sign };
}

/** The links to a next page, the one that led here first. A link to this page is none. */
function linksOf(state: ListState, request: ListRequest) {
	const here = urlAt(state, request, state.way).href;
	const followed = state.way?.kind === 'link' ? state.way.field : undefined;
	const read = state.way?.kind === 'link' && state.way.isQueryOnly ? wayOfQuery : wayOfLink;
	return allSignsOf(state, 'link')
		.filter(({ name, isForeign }) => !isForeign || name === followed)
		.map((sign) => {
			const way = read(request, sign.value as string, sign.name);
			const url = typeof way === 'object' ? urlAt(state, request, way) : undefined;
			return { sign, way, url };
		})
		.filter(({ url }) => url?.href !== here)
		.sort((a, b) => rankOf(a) - rankOf(b));

	function rankOf({ sign, url }: { sign: Sign; url: URL | undefined }): number {
		if (sign.name === followed) return 0;
		return url?.pathname === request.url.pathname ? 1 : 2;
	}
}

/** The address of a page after the last one, or of the first. */
export function urlAt(state: ListState, request: ListRequest, way: Way | undefined): URL {
	return urlOf(requestOf(request, state.pageSize), ...(way ? [way] : []));
}

function elsewhere({ url }: ListRequest): Lead & { kind: 'wrong' } {
	return { kind: 'wrong', failure: failure('nextElsewhere', url.origin) };
}

/** Whether something that is understood leads on from the last page. */
export function leadsOn(state: ListState, request: ListRequest): boolean {
	const { kind } = leadOf(state, request);
	if (kind !== 'none' && kind !== 'empty') return true;
	// Where the settings name what leads on, or pages are counted, another sign may contradict them.
	const isSet = request.pagination.mode !== 'automatic' || isCountedList(state, request);
	return isSet && leadsOf(state).some((sign) => isNamedNext(sign));
}

/** Whether a sign leads to the next page by its name: a cursor may also be that of this page. */
function isNamedNext({ meaning, name }: Sign): boolean {
	return meaning === 'link' || wordsIn(name).some((word) => familyOf(word) === 'next');
}

/** Whether the service says that there is more, or names what leads there. */
export function saysMore(state: ListState, request: ListRequest): boolean {
	return leadsOn(state, request) || weigh(state, request).isMore;
}
