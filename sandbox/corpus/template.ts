/** JSON with placeholders in its texts, as the README describes it. */
export type Template =
	string | number | boolean | null | readonly Template[] | { readonly [field: string]: Template };

export type Values = Readonly<Record<string, unknown>>;

/** Fills in a template; undefined where it is left out. */
type Fill = (values: Values) => unknown;

/** Whether templates may use the value at the path. */
export type IsKnown = (path: string[]) => boolean;

/** A template that cannot be filled in, because of an unknown name, for example. */
class TemplateError extends Error {}

/** @throws {TemplateError} for anything in braces that is not understood, or names an unknown value */
export function compile(template: Template, isKnown: IsKnown): Fill {
	if (typeof template === 'string') return compileText(template, isKnown);
	if (Array.isArray(template)) return compileArray(template as Template[], isKnown);
	if (template instanceof Object) return compileObject(Object.entries(template), isKnown);
	return () => template;
}

/** The field that stands for all fields of its value, or all entries of a list. */
const SPREAD = '...';

function compileArray(template: Template[], isKnown: IsKnown): Fill {
	const entries = template.map((entry) => {
		const fill = compile(entry, isKnown);
		const isSpread = Object.keys(Object(entry) as object).join() === SPREAD;
		return (values: Values) =>
			isSpread ? Object.values(fill(values) as Values) : [fill(values)].filter(isComplete);
	});
	return (values) => entries.flatMap((entry) => entry(values));
}

function isComplete(entry: unknown): boolean {
	return entry !== undefined && !Object.values(Object(entry) as object).includes(undefined);
}

function compileObject(template: Array<[string, Template]>, isKnown: IsKnown): Fill {
	const fields = template.map(([key, value]) => {
		const [name, condition] = key.split(' if ');
		const fill = compile(value, isKnown);
		return { name: name!, holds: compileCondition(condition, isKnown), fill };
	});
	return (values) =>
		Object.fromEntries(
			fields
				.filter(({ holds }) => holds(values))
				.flatMap(({ name, fill }) =>
					name === SPREAD ? Object.entries(fill(values) as object) : [[name, fill(values)]],
				),
		);
}

/** @returns whether the named value is true; an empty list, an empty text and 0 are not */
export function compileCondition(name: string | undefined, isKnown: IsKnown) {
	if (name === undefined) return () => true;
	const read = compilePath(name, isKnown);
	return (values: Values): boolean => {
		const value = read(values);
		return Array.isArray(value) ? value.length > 0 : Boolean(value);
	};
}

function compileText(text: string, isKnown: IsKnown): Fill {
	// Every second part is a placeholder or a doubled brace.
	const parts = text.split(/(\{\{|\}\}|\{[^{}]*\})/);
	const fills = parts.map((part, n) => {
		if (n % 2 === 1 && part.length > 2) return compilePlaceholder(part.slice(1, -1), isKnown);
		if (n % 2 === 0 && /[{}]/.test(part)) throw new TemplateError(`A lone brace in "${text}"`);
		return () => (n % 2 === 1 ? part[0] : part);
	});
	if (parts.length === 3 && parts[0] === '' && parts[2] === '') return fills[1]!;
	return (values) => {
		const texts = fills.map((fill) => fill(values));
		return texts.includes(undefined) ? undefined : texts.join('');
	};
}

/** A value, what is added to it, filters, and a default. */
const PLACEHOLDER = /^(\S+)(?: ([+-] \d+))?((?: \| \w+(?: \S+)?)*?)(?: \?\? (.+))?$/;

function compilePlaceholder(source: string, isKnown: IsKnown): Fill {
	const parts = PLACEHOLDER.exec(source);
	if (parts === null) throw new TemplateError(`{${source}} is not understood`);
	const [, path = '', sum, filtersText = '', defaultText] = parts;
	const read = compilePath(path, isKnown);
	const addend = sum && Number(sum.replace(' ', ''));
	const filters = filtersText.split(' | ').slice(1).map(compileFilter);
	const fallback: unknown = defaultText && parseDefault(defaultText);
	return (values) => {
		const value = read(values);
		if (value === undefined) return fallback;
		const result = addend ? Number(value) + addend : value;
		return filters.reduce<unknown>((filtered, filter) => filter(String(filtered)), result);
	};
}

function compileFilter(text: string): (value: string) => unknown {
	const [name = '', argument = ''] = text.split(' ');
	if (!Object.hasOwn(FILTERS, name)) throw new TemplateError(`There is no filter "${name}"`);
	return (value) => FILTERS[name]!(value, argument);
}

const FILTERS: Record<string, (value: string, argument: string) => unknown> = {
	text: (value) => value,
	number: Number,
	path: (url) => new URL(url).pathname + new URL(url).search,
	query: (url) => new URL(url).search,
	with: (url, parameter) => {
		const changed = new URL(url);
		for (const [name, value] of new URLSearchParams(parameter)) {
			changed.searchParams.set(name, value);
		}
		return changed.href;
	},
};

function parseDefault(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		throw new TemplateError(`The default ${json} is not JSON`);
	}
}

function compilePath(text: string, isKnown: IsKnown): Fill {
	const path = text.split('.');
	if (!isKnown(path)) throw new TemplateError(`There is no value "${text}"`);
	return (values) => valueAt(path, values);
}

/** @returns the value at the path; of a list, the values of its entries */
export function valueAt(path: string[], values: unknown): unknown {
	return path.reduce<unknown>((value, name) => {
		const isList = Array.isArray(value) && !/^\d+$/.test(name);
		return isList ? value.map((entry) => valueAt([name], entry)) : (value as Values)?.[name];
	}, values);
}
