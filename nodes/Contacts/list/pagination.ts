import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

type Scalar = string | number | boolean | null | undefined;

/** Expressions and models return anything. */
export function toText(value: unknown): string {
	return String((value as Scalar) ?? '').trim();
}

/** Expressions may return the string "false", which is truthy. */
export function isOn(value: unknown): boolean {
	return !['', '0', 'false'].includes(toText(value).toLowerCase());
}

/** How to request the next page: the choices of the form, in its order. */
export const MODES = {
	automatic: [
		'Automatic',
		'Recognize the next page from the response or, if it says nothing, by asking the service',
	],
	cursor: ['Cursor', 'The response has a value that is sent back in a query parameter'],
	lastContact: [
		'Last Contact',
		'A query parameter takes a field of the last contact, such as its ID',
	],
	linkHeader: ['Link Header', 'The Link header has the address of the next page'],
	nextLink: ['Next Link', 'A field of the response has the address of the next page'],
	off: ['Off', 'The service sends the whole list in one response'],
	offset: ['Offset', 'A query parameter says how many contacts to skip'],
	pageNumber: ['Page Number', 'A query parameter has the number of the page'],
} as const;

export type PaginationMode = keyof typeof MODES;

const BY_CURSOR: readonly PaginationMode[] = ['cursor', 'lastContact'];

/** The modes that may not see the end by the next page, and have a flag that says it. */
export const WITH_FLAG: readonly PaginationMode[] = [...BY_CURSOR, 'offset', 'pageNumber'];

/** @param inModes the modes that have the setting; none for all */
const setting = <Value>(
	inModes: readonly PaginationMode[],
	displayName: string,
	byDefault: Value,
	rest: Omit<Partial<INodeProperties>, 'default'>,
) => ({ inModes, displayName, default: byDefault, ...rest });

/** The user's 'Pagination' settings, in the order of the form. An empty name is not set. */
const SETTINGS = {
	mode: setting<PaginationMode>([], 'Mode', 'automatic', {
		type: 'options',
		noDataExpression: true,
		description: 'How to request the next page, as your service documents it',
		options: Object.entries(MODES).map(([value, [name, description]]) => ({
			name,
			value,
			description,
		})),
	}),
	cursorField: setting(['cursor'], 'Cursor Field', 'nextCursor', {
		placeholder: 'e.g. meta.nextCursor',
		description: 'Name or dot path of the field, or name of the header, with the cursor',
	}),
	lastContactField: setting(['lastContact'], 'Last Contact Field', 'id', {
		placeholder: 'e.g. contactId',
		description: 'Name or dot path of the field of the last contact that is sent as the cursor',
	}),
	cursorParameter: setting(BY_CURSOR, 'Cursor Parameter', 'cursor', {
		placeholder: 'e.g. starting_after',
		description: 'Name of the query parameter that the cursor is sent in',
	}),
	nextLinkField: setting(['nextLink'], 'Next Link Field', 'next', {
		placeholder: 'e.g. links.next',
		description: 'Name or dot path of the field with the address of the next page',
	}),
	offsetParameter: setting(['offset'], 'Offset Parameter', 'offset', {
		placeholder: 'e.g. skip',
		description: 'Name of the query parameter for the number of contacts to skip',
	}),
	firstOffset: setting(['offset'], 'First Offset', 0, {
		typeOptions: { minValue: 0 },
		description: 'Number of the first contact: 0, or 1 if the service counts from 1',
	}),
	pageParameter: setting(['pageNumber'], 'Page Parameter', 'page', {
		placeholder: 'e.g. pageNumber',
		description: 'Name of the query parameter for the number of the page',
	}),
	firstPage: setting(['pageNumber'], 'First Page', 1, {
		typeOptions: { minValue: 0 },
		description: 'Number of the first page, usually 1 or 0',
	}),
	hasMoreField: setting(WITH_FLAG, 'Has More Field', '', {
		placeholder: 'e.g. pageInfo.hasNextPage',
		description:
			'Name or dot path of the field, or name of the header, that says whether there are more pages',
	}),
	hasMoreOn: setting<'detect' | 'morePages' | 'lastPage'>(
		WITH_FLAG,
		'Pagination Complete When',
		'detect',
		{
			type: 'options',
			description: "When 'Has More Field' says that there are no more pages",
			displayOptions: { show: { hasMoreField: [{ _cnd: { exists: true } }] } },
			options: [
				{ name: 'Detect From the Name of the Field', value: 'detect' },
				{ name: 'Field Is False', value: 'morePages' },
				{ name: 'Field Is True', value: 'lastPage' },
			],
		},
	),
	isInclusive: setting(BY_CURSOR, 'Cursor Is Inclusive', false, {
		description:
			'Whether each page starts with the last contact of the previous page, which is then dropped',
	}),
};

/** The settings, and which checks there are. */
export type Pagination = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['default'] } & {
	/** Whether to compare the number of contacts with the total that the service states. */
	checkTotal: boolean;
	/** Whether it is an error when a contact is on two pages. */
	checkRepeats: boolean;
};

/** The fields of the 'Pagination' option. Those of single modes are shown for these only. */
export const paginationFields = Object.entries(SETTINGS).map(
	([name, { inModes, ...rest }]): INodeProperties => {
		const field = { name, type: typeof rest.default as 'string', ...rest };
		const show = { mode: [...inModes], ...rest.displayOptions?.show };
		return inModes.length > 0 ? { ...field, displayOptions: { show } } : field;
	},
);

/** Reads a setting; an empty one has the field's default. @returns undefined for an invalid value */
export function readSetting(
	{ type, default: byDefault, options }: INodeProperties,
	value: unknown,
) {
	const text = toText(value) || toText(byDefault);
	switch (type) {
		case 'boolean':
			return isOn(text);
		case 'number':
			return /^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
		case 'options':
			return (options as INodePropertyOptions[]).find((option) => option.value === text)?.value;
		default:
			return text;
	}
}

/** Settings derived from a response; null values have to be looked up in the documentation. */
export type SuggestedSettings = { mode: PaginationMode; contactsField?: string | null } & {
	[Name in keyof Pagination]?: Pagination[Name] | null;
};
