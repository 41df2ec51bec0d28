import { z } from 'zod';

type Scalar = string | number | boolean | null | undefined;

/** Expressions and models return anything. */
export function toText(value: unknown): string {
	return String((value as Scalar) ?? '').trim();
}

/** Expressions may return the string "false", which is truthy. */
export function isOn(value: unknown): boolean {
	return !['', '0', 'false'].includes(toText(value).toLowerCase());
}

const number = z.string().regex(/^\d+$/).transform(Number).refine(Number.isSafeInteger);

const MODES = [
	...(['automatic', 'cursor', 'lastContact', 'linkHeader', 'nextLink', 'off', 'offset'] as const),
	'pageNumber',
] as const;

/** The user's 'Pagination' settings, and which checks there are. An empty name is not set. */
export const paginationSchema = z.object({
	/** How to request the next page. */
	mode: z.enum(MODES),
	nextLinkField: z.string(),
	cursorField: z.string(),
	cursorParameter: z.string(),
	/** The field of the last contact whose value is sent as the cursor. */
	lastContactField: z.string(),
	/** Whether a page starts with the contact that the cursor is of. */
	isInclusive: z.string().transform(isOn),
	/** The field that says whether there are more pages. */
	hasMoreField: z.string(),
	/** When that field is true; `detect` takes it from the name. */
	hasMoreOn: z.enum(['detect', 'morePages', 'lastPage']),
	pageParameter: z.string(),
	firstPage: number,
	offsetParameter: z.string(),
	firstOffset: number,
	/** Whether to compare the number of contacts with the total that the service states. */
	checkTotal: z.boolean().default(true),
	/** Whether it is an error when a contact is on two pages. */
	checkRepeats: z.boolean().default(true),
});

export type Pagination = z.infer<typeof paginationSchema>;

export type PaginationMode = Pagination['mode'];

/** Settings derived from a response; null values have to be looked up in the documentation. */
export type SuggestedSettings = { mode: PaginationMode; contactsField?: string | null } & {
	[Name in keyof Pagination]?: Pagination[Name] | null;
};
