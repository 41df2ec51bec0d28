import type { INodeProperties } from 'n8n-workflow';

import type { SearchMethod } from './loadFields';

/** A field of the form without its name. */
export type Setting = Omit<INodeProperties, 'name'>;

/** A field whose value is chosen from what the service sends, or typed. Expressions and models may give plain text. */
export const chosenOrTyped = (
	displayName: string,
	searchListMethod: SearchMethod,
	byDefault: string,
	placeholder: string,
): Setting => ({
	displayName,
	type: 'resourceLocator',
	default: { __rl: true, mode: 'list', value: byDefault },
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			typeOptions: { searchListMethod, searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder },
	],
});

/** A field for a whole number. */
export const number = (
	displayName: string,
	byDefault: number,
	limits: { minValue: number; maxValue?: number },
): Setting => ({ displayName, type: 'number', default: byDefault, typeOptions: limits });

export const text = (displayName: string, byDefault: string, placeholder: string) =>
	({ displayName, type: 'string', default: byDefault, placeholder }) satisfies Setting;
