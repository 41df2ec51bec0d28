import {
	type Evidence,
	isLead,
	isNamedForCursor,
	isPosition,
	isUnread,
	leadsIn,
	looksOpaque,
	saysUnfinished,
} from '../response/evidence';
import { countOf, type Field, flagOf, isAddress, says } from '../response/fields';
import { Asker } from './ask';
import { readShorter, type Shorter } from './firstPage';
import { acceptEnd, type End } from './kernel';
import { adviceFor, ListError } from './listErrors';
import { AFTER_IDS, CURSORS, isPlain, OFFSETS, ownNames, PAGES, unique } from './parameters';
import { narrowDown, Positions, valueFor } from './positions';
import type { Reading, Step } from './reading';
import { leadIn, type Position, type Size, targetOf, type Way } from './ways';

/** Values that may lead on, under all of whose names the service is asked. */
const MAX_VALUES = 4;

/**
 * Finds out how the list goes on after its first page, by asking one thing after another.
 *
 * @returns the step to the next page, or the end
 * @throws ListError if neither can be proven
 */
export async function findWay(reading: Reading): Promise<Step | End> {
	const { request, size } = reading;
	const evidence = reading.evidence();
	const { lead } = evidence;
	const target = typeof lead?.value === 'string' ? targetOf(request, lead.value) : undefined;
	if (lead && target?.isOwn) {
		const way: Way = { kind: 'link', field: lead.name };
		const position = { way, value: target.link };
		return { position, size, overlap: 0, reason: 'stated', isProven: false };
	}
	const said = acceptEnd('said', reading.endFacts(evidence));
	if (said && !mayBeCut(reading, evidence)) return said;
	const asker = new Asker(reading);
	const shared = await tryShared(asker);
	if (shared) return shared;
	const shorter = await readShorter(reading);
	const step = (await tryStated(asker, shorter)) ?? (await new Positions(asker, shorter).find());
	if (!step) return said ?? conclude(asker, shorter);
	reading.reader.ways.add({ way: step.position.way, size: step.size });
	return step;
}

/**
 * Whether a page may be as long as the service permits. Some services say that there is more only where as
 * many contacts came as were requested, and permit fewer: then a flag is wrong, and a number is not.
 */
function mayBeCut({ keys, size }: Reading, { isCounted }: Evidence): boolean {
	const { length } = keys;
	return !isCounted && length >= 10 && length % 5 === 0 && length < (size.contacts ?? 0);
}

/** Ways that other lists of the run have found. Each list proves them with its own contacts. */
async function tryShared(asker: Asker): Promise<Step | undefined> {
	const { reading } = asker;
	const start = reading.keys.length - reading.overlap;
	for (const { way, size } of reading.reader.ways.all) {
		if (way.kind === 'link') continue;
		const isStated = way.kind === 'cursor';
		const value = isStated ? leadIn(reading.page.fields, way.field) : valueFor(reading, way, start);
		if (value === undefined || (isStated ? typeof value !== 'string' : start < 1)) continue;
		// Pages by their number start with the last contact only if they have one less.
		const contacts = way.kind === 'page' ? start : reading.size.contacts;
		const own = isStated ? reading.size : { ...size, contacts };
		const answer = await asker.ask(own, { way, value });
		const step = isStated
			? asker.accept({ way, value }, own, answer, 'stated')
			: asker.accept({ way, value }, own, answer, 'overlap', { start });
		if (step) return step;
	}
	return undefined;
}

/** Addresses, cursors and numbers that the readings of the first page have. */
async function tryStated(asker: Asker, shorter: Shorter | undefined): Promise<Step | undefined> {
	const { reading } = asker;
	const { addresses, values } = leadsIn((shorter?.page ?? reading.page).fields);
	const isLikely = (field: Field) => mayLead(reading, field, shorter);
	for (const field of addresses.filter(isLikely)) {
		const step = await tryAddress(asker, field, shorter);
		if (step) return step;
	}
	for (const field of values.filter(isLikely).slice(0, MAX_VALUES)) {
		const step = await tryValue(asker, field, shorter);
		if (step) return step;
	}
	return undefined;
}

