import { CURSORS, kindOf, ownNames, unique } from '../request/parameterNames';
import {
	countIn,
	isLead,
	isNamedForCursor,
	isNumberAfter,
	isPageSize,
	isUnread,
	leadsIn,
	looksOpaque,
	mayBeCursor,
} from '../response/evidence';
import { countOf, type Field, fieldNamed, isAddress } from '../response/fields';
import { isId } from '../response/identity';
import { endIf } from './along';
import { type Answer, Asker, firstOf, narrowDown, type Proof } from './ask';
import {
	checkTotals,
	LEAST_CUT,
	mayBeCut,
	noteUnstable,
	readAtItsLength,
	readShorter,
	type Shorter,
} from './firstPage';
import { adviceFor, listError } from './listErrors';
import { Positions, valueFor } from './positions';
import type { Next, Reading, Step } from './reading';
import { leadIn, type Position, targetOf, type Way } from './ways';

/** Values that may lead on, under all of whose names the service is asked. */
const MAX_VALUES = 4;

/**
 * Finds out how the list goes on after its first page, by asking one thing after another.
 *
 * @returns the step to the next page, or the end
 * @throws ContactsError if neither can be proven
 */
export async function findWay(reading: Reading): Promise<Next> {
	const stated = stepByAddress(reading);
	if (!stated && mayBeCut(reading)) await checkTotals(reading);
	const said = endIf(reading, 'said', reading.evidence());
	if (said && !isDoubtful(reading)) return said;
	await noteUnstable(reading);
	if (stated) return stated;
	const asker = new Asker(reading);
	const shared = await tryShared(asker);
	if (shared) return shared;
	const shorter = await readShorter(reading);
	if (said) await readAtItsLength(reading);
	const step = (await tryStated(asker, shorter)) ?? (await new Positions(asker, shorter).find());
	// At its own length, the page may no longer say so.
	if (!step) return endIf(reading, 'said', reading.evidence()) ?? conclude(asker, shorter);
	reading.reader.ways.add({ way: step.position.way, size: step.size });
	return step;
}

/** The step along an address of the list's own path, which needs no proof but new contacts. */
function stepByAddress(reading: Reading): Step | undefined {
	const { request, size } = reading;
	const { lead } = reading.evidence();
	const target = typeof lead?.value === 'string' ? targetOf(request, lead.value) : undefined;
	if (!target?.isOwn) return undefined;
	const position: Position = { way: { kind: 'link', field: lead!.name }, value: target.link };
	return { position, size, overlap: 0, reason: 'stated', isProven: false };
}

/**
 * Whether a flag may be wrong: some services say that there is more only where as many contacts came as were
 * requested, and permit fewer.
 */
function isDoubtful(reading: Reading): boolean {
	const isShort = reading.keys.length < Number(reading.size.contacts);
	return isShort && mayBeCut(reading) && !reading.evidence().isCounted;
}

/** Ways that other lists of the run have found. Each list proves them with its own contacts. */
async function tryShared(asker: Asker): Promise<Step | undefined> {
	const { reading } = asker;
	const start = reading.keys.length - reading.held;
	for (const { way, size } of reading.reader.ways.all) {
		if (way.kind === 'link') continue;
		const isStated = way.kind === 'cursor';
		const value = isStated ? leadIn(reading.page.fields, way.field) : valueFor(reading, way, start);
		if (!isId(value) || (isStated ? typeof value !== 'string' : start < 1)) continue;
		// Pages by their number start with the last contact only if they have one less.
		const contacts = way.kind === 'page' ? start : reading.size.contacts;
		const proof: Proof = isStated
			? { reason: 'stated', size: reading.size }
			: { reason: 'overlap', size: { ...size, contacts }, start };
		const step = await asker.prove({ way, value }, proof);
		if (step) return step;
	}
	return undefined;
}

/** Addresses, cursors and numbers that the readings of the first page have. */
async function tryStated(asker: Asker, shorter: Shorter | undefined): Promise<Step | undefined> {
	const { reading } = asker;
	const { addresses, values } = leadsIn((shorter?.page ?? reading.page).fields);
	const isLikely = (field: Field) => mayLead(reading, field, shorter);
	// The contact that was held back has to come or, where none was, only new ones.
	const proof: Proof = shorter
		? { reason: 'overlap', size: shorter.size, start: shorter.count }
		: { reason: 'stated', size: reading.size };
	const step = await firstOf(addresses.filter(isLikely), (field) =>
		tryAddress(asker, field, proof),
	);
	if (step) return step;
	const likely = values.filter(isLikely).slice(0, MAX_VALUES);
	return await firstOf(likely, (field) => tryValue(asker, field, proof));
}

/** Whether a field may lead to the next page: what is the same in both readings does not, unless it says so. */
function mayLead({ page }: Reading, field: Field, shorter: Shorter | undefined): boolean {
	const isStated = isLead(field) && field.isNear;
	// Without the contact that was held back, a number may skip some.
	if (isStated) return shorter !== undefined || countOf(field.value) === undefined;
	if (page.contacts.length === 0) return false;
	if (!shorter) {
		return (
			field.isNear &&
			(isAddress(field.value) || (looksOpaque(field.value) && isNamedForCursor(field)))
		);
	}
	const before = fieldNamed(page.fields, field.name)?.value;
	const isCount = Number(before) === page.contacts.length && Number(field.value) === shorter.count;
	return before !== field.value && !isCount;
}

