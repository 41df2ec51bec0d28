/** Lists that are made to trap the end: what their services say is true for some page sizes only. */
import { changed } from '../../sandbox/corpus/page.ts';
import { someOf } from '../support/runs';
import { type Read, reads, type Service } from './read';
import { contactsOf, type Page, pagedService } from './services';
import { cursor, offset, page, type Position } from './positions';

/** What a response says; fields without a value are left out. */
interface Said {
	more?: boolean | undefined;
	total?: number;
	results?: number;
	truncated?: boolean | undefined;
}

/** A page, the page size that was requested, and the largest one. */
type Asked = Page & { asked: number; cap: number };

const SHORTER = 'the end where fewer came than requested';

const KINDS: Record<string, (page: Asked) => Said> = {
	'more where as many came as requested': ({ hasMore, count, asked }) => ({
		more: (hasMore && count === asked) || undefined,
	}),
	'more by a look-ahead that the cap cuts': ({ hasMore, asked, cap }) => ({
		more: (hasMore && asked < cap) || undefined,
	}),
	[SHORTER]: ({ hasMore, count, asked }) => ({ more: hasMore && count === asked }),
	'a total of up to 100': ({ total }) => ({ total: Math.min(total, 100) }),
	'a number of results that is always 50': () => ({ results: 50 }),
	'truncated where the cap cuts': ({ hasMore, asked, cap }) => ({
		truncated: (hasMore && cap < asked) || undefined,
	}),
};

/** How services request pages, and where they say what. */
const STYLES: Record<string, { by: Position; body: (page: Asked, said: Said) => unknown }> = {
	'camel case': {
		by: page('page', 1),
		body: ({ list }, { more, ...said }) => ({ contacts: list, hasMore: more, ...said }),
	},
	'snake case': {
		by: offset('offset', 0),
		body: ({ list }, { more, total, results, truncated }) => ({
			data: list,
			meta: { has_more: more, total_count: total, result_count: results, is_truncated: truncated },
		}),
	},
	// Nobody can make up a cursor: it is there wherever nothing else says more.
	cursors: {
		by: cursor('cursor'),
		body: ({ list, next, after }, { total, results, truncated, ...said }) => ({
			items: list,
			nextCursor: 'more' in said ? (said.more === false ? null : said.more && after) : next,
			totalItems: total,
			numberOfResults: results,
			isTruncated: truncated,
		}),
	},
	links: {
		by: page('page', 1),
		body: ({ list, linkAfter }, { more, total, results, truncated }) => ({
			people: list,
			links: more === undefined ? undefined : { next: more ? linkAfter : null },
			summary: { totalCount: total, results, partial: truncated },
		}),
	},
};

/** The requested page size, and the largest one of the service, or its only one. */
const SIZES = [
	...[15, 17, 40, 60].map((cap) => ({ pageSize: 50, cap, isFixed: false })),
	{ pageSize: 100, cap: 75, isFixed: false },
	{ pageSize: 200, cap: 120, isFixed: false },
	...[15, 40].map((cap) => ({ pageSize: 50, cap, isFixed: true })),
];

/** As many contacts as come, as are requested, and more. */
function countsFor({ pageSize, cap }: { pageSize: number; cap: number }): number[] {
	const first = Math.min(pageSize, cap);
	return [...new Set([first, first + 1, pageSize, 2 * cap + 5])];
}

const styles = Object.keys(STYLES);

const traps = SIZES.flatMap((sizes) =>
	countsFor(sizes).flatMap((count) =>
		Object.keys(KINDS).flatMap((kind) => styles.map((style) => ({ ...sizes, kind, style, count }))),
	),
);

type Trap = (typeof traps)[number];

function serviceOf({ kind, style, cap, isFixed, count }: Trap): Service {
	const { by, body } = STYLES[style]!;
	return pagedService({
		contacts: contactsOf(count),
		by,
		maxPageSize: cap,
		fixedPageSize: isFixed ? cap : undefined,
		body: (page) => {
			const asked = changed(page, { asked: Number(page.query.pageSize), cap });
			return body(asked, KINDS[kind]!(asked));
		},
	});
}

it.each(Object.keys(reads) as Read[])('%s never returns a part without a word', async (read) => {
	const parts: string[] = [];
	const own = someOf(traps, traps.length / 2, read === 'List' ? 0 : 1);
	for (const trap of own) {
		const { result } = await reads[read](serviceOf(trap), { pageSize: trap.pageSize });
		if (result !== 'whole' && result !== 'error') parts.push(nameOf(trap));
	}
	expect(parts).toEqual([]);
});

function nameOf({ kind, style, count, isFixed, cap }: Trap): string {
	return `${kind} (${style}): ${count} contacts in pages ${isFixed ? 'fixed at' : 'of up to'} ${cap}`;
}
