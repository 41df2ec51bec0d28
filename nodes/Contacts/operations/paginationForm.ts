import type { INodeProperties } from 'n8n-workflow';

import { type Pagination, type PaginationMode, PAGINATORS } from '../paginate';
import { chosenOrTyped, number, type Setting, text } from './fieldKinds';

/** How to request the next page: the choices of the form, in its order. */
export const MODES: Record<PaginationMode, [name: string, description: string]> = {
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
};

/** The modes in which nothing but a flag may say that a full page is the last one. */
const WITH_FLAG: PaginationMode[] = ['cursor', 'lastContact', 'offset', 'pageNumber'];

/** The settings of 'Pagination', in the order of the form. An empty one has the field's default. */
const SETTINGS: Record<Exclude<keyof Pagination, 'checkTotal' | 'checkRepeats'>, Setting> = {
	mode: {
		displayName: 'Mode',
		type: 'options',
		noDataExpression: true,
		default: 'automatic',
		description: 'How to request the next page, as your service documents it',
		options: Object.entries(MODES).map(([value, [name, description]]) => ({
			name,
			value,
			description,
		})),
	},
	cursorField: {
		...chosenOrTyped('Cursor Field', 'getResponseFields', 'nextCursor', 'e.g. meta.nextCursor'),
		description: 'Name or dot path of the field, or name of the header, with the cursor',
	},
	lastContactField: {
		...chosenOrTyped('Last Contact Field', 'getLastContactFields', 'id', 'e.g. contactId'),
		description: 'Name or dot path of the field of the last contact that is sent as the cursor',
	},
	cursorParameter: {
		...text('Cursor Parameter', 'cursor', 'e.g. starting_after'),
		description: 'Name of the query parameter that the cursor is sent in',
	},
	nextLinkField: {
		...chosenOrTyped('Next Link Field', 'getResponseFields', 'next', 'e.g. links.next'),
		description: 'Name or dot path of the field with the address of the next page',
	},
	offsetParameter: {
		...text('Offset Parameter', 'offset', 'e.g. skip'),
		description: 'Name of the query parameter for the number of contacts to skip',
	},
	firstOffset: {
		...number('First Offset', 0, { minValue: 0 }),
		description: 'Number of the first contact: 0, or 1 if the service counts from 1',
	},
	pageParameter: {
		...text('Page Parameter', 'page', 'e.g. pageNumber'),
		description: 'Name of the query parameter for the number of the page',
	},
	firstPage: {
		...number('First Page', 1, { minValue: 0 }),
		description: 'Number of the first page, usually 1 or 0',
	},
	hasMoreField: {
		...chosenOrTyped('Has More Field', 'getResponseFields', '', 'e.g. pageInfo.hasNextPage'),
		displayOptions: { show: { mode: WITH_FLAG } },
		description:
			'Name or dot path of the field, or name of the header, that says whether there are more pages',
	},
	hasMoreOn: {
		displayName: 'Pagination Complete When',
		displayOptions: { show: { mode: WITH_FLAG, hasMoreField: [{ _cnd: { exists: true } }] } },
		type: 'options',
		default: 'detect',
		description: "When 'Has More Field' says that there are no more pages",
		options: [
			{ name: 'Detect From the Name of the Field', value: 'detect' },
			{ name: 'Field Is False', value: 'morePages' },
			{ name: 'Field Is True', value: 'lastPage' },
		],
	},
	isInclusive: {
		displayName: 'Cursor Is Inclusive',
		type: 'boolean',
		default: false,
		description:
			'Whether each page starts with the last contact of the previous page, which is then dropped',
	},
};

/** The fields of the 'Pagination' option, shown in the modes whose paginators have them, if nothing else is said. */
export const paginationFields = Object.entries(SETTINGS).map(([name, setting]): INodeProperties => {
	const paginators = Object.entries(PAGINATORS).filter(([, { form }]) =>
		Object.values<string>(form).includes(name),
	);
	const mode = paginators.map(([kind]) => kind);
	return { name, ...(mode.length > 0 && { displayOptions: { show: { mode } } }), ...setting };
});