async function tryAddress(
	asker: Asker,
	{ name, value }: Field,
	proof: Proof,
): Promise<Step | undefined> {
	const target = targetOf(asker.reading.request, String(value));
	if (!target) return undefined;
	const way: Way = { kind: 'link', field: name };
	// Another path brings other things than contacts, unless the contact that was held back comes.
	const mayFollow = !target.isElsewhere && (target.isOwn || proof.start !== undefined);
	const positions: Position[] = mayFollow ? [{ way, value: target.link }] : [];
	const { query } = target;
	if (query !== undefined) positions.push({ way: { ...way, isQueryOnly: true }, value: query });
	return await firstOf(positions, (position) => asker.prove(position, proof));
}

/** Sends a value back: under its two likeliest names, then under all others at once, and halves of them. */
async function tryValue(asker: Asker, field: Field, proof: Proof): Promise<Step | undefined> {
	const { name, key, value } = field;
	// Parameters of the user's own stay as they are, but for the one of this value: `cursor=*`.
	const { searchParams } = asker.reading.request.url;
	const free = CURSORS.filter((parameter) => !searchParams.has(parameter));
	const names = unique([...ownNames(name, key), ...free]);
	const at = (parameter: string): Position => ({
		way: { kind: 'cursor', field: name, parameter },
		value: value as string | number,
	});
	const answers: Answer[] = [];
	for (const parameter of names.slice(0, 2)) {
		const answer = await asker.ask(proof.size, at(parameter));
		const step = asker.accept(at(parameter), answer, proof);
		if (step) return step;
		answers.push(answer);
	}
	const empty = proof.start === undefined ? emptyAmong(answers) : undefined;
	if (empty !== undefined) {
		return { ...proof, position: at(names[empty]!), overlap: 0, isProven: true };
	}
	if (typeof value === 'number' && asker.isPicky) return undefined;
	const prove = async (parameter: string) => await asker.prove(at(parameter), proof);
	return await narrowDown(names.slice(2), { asker, size: proof.size, at, prove });
}

/** What is stated on the last page, too, leads to an empty one, under one of its names. */
function emptyAmong(answers: readonly Answer[]): number | undefined {
	const index = answers.findIndex(({ came }) => came === 'empty');
	const isIgnored = answers.some(({ came }) => came === 'same');
	return index !== -1 && isIgnored ? index : undefined;
}

// Without a way

/** The end of a list whose way was not found. @throws ContactsError if nothing proves it */
function conclude(asker: Asker, shorter: Shorter | undefined): Next {
	const { reading } = asker;
	const evidence = reading.evidence();
	const hasSigns = mayHaveMore(reading, shorter);
	const facts = {
		wouldSayMore: shorter !== undefined && saysMoreThan(reading, shorter),
		mayHaveMore: asker.hasOpenQuestions || hasSigns,
	};
	for (const reason of ['wouldBeSaid', 'allHaveCome', 'short'] as const) {
		const end = endIf(reading, reason, evidence, facts);
		if (end) return end;
	}
	const { pages, isFull } = reading.progress;
	const isMore = evidence.saysMore || evidence.lead !== undefined;
	const reason = isMore ? 'nextUnknown' : hasSigns && !isFull ? 'signsUnread' : 'endUnknown';
	throw listError(reason, pages, adviceFor(reading));
}

/** Whether only the shorter reading says that there is more. */
function saysMoreThan(reading: Reading, { page, count }: Shorter): boolean {
	const { saysMore, lead } = reading.evidence(page, { received: count });
	return saysMore || lead !== undefined;
}

/** Whether something that is not understood may say that there is more. */
function mayHaveMore(reading: Reading, shorter: Shorter | undefined): boolean {
	const { page, progress, keys, size } = reading;
	const isStated = (field: Field) => field.isNear && isLead(field);
	if (progress.received === 0) return page.fields.some(isStated);
	// Partial Content (RFC 9110, section 15.3.7)
	if (page.response.status === 206) return true;
	// A page that is neither tiny nor longer than requested may be a part of the list.
	const mayBePart = keys.length >= LEAST_CUT && keys.length <= Number(size.contacts);
	return page.fields.some(
		(field) =>
			(isStated(field) && typeof field.value === 'string') ||
			countIn(field) > progress.received ||
			(!shorter && isNumberAfter(field)) ||
			(mayBePart && isPosition(field, keys.length)) ||
			(isUnread(field) &&
				(shorter ? hasMoved(reading, field, shorter) : mayBeCursor(field, mayBePart))),
	);
}

/** Whether a field states where the page is in the list, where the next one may start, or that it is full. */
function isPosition({ key, value, isNear }: Field, count: number): boolean {
	const number = countOf(value);
	if (number === count) return isPageSize(key) || !COUNT.test(key);
	return isNear && kindOf(key) !== 'none' && (number === 0 || number === 1);
}

const COUNT =
	/count|total|num|size|found|hits|length|results|records|rows|items|returned|fetched|end|last|to$|limit|per/i;

/** Whether a value changes with the last contact. */
function hasMoved({ keys }: Reading, { name, value, isNear }: Field, { page, count }: Shorter) {
	const again = fieldNamed(page.fields, name)?.value;
	if (isNear && typeof value === 'string') return again !== value;
	return Math.abs(Number(again) - Number(value)) === keys.length - count;
}