/** Whether a field may lead to the next page: what is the same in both readings does not, unless it says so. */
function mayLead({ page }: Reading, field: Field, shorter: Shorter | undefined): boolean {
	const isStated = isLead(field) && field.isNear;
	if (isStated) return shorter !== undefined || typeof field.value === 'string';
	if (page.contacts.length === 0) return false;
	if (!shorter)
		{return (
			field.isNear &&
			(isAddress(field.value) || (looksOpaque(field.value) && isNamedForCursor(field)))
		);}
	return page.fields.find(({ name }) => name === field.name)?.value !== field.value;
}

/** What has to come: the contact that was held back or, where none was, only new ones. */
function proofOf(shorter: Shorter | undefined) {
	return shorter
		? { reason: 'overlap' as const, start: shorter.count }
		: { reason: 'stated' as const, start: undefined };
}

async function tryAddress(
	asker: Asker,
	{ name, value }: Field,
	shorter: Shorter | undefined,
): Promise<Step | undefined> {
	const { reading } = asker;
	const target = targetOf(reading.request, String(value));
	const size = shorter?.size ?? reading.size;
	const { reason, start } = proofOf(shorter);
	const own: Way = { kind: 'link', field: name };
	const positions: Position[] = [
		// Another path brings other things than contacts, unless the contact that was held back comes.
		...(target && !target.isElsewhere && (target.isOwn || shorter)
			? [{ way: own, value: target.link }]
			: []),
		...(target?.query === undefined
			? []
			: [{ way: { ...own, isQueryOnly: true }, value: target.query }]),
	];
	for (const position of positions) {
		const answer = await asker.ask(size, position);
		const step = asker.accept(position, size, answer, reason, { start });
		if (step) return step;
	}
	return undefined;
}

/** Sends a value back: under its two likeliest names, then under all others at once, and halves of them. */
async function tryValue(
	asker: Asker,
	{ name, key, value }: Field,
	shorter: Shorter | undefined,
): Promise<Step | undefined> {
	const { reading } = asker;
	const size: Size = shorter?.size ?? reading.size;
	const { reason, start } = proofOf(shorter);
	// Without a contact held back, a number under a guessed name could skip contacts.
	const names = unique([
		...ownNames(name, key),
		...(shorter || typeof value === 'string' ? CURSORS : []),
	]);
	const at = (parameter: string): Position => ({
		way: { kind: 'cursor', field: name, parameter },
		value: value as string | number,
	});
	const prove = async (parameter: string) =>
		asker.accept(at(parameter), size, await asker.ask(size, at(parameter)), reason, { start });
	for (const parameter of names.slice(0, 2)) {
		const step = await prove(parameter);
		if (step) return step;
	}
	// What is stated on the last page, too, leads to an empty one, under one of its names.
	const [one, other] = [await asker.ask(size, at(names[0]!)), await asker.ask(size, at(names[1]!))];
	if (!shorter && [one, other].some(({ came }) => came === 'same')) {
		const index = [one, other].findIndex(({ came }) => came === 'empty');
		const position = at(names[index]!);
		if (index !== -1) return { position, size, overlap: 0, reason, isProven: true };
	}
	const isCount =
		value === shorter?.count &&
		reading.page.fields.some((field) => field.name === name && field.value === reading.keys.length);
	const others = names.slice(2, isCount ? 6 : undefined);
	if (typeof value === 'number' && asker.isPicky) return undefined;
	const question = { asker, size, at, prove };
	// Some services refuse a `$` or brackets in the name of a parameter that they do not know.
	return (
		(await narrowDown(others.filter(isPlain), question)) ??
		(await narrowDown(
			others.filter((one) => !isPlain(one)),
			question,
		))
	);
}

