/** Turns the description of a service into one that answers requests. */
import { type Contact, type ContactList, contactMaker, mayHave } from './contacts.ts';
import { type Page, PAGE_VALUES, pager, type Paging, sizeParameterOf, type Sizes } from './page.ts';
import { compile, compileCondition, type IsKnown, type Template } from './template.ts';

/** A line of the corpus; README.md and schema.json say what its fields mean. */
export interface Description extends Paging {
	name: string;
	source: string;
	contact: Template;
	unwrap?: string;
	responses: ResponseTemplate[];
	malformedPositions?: 'refused' | 'first page';
	unknownParameters?: 'ignored' | 'refused' | 'refused if marked' | 'filter';
	knownParameters?: string[];
	mergesBrackets?: boolean;
	documented?: Documented;
	knowable?: false;
	endsWithoutSign?: true;
	unreadable?: string;
}

export interface ResponseTemplate {
	if?: string;
	status?: number;
	headers?: Record<string, Template>;
	body?: Template;
}

/** What only the documentation states. */
interface Documented {
	cursorParameter?: string;
	pageParameter?: string;
	firstPage?: number;
	offsetParameter?: string;
	firstOffset?: number;
	contactsField?: string;
	pageSizeParameter?: string;
	maxPageSize?: number;
}

export interface Answer {
	status?: number;
	headers?: Record<string, string | string[]>;
	/** JSON; undefined for a response without a body. */
	body?: unknown;
}

export type CorpusService = ReturnType<typeof serviceOf>;

/**
 * @param answer makes the response for a page, by default as the description says
 * @throws {TemplateError}
 */
export function serviceOf(description: Description, answer = answerer(description)) {
	const { name, source, contact, unwrap, pagedBy, unknownParameters = 'ignored' } = description;
	const contacts = [contact].flat();
	const toPage = pager(description, contacts);
	const parameters = pagedBy.map(({ parameter }) => parameter);
	return {
		name,
		source,
		description,
		/** The n-th entry of the list, from 0. */
		contact: contactMaker(contacts),
		/** If entries are wrappers, the part that may also be returned as the contact. */
		unwrap: unwrap === undefined ? undefined : (entry: Contact) => entry[unwrap],
		documented: documentedBy(description),
		respond: ({ url }: { url: URL }, all: ContactList, sizes: Sizes): Answer => {
			const known = [...parameters, ...(description.knownParameters ?? [])];
			known.push(sizeParameterOf(description, sizes));
			const others = [...url.searchParams.keys()].filter((one) => !known.includes(one));
			if (others.some((one) => isRefused(one, unknownParameters))) return BAD_REQUEST;
			const isFiltered = unknownParameters === 'filter' && others.length > 0;
			const request = { contacts: isFiltered ? [] : all, sizes };
			const page = toPage({ ...request, url: mergesNames(url, description) ? bare(url) : url });
			if (page !== undefined) return answer(page);
			if (description.malformedPositions !== 'first page') return BAD_REQUEST;
			return answer(toPage({ ...request, url: withoutParameters(url, parameters) })!);
		},
	};
}

const BAD_REQUEST: Answer = { status: 400, body: { message: 'Bad request' } };

function isRefused(name: string, unknown: Description['unknownParameters']): boolean {
	return unknown === 'refused' || (unknown === 'refused if marked' && /[^\w-]/.test(name));
}

/** Whether there are `page` and `page[number]`, for example. */
function mergesNames({ searchParams }: URL, { mergesBrackets }: Description): boolean {
	const outer = (name: string) => name.slice(0, Math.max(0, name.indexOf('[')));
	return (
		mergesBrackets === true && [...searchParams.keys()].some((one) => searchParams.has(outer(one)))
	);
}

const bare = (url: URL) => new URL(url.pathname, url);

/** The request without a position. */
export function withoutParameters(url: URL, parameters: string[]): URL {
	const changed = new URL(url);
	for (const parameter of parameters) changed.searchParams.delete(parameter);
	return changed;
}

function documentedBy({ pagedBy, documented }: Description): Documented {
	const stated = pagedBy.map((position): Documented => {
		const { kind, parameter } = position;
		if (kind === 'page') return { pageParameter: parameter, firstPage: position.first ?? 1 };
		if (kind === 'offset') return { offsetParameter: parameter, firstOffset: position.first ?? 0 };
		return { cursorParameter: parameter };
	});
	return Object.assign({}, ...stated, documented) as Documented;
}

/** Answers with the first response whose condition holds. @throws {TemplateError} */
export function answerer({ responses, contact }: Pick<Description, 'responses' | 'contact'>) {
	const isKnown = knownIn([contact].flat());
	const answers = responses.map(({ if: condition, status, headers = {}, body }) => ({
		holds: compileCondition(condition, isKnown),
		status,
		headersOf: compile(headers, isKnown),
		bodyOf: body === undefined ? () => undefined : compile(body, isKnown),
	}));
	return (page: Page): Answer => {
		const { status, headersOf, bodyOf } = answers.find(({ holds }) => holds(page))!;
		const headers = Object.entries(headersOf(page) as Record<string, unknown>)
			.map(([name, value]) => [name, headerText(value)] as const)
			.filter(([, value]) => value !== undefined);
		return {
			status,
			headers: Object.fromEntries(headers) as Answer['headers'],
			body: bodyOf(page),
		};
	};
}

/** Whether the templates of responses may use a value; contacts must have the fields. */
function knownIn(contact: Template[]): IsKnown {
	return ([name = '', ...path]) => {
		if (path.length === 0) return PAGE_VALUES.includes(name);
		return name === 'query' || (CONTACTS.includes(name) && mayHave(contact, path));
	};
}

const CONTACTS = ['first', 'last', 'single', 'list', 'several'];

/** Lists are joined, lists of lists are several lines, and objects are sent as JSON. */
function headerText(value: unknown): string | string[] | undefined {
	if (typeof value === 'string' || value === undefined) return value;
	if (!Array.isArray(value)) return JSON.stringify(value);
	const lines = value.map((line) => [line].flat().join(', ')).filter((line) => line !== '');
	if (lines.length === 0) return undefined;
	return value.some(Array.isArray) ? lines : lines.join(', ');
}
