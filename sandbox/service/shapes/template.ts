/**
 * JSON with placeholders in its strings:
 *
 * - `'{name}'` stands for a value, and keeps its type where it is the whole string.
 * - `'{name.field}'` is a field of it, `'{name + 1}'` a sum, `'{name | text}'` the result of a filter.
 * - `'{name ?? null}'` has a default. A string with a placeholder that has neither value nor default is
 *   left out, with its field; in an array, so is an object with such a field of its own. Other braces
 *   stay as they are.
 * - `'field if name'` is a field that is there if the value is true; an empty list is not.
 */
export type Template =
	string | number | boolean | null | readonly Template[] | { readonly [field: string]: Template };

export type Values = Readonly<Record<string, unknown>>;

type Fill = (values: Values) => unknown;

/** @returns a function that fills in the template; what is left out is undefined */
export function compile(template: Template): Fill {
	if (typeof template === 'string') return compileText(template);
	if (Array.isArray(template)) return compileArray(template as Template[]);
	if (template instanceof Object) return compileObject(template as Record<string, Template>);
	return () => template;
}

function compileArray(template: Template[]): Fill {
	const entries = template.map(compile);
	return (values) => entries.map((fill) => fill(values)).filter(isComplete);
}

function isComplete(entry: unknown): boolean {
	return entry !== undefined && !Object.values(Object(entry) as object).includes(undefined);
}

function compileObject(template: Record<string, Template>): Fill {
	const fields = Object.entries(template).map(([key, value]) => {
		const [name, condition] = key.split(' if ');
		return { name: name!, condition, fill: compile(value) };
	});
	return (values) =>
		Object.fromEntries(
			fields
				.filter(({ condition }) => condition === undefined || holds(condition, values))
				.map(({ name, fill }) => [name, fill(values)]),
		);
}

function holds(condition: string, values: Values): boolean {
	const value = valueAt(condition, values);
	return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function compileText(template: string): Fill {
	// Every second part is the inside of a placeholder.
	const parts = template.split(/\{(\w[\w.]*(?: [+-] \d+)?(?: \| \w+)?(?: \?\? [^}]+)?)\}/);
	const fills = parts.map((part, n) => (n % 2 === 1 ? compilePlaceholder(part) : () => part));
	if (parts.length === 3 && parts[0] === '' && parts[2] === '') return fills[1]!;
	return (values) => {
		const texts = fills.map((fill) => fill(values));
		return texts.includes(undefined) ? undefined : texts.join('');
	};
}

function compilePlaceholder(source: string): Fill {
	const [, path, sum, filter, initial] =
		/^(\S+)(?: ([+-] \d+))?(?: \| (\w+))?(?: \?\? (.+))?$/.exec(source)!;
	const addend = sum && Number(sum.replace(' ', ''));
	const fallback: unknown = initial && JSON.parse(initial);
	return (values) => {
		if (!(path!.split('.')[0]! in values)) return `{${source}}`;
		const value = valueAt(path!, values);
		if (value === undefined) return fallback;
		const result = addend ? Number(value) + addend : (value as string | number);
		return filter ? filters[filter]!(String(result)) : result;
	};
}

function valueAt(path: string, values: Values): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, name) => (value as Values | undefined)?.[name], values);
}

const filters: Record<string, (text: string) => string> = {
	text: (text) => text,
	/** The path and query of a URL. */
	path: (url) => new URL(url).pathname + new URL(url).search,
	query: (url) => new URL(url).search,
};
