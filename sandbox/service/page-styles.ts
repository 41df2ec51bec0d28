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
type PageStyleName = (typeof pageStyleNames)[number];

/** Where a page is in the list of all contacts. */
interface PagePosition {
	/** Number of contacts before it. */
	offset: number;
	/** Maximum number of contacts on it. */
	pageSize: number;
	/** Number of contacts in the list. */
	total: number;
}

/** One way to request further pages. */
interface PageStyle {
	/** Query parameters in addition to pageSize. */
	parameters: Record<string, z.ZodType>;
	/** @returns the number of contacts before the requested page */
	readOffset(query: Record<string, unknown>, pageSize: number): number;
	/** Members of the body in addition to the list; `link` is the URL of the next page or `null`. */
	members: (position: PagePosition, link: string | null) => Record<string, unknown>;
	/** Whether the setting `pageMetadata` can omit them. */
	areCounters?: true;
	/** Query parameters of the page with this offset. */
	nextQuery?: (offset: number) => Record<string, string>;
	linkHeader?: true;
}

/**
 * A whole number that consists of digits: no sign, no fraction, no exponent, no spaces.
 *
 * @param lowered whether numbers beyond the safe integers are lowered to the largest one
 */
export function wholeNumberParameter(minimum: number, maximum = MAX_SAFE_INTEGER, lowered = false) {
	return z.preprocess(
		(value) =>
			typeof value === 'string' && /^[0-9]+$/.test(value)
				? Math.min(Number(value), lowered ? MAX_SAFE_INTEGER : Infinity)
				: value,
		z.int().min(minimum).max(maximum),
	);
}

const { MAX_SAFE_INTEGER } = Number;

/** Page number times page size is a safe integer with any settings. */
const MAX_PAGE_NUMBER = 1_000_000_000;

const cursorQuery = {
	parameters: { cursor: z.string().optional() },
	readOffset: ({ cursor }: Record<string, unknown>) =>
		cursor === undefined ? 0 : readCursor(cursor as string),
	nextQuery: (offset: number) => ({ cursor: writeCursor(offset) }),
};

/** By the setting `pageStyle`. */
export const pageStyles: Record<PageStyleName, PageStyle> = {
	single: {
		parameters: {},
		readOffset: () => 0,
		members: () => ({}),
	},
	cursor: {
		...cursorQuery,
		members: (position) => ({
			nextCursor: isLast(position) ? null : writeCursor(position.offset + position.pageSize),
		}),
	},
	pageNumber: {
		parameters: { page: wholeNumberParameter(1, MAX_PAGE_NUMBER).optional() },
		readOffset: ({ page }, pageSize) => (((page as number | undefined) ?? 1) - 1) * pageSize,
		members: ({ offset, pageSize, total }) => ({
			page: offset / pageSize + 1,
			totalPages: Math.ceil(total / pageSize),
		}),
		areCounters: true,
	},
	offset: {
		parameters: { offset: wholeNumberParameter(0).optional() },
		readOffset: ({ offset }) => (offset as number | undefined) ?? 0,
		members: ({ offset, total }) => ({ offset, total }),
		areCounters: true,
	},
	nextLink: {
		...cursorQuery,
		members: (_position, link) => ({ next: link }),
	},
	linkHeader: {
		...cursorQuery,
		members: () => ({}),
		linkHeader: true,
	},
};

export function isLast({ offset, pageSize, total }: PagePosition): boolean {
	return offset + pageSize >= total;
}

const CURSOR_FORM = /^after:(0|[1-9][0-9]{0,14})$/;

function writeCursor(offset: number): string {
	return Buffer.from(`after:${offset}`).toString('base64url');
}

function readCursor(cursor: string): number {
	const match = CURSOR_FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
	const offset = Number(match?.[1]);
	if (match === null || writeCursor(offset) !== cursor) {
		throw new HttpError('invalid_request', {
			detail: 'The cursor was not issued by this service.',
		});
	}
	return offset;
}