/** The end of a list whose way was not found. @throws ListError if nothing proves it */
function conclude(asker: Asker, shorter: Shorter | undefined): End {
	const { reading, hasReacted, wasRefused, isTired } = asker;
	const evidence = reading.evidence();
	const facts = reading.endFacts(evidence, {
		wouldSayMore: shorter !== undefined && saysMoreThan(reading, shorter),
		isTotal: shorter !== undefined && hasTotal(reading, shorter),
		mayHaveMore:
			hasReacted ||
			isTired ||
			hasOwnPosition(reading) ||
			(wasRefused && !asker.isUnsized) ||
			mayHaveMore(reading, shorter),
	});
	const end =
		acceptEnd('wouldBeSaid', facts) ?? acceptEnd('allHaveCome', facts) ?? acceptEnd('short', facts);
	if (end) return end;
	const { pages, isFull } = reading.progress;
	const advice = adviceFor(reading);
	if (evidence.saysMore || evidence.lead) throw new ListError('nextUnknown', pages, advice);
	throw new ListError(isFull ? 'endUnknown' : 'signsUnread', pages, advice);
}

/** Whether the user's own parameters fix the position of the page, so that no other can be asked for. */
function hasOwnPosition({ request }: Reading): boolean {
	const usual = [...PAGES, ...OFFSETS, ...AFTER_IDS, ...CURSORS];
	return usual.some((name) => request.url.searchParams.has(name));
}

/** Whether only the shorter reading says that there is more: by its name, or by a field that changes. */
function saysMoreThan(reading: Reading, { page, count }: Shorter): boolean {
	const { saysMore, lead } = reading.evidence(page, { received: count });
	const before = new Map(reading.page.fields.map(({ name, value }) => [name, value]));
	const changes = page.fields.some((field) => {
		const { name, value, isNear } = field;
		const old = before.get(name);
		const isMore = says.more(field) ? value === true : !says.last(field) || value === false;
		const isFlipped =
			typeof old === 'boolean' && typeof value === 'boolean' && old !== value && isMore;
		return isFlipped || (old === undefined && isNear && value !== null);
	});
	return saysMore || lead !== undefined || changes;
}

/** Whether a number that counts contacts is as many as have come, and the same in both readings. */
function hasTotal({ page, progress }: Reading, shorter: Shorter): boolean {
	return page.fields.some((field) => {
		const again = shorter.page.fields.find(({ name }) => name === field.name);
		const isCount = says.total(field) || /count|num|size|found|hits|length/i.test(field.key);
		const isAll = countOf(field.value) === progress.received && again?.value === field.value;
		return field.isNear && isAll && isCount && !/page|per|limit/i.test(field.key);
	});
}

/** The number in `120 contacts` and in `1 to 50 of 120`. */
function numberIn(value: Field['value']): number {
	const [, number] = /(?:^|\bof )(\d{1,15})(?: \p{L}+)?$/iu.exec(String(value)) ?? [];
	return Number(number ?? 0);
}

/** Whether something that is not understood may say that there is more. */
function mayHaveMore({ page, progress }: Reading, shorter: Shorter | undefined): boolean {
	// Partial Content (RFC 9110, section 15.3.7)
	if (page.response.status === 206) return true;
	const isStated = (field: Field) => isLead(field) && field.isNear;
	if (progress.received === 0) return page.fields.some(isStated);
	return page.fields.some((field) => {
		const again = shorter?.page.fields.find(({ name }) => name === field.name);
		const hasChanged = shorter !== undefined && again !== undefined && again.value !== field.value;
		const number = flagOf(field.value) === undefined ? countOf(field.value) : undefined;
		if (number === undefined) {
			const isText = typeof field.value === 'string' && flagOf(field.value) === undefined;
			const isCursor = !shorter && isText && isNamedForCursor(field);
			const isLeft =
				isStated(field) || ((hasChanged || isCursor) && field.isNear && isUnread(field));
			return isLeft || saysUnfinished(field) || numberIn(field.value) > progress.received;
		}
		const isCount = (field.isNear && says.count(field)) || /total|found|hits/i.test(field.key);
		const isAbove = isCount && number > progress.received;
		// A number of the last contact changes with it, as that of the contacts does.
		const held = progress.received - (shorter?.count ?? 0);
		const hasMoved =
			hasChanged &&
			Math.abs((countOf(again.value) ?? Infinity) - number) === held &&
			isUnread(field);
		const isCursor = !shorter && /cursor|token|continu|after|marker/i.test(field.key) && number > 0;
		return (
			(isAbove && !hasChanged) ||
			hasMoved ||
			(field.isNear && ((isPosition(field) && progress.received > 1) || isCursor))
		);
	});
}
