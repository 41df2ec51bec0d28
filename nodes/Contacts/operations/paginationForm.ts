import type { INodeProperties } from 'n8n-workflow';

import type { Pagination, PaginationMode } from '../paginate';
import type { SearchMethod } from './loadFields';

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

/** A field whose value is chosen from what the service sends, or typed. Expressions and models may give plain text. */
export function chosenOrTyped(
	searchListMethod: SearchMethod,
	byDefault: string,
	placeholder: string,
): Pick<INodeProperties, 'type' | 'default' | 'modes'> {
	return {
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
	};
}

const BY_CURSOR: PaginationMode[] = ['cursor', 'lastContact'];

/** The modes in which nothing but a flag may say that a full page is the last one. */
const WITH_FLAG: PaginationMode[] = [...BY_CURSOR, 'offset', 'pageNumber'];

type Setting = Omit<INodeProperties, 'name'>;

/** A setting of some modes: a name that is typed, or a number of at least 0. */
const setting = (displayName: string, ...mode: PaginationMode[]) => ({
	displayName,
	displayOptions: { show: { mode } },
});
const text = (byDefault: string, placeholder: string) =>
	({ type: 'string', default: byDefault, placeholder }) as const;
const number = (byDefault: number) =>
	({ type: 'number', typeOptions: { minValue: 0 }, default: byDefault }) as const;

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
		...setting('Cursor Field', 'cursor'),
		...chosenOrTyped('getResponseFields', 'nextCursor', 'e.g. meta.nextCursor'),
		description: 'Name or dot path of the field, or name of the header, with the cursor',
	},
	lastContactField: {
		...setting('Last Contact Field', 'lastContact'),
		...chosenOrTyped('getLastContactFields', 'id', 'e.g. contactId'),
		description: 'Name or dot path of the field of the last contact that is sent as the cursor',
	},
	cursorParameter: {
		...setting('Cursor Parameter', ...BY_CURSOR),
		...text('cursor', 'e.g. starting_after'),
		description: 'Name of the query parameter that the cursor is sent in',
	},
	nextLinkField: {
		...setting('Next Link Field', 'nextLink'),
		...chosenOrTyped('getResponseFields', 'next', 'e.g. links.next'),
		description: 'Name or dot path of the field with the address of the next page',
	},
	offsetParameter: {
		...setting('Offset Parameter', 'offset'),
		...text('offset', 'e.g. skip'),
		description: 'Name of the query parameter for the number of contacts to skip',
	},
	firstOffset: {
		...setting('First Offset', 'offset'),
		...number(0),
		description: 'Number of the first contact: 0, or 1 if the service counts from 1',
	},
	pageParameter: {
		...setting('Page Parameter', 'pageNumber'),
		...text('page', 'e.g. pageNumber'),
		description: 'Name of the query parameter for the number of the page',
	},
	firstPage: {
		...setting('First Page', 'pageNumber'),
		...number(1),
		description: 'Number of the first page, usually 1 or 0',
	},
	hasMoreField: {
		...setting('Has More Field', ...WITH_FLAG),
		...chosenOrTyped('getResponseFields', '', 'e.g. pageInfo.hasNextPage'),
		description:
			'Name or dot path of the field, or name of the header, that says whether there are more pages',
	},
	hasMoreOn: {
		displayOptions: { show: { mode: WITH_FLAG, hasMoreField: [{ _cnd: { exists: true } }] } },
		displayName: 'Pagination Complete When',
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
		...setting('Cursor Is Inclusive', ...BY_CURSOR),
		type: 'boolean',
		default: false,
		description:
			'Whether each page starts with the last contact of the previous page, which is then dropped',
	},
};

/** The fields of the 'Pagination' option. */
export const paginationFields = Object.entries(SETTINGS).map(
	([name, setting]): INodeProperties => ({ name, ...setting }),
);
