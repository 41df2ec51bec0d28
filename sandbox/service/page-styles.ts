import { z } from 'zod/v4';
import { HttpError } from './errors.ts';

export const pageStyleNames = [
	'single',
	'cursor',
	'pageNumber',
	'offset',
	'nextLink',
	'linkHeader',
] as const;
export type PageStyleName = (typeof pageStyleNames)[number];

/** Where a page is in the list of all contacts. */
export interface PagePosition {
	/** How many contacts come before it. */
	after: number;
	/** How many contacts it may have. */
	pageSize: number;
	/** How many contacts there are in all. */
	total: number;
}

/** One way to request further pages. */
interface PageStyle {
	/** Query parameters beside pageSize. */
	parameters: Record<string, z.ZodType>;
	/** How many contacts come before the page that the parameters ask for. */
	readAfter(query: Record<string, unknown>, pageSize: number): number;
	/** Members of the body beside the list; `link` is the address of the next page or `null`. */
	members: (position: PagePosition, link: string | null) => Record<string, unknown>;
	/** The schema of those members. `counters` are those that the settings can leave out. */
	memberSchemas: Record<string, z.ZodType>;
	counters: string[];
	/** Parameters that the address of the next page has. */
	nextQuery?: (next: number) => Record<string, string>;
	linkHeader?: true;
}

/** A whole number in digits alone: no sign, no fraction, no exponent, no spaces. */
export function wholeNumberParameter(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
	return z.preprocess(
		(value) => (isDigits(value) ? Number(value) : value),
		z.int().min(minimum).max(maximum),
	);
}

/** The same without a maximum: what is beyond the safe integers is lowered to the largest of them. */
export function unlimitedNumberParameter(minimum: number) {
	return z.preprocess(
		(value) => (isDigits(value) ? Math.min(Number(value), Number.MAX_SAFE_INTEGER) : value),
		// Otherwise the description would have the largest safe integer as the maximum.
		z.int().min(minimum).meta({ maximum: undefined }),
	);
}

function isDigits(value: unknown): value is string {
	return typeof value === 'string' && /^[0-9]+$/.test(value);
}

/** So that page number times page size stays a safe integer, whatever the settings. */
const MAX_PAGE_NUMBER = 1_000_000_000;

const cursorParameter = z.string().describe('Taken from the page before; opaque');
const count = z.int().min(0);

const cursorQuery = {
	parameters: { cursor: cursorParameter.optional() },
	readAfter: ({ cursor }: Record<string, unknown>) =>
		cursor === undefined ? 0 : readCursor(cursor as string),
	nextQuery: (next: number) => ({ cursor: writeCursor(next) }),
};

/** Every page style that the settings offer. */
export const pageStyles: Record<PageStyleName, PageStyle> = {
	single: {
		parameters: {},
		readAfter: () => 0,
		members: () => ({}),
		memberSchemas: {},
		counters: [],
	},
	cursor: {
		...cursorQuery,
		members: (position) => ({
			nextCursor: isLast(position) ? null : writeCursor(position.after + position.pageSize),
		}),
		memberSchemas: { nextCursor: z.string().nullable() },
		counters: [],
	},
	pageNumber: {
		parameters: { page: wholeNumberParameter(1, MAX_PAGE_NUMBER).optional() },
		readAfter: ({ page }, pageSize) => (((page as number | undefined) ?? 1) - 1) * pageSize,
		members: ({ after, pageSize, total }) => ({
			page: after / pageSize + 1,
			totalPages: Math.ceil(total / pageSize),
		}),
		memberSchemas: { page: z.int().min(1), totalPages: count },
		counters: ['page', 'totalPages'],
	},
	offset: {
		parameters: { offset: wholeNumberParameter(0).optional() },
		readAfter: ({ offset }) => (offset as number | undefined) ?? 0,
		members: ({ after, total }) => ({ offset: after, total }),
		memberSchemas: { offset: count, total: count },
		counters: ['offset', 'total'],
	},
	nextLink: {
		...cursorQuery,
		members: (_position, link) => ({ next: link }),
		memberSchemas: { next: z.string().nullable() },
		counters: [],
	},
	linkHeader: {
		...cursorQuery,
		members: () => ({}),
		memberSchemas: {},
		counters: [],
		linkHeader: true,
	},
};

export function isLast({ after, pageSize, total }: PagePosition): boolean {
	return after + pageSize >= total;
}

const CURSOR_FORM = /^after:(0|[1-9][0-9]{0,14})$/;

function writeCursor(after: number): string {
	return Buffer.from(`after:${after}`).toString('base64url');
}

function readCursor(cursor: string): number {
	const match = CURSOR_FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
	const after = Number(match?.[1]);
	if (match === null || writeCursor(after) !== cursor) {
		throw new HttpError('invalid_request', {
			detail: 'The cursor is not one that this service gave.',
		});
	}
	return after;
}
