import type { INodeProperties } from 'n8n-workflow';

/** A field, a group of fields or a choice, with the path to it. */
type Part = INodeProperties & { path: string };

/** @returns everything in a form that has a text, in its order */
export function partsOf(properties: INodeProperties[], prefix = ''): Part[] {
	return properties.flatMap((property) => {
		const path = prefix + property.name;
		const parts = (property.options ?? []).flatMap(propertiesIn);
		return [{ ...property, path }, ...partsOf(parts, `${path}.`)];
	});
}

/** Options of a list have other properties than fields, and those of a collection contain fields. */
function propertiesIn(option: NonNullable<INodeProperties['options']>[number]): INodeProperties[] {
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
