import { type Contact, record, withoutId } from '../../../../sandbox/service/shapes/contacts.ts';
import {
	decoys,
	type HeaderKind,
	headerNames,
	type Plan,
	type Sign,
	type SignKind,
	styles,
} from './randomPlan';
import { type Page, shape, type Shape } from '../../../../sandbox/service/shapes/shape.ts';

/** Emulates the service that a plan describes. */
export function shapeOf(plan: Plan): Shape {
	const { idName, defaultSize, dropsPageSize, firstNumber } = plan;
	return shape('Random', {
		by: positionOf(plan),
		defaultSize,
		dropsPageSize,
		firstNumber,
		contact: idName ? record(idName) : withoutId,
		empty: plan.empty === 'no content' ? { status: 204 } : undefined,
		body: (page) => bodyOf(plan, page),
		headers: (page) => headersOf(plan, page),
	});
}

function positionOf({ by, parameter, style, first }: Plan) {
	const name = styles[style](parameter);
	if (by === 'page') return { page: name, first };
	return by === 'offset' ? { offset: name, first } : { cursor: name };
}

function bodyOf(plan: Plan, page: Page): unknown {
	const named = styles[plan.style];
	if (plan.list === undefined) return page.list;

	const top: Contact = {};
	const around = plan.containers.reduce((outer, name) => objectIn(outer, named(name)), top);
	const sent = listAs(plan.empty, page.list);
	put(around, named(plan.list), sent);
	for (const sign of plan.signs) {
		const place = sign.place === 'list' ? around : top;
		const target = sign.inside === undefined ? place : objectIn(place, named(sign.inside));
		put(target, named(sign.name), signValues[sign.kind](page, sign, plan));
	}
	for (const decoy of plan.decoys) {
		// Without another list, a list of objects looks like the contacts.
		const isMistakable = decoy === 'warnings' || decoy === 'sort';
		if (Array.isArray(sent) || !isMistakable) put(top, named(decoy), decoys[decoy]);
	}
	return top;
}

const signValues: Record<SignKind, (page: Page, sign: Sign, plan: Plan) => unknown> = {
	next: ({ next }, sign) => next ?? atTheEnd(sign),
	nextLink: ({ nextLink }, sign) => (nextLink ? linkAs(sign, nextLink) : atTheEnd(sign)),
	more: ({ hasMore }, sign) => flagAs(sign, hasMore),
	last: ({ hasMore }, sign) => flagAs(sign, !hasMore),
	total: ({ total }, sign) => numberAs(sign, total),
	pages: ({ pages }, sign) => numberAs(sign, pages),
	pageNumber: ({ number }, sign) => numberAs(sign, number),
	offset: ({ start }, sign, { firstNumber }) => numberAs(sign, start + firstNumber),
	pageSize: ({ size }, sign) => numberAs(sign, size),
	onThisPage: ({ list }, sign) => numberAs(sign, list.length),
};

function headersOf({ headers, by }: Plan, page: Page): Record<string, string> {
	const entries = headers.map((kind) => [headerNames[kind](by), headerValues[kind](page)]);
	return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<
		string,
		string
	>;
}

const headerValues: Record<HeaderKind, (page: Page) => string | undefined> = {
	link: ({ nextLink }) => nextLink && `<${nextLink}>; rel="next"`,
	next: ({ next = '' }) => String(next),
	more: ({ hasMore }) => String(hasMore),
	total: ({ total }) => String(total),
	pages: ({ pages }) => String(pages),
};

function listAs(empty: Plan['empty'], list: Contact[]): unknown {
	if (list.length > 0 || empty === 'list') return list;
	return empty === 'absent' ? undefined : { null: null, object: {} }[empty as string];
}

/** Gets or creates a nested object. */
function objectIn(outer: Contact, name: string): Contact {
	put(outer, name, {});
	return Object(outer[name]) as Contact;
}

/** Keeps the first of several fields with the same name. */
function put(target: Contact, name: string, value: unknown) {
	if (value !== undefined && !(name in target)) target[name] = value;
}

function atTheEnd({ end }: Sign): null | '' | undefined {
	return { absent: undefined, null: null, empty: '' as const }[end];
}

function linkAs({ link }: Sign, target: string): unknown {
	const { pathname, search } = new URL(target);
	return { absolute: target, relative: pathname + search, object: { href: target } }[link];
}

function flagAs({ format }: Sign, flag: boolean): unknown {
	return { plain: flag, text: String(flag), digit: Number(flag) }[format];
}

function numberAs({ format }: Sign, number: number): unknown {
	return format === 'text' ? String(number) : number;
}
