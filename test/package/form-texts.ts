import type { INodeProperties } from 'n8n-workflow';

/** A text of the form, with the path of its field. */
type Text = [path: string, text: string];

interface Texts {
	names: Text[];
	descriptions: Text[];
	placeholders: Text[];
	booleans: Text[];
}

/** @returns all texts of a form, in its order */
export function textsOf(properties: INodeProperties[], prefix = ''): Texts {
	const texts: Texts = { names: [], descriptions: [], placeholders: [], booleans: [] };
	for (const property of properties) {
		const { displayName, name, type, description, placeholder, options = [] } = property;
		const path = prefix + name;
		texts.names.push([path, displayName]);
		if (description) texts.descriptions.push([path, description]);
		if (description && type === 'boolean') texts.booleans.push([path, description]);
		if (placeholder && type === 'string') texts.placeholders.push([path, placeholder]);
		for (const option of options) {
			add(texts, textsOf(fieldsIn(option), `${path}.`));
		}
	}
	return texts;
}

/** Options of a list have other properties than fields, and those of a collection contain fields. */
function fieldsIn(option: NonNullable<INodeProperties['options']>[number]): INodeProperties[] {
	if ('values' in option) {
		const { displayName, name, values } = option;
		const fields = values.map((field) => ({ ...field, name: `${name}.${field.name}` }));
		return [{ displayName, name } as INodeProperties, ...fields];
	}
	if ('value' in option) {
		const { name, value, description } = option;
		return [{ displayName: name, name: String(value), description } as INodeProperties];
	}
	return [option];
}

function add(texts: Texts, more: Texts): void {
	for (const kind of Object.keys(texts) as Array<keyof Texts>) texts[kind].push(...more[kind]);
}
