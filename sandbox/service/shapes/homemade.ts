/** Ordinary back ends that follow nobody's documentation but their own. */
import { numberOf, pascalCase, plain, record, textId, withoutId } from './contacts.ts';
import { cursor, lastValue, offset, pageNumber, relative, shape, when } from './shape.ts';

type Description = Parameters<typeof shape>[1];

const homemade = (name: string, description: Omit<Description, 'defaultSize'>) =>
	shape(`Home-made: ${name}`, { defaultSize: 20, ...description });

export const homemadeShapes = [
	homemade('success, and pagination beside the list in data', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, total, pages, hasMore }) => ({
			success: true,
			data: { contacts: list, pagination: { total, totalPages: pages, hasNext: hasMore } },
		}),
	}),
	homemade('envelope two deep', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, number, size, total }) => ({
			response: {
				status: 'ok',
				result: { items: list, paging: { page: number, per_page: size, total } },
			},
		}),
	}),
	homemade('envelope three deep with a cursor', {
		by: cursor('cursor'),
		contact: textId,
		body: ({ list, next = null }) => ({
			payload: { response: { contacts: { list, cursor: { next } } } },
		}),
	}),
	homemade('PascalCase envelope', {
		by: pageNumber('PageNumber'),
		contact: pascalCase,
		body: ({ list, total, number, size }) => ({
			IsSuccess: true,
			ErrorMessage: null,
			Result: { TotalRecords: total, PageNumber: number, PageSize: size, Records: list },
		}),
	}),
	homemade('kebab-case', {
		by: cursor('page-token'),
		contact: record('contact-id'),
		body: ({ list, next = null, hasMore }) => ({
			'contact-list': list,
			'next-page-token': next,
			'has-more': hasMore,
		}),
	}),
	homemade('upper case', {
		by: offset('OFFSET'),
		contact: record('ID'),
		body: ({ list, start, total }) => ({ CONTACTS: list, OFFSET: start, TOTAL_COUNT: total }),
	}),
	homemade('numbers as text', {
		by: pageNumber('page'),
		contact: withoutId,
		body: ({ list, number, pages, total }) => ({
			contacts: list,
			page: String(number),
			pages: String(pages),
			total: String(total),
		}),
	}),
	homemade('more as "1" and "0"', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, number, hasMore }) => ({
			records: list,
			currentPage: number,
			more: hasMore ? '1' : '0',
		}),
	}),
	homemade('last page as 1 and 0', {
		by: pageNumber('p'),
		contact: plain,
		body: ({ list, hasMore, number }) => ({ rows: list, p: number, is_last: hasMore ? 0 : 1 }),
	}),
	homemade('list with names of its own', {
		by: offset('startAt'),
		contact: withoutId,
		body: ({ list, start, end, total }) => ({
			people: list,
			range: { startAt: start, endAt: end, numberOfPeople: total },
		}),
	}),
	homemade('page size that is cut, and nothing else', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, size, number }) => ({ contacts: list, page: number, pageSize: size }),
	}),
	homemade('total only', {
		by: pageNumber('page'),
		contact: withoutId,
		body: ({ list, total }) => ({ contacts: list, total }),
	}),
	homemade('has-more flag only', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, hasMore }) => ({ contacts: list, hasMore }),
	}),
	homemade('number of the next page', {
		by: pageNumber('page', 0),
		firstNumber: 0,
		contact: plain,
		body: ({ list, number, hasMore }) => ({
			contacts: list,
			meta: { nextPage: hasMore ? number + 1 : null },
		}),
	}),
	homemade('remaining contacts', {
		by: offset('skip'),
		contact: plain,
		body: ({ list, total, end, start }) => ({
			contacts: list,
			skip: start,
			remaining: total - end,
		}),
	}),
	homemade('offset that names the next page', {
		by: offset('offset'),
		contact: plain,
		body: ({ list, end, total }) => ({ contacts: list, offset: end, total }),
	}),
	homemade('page counted from 1 for a parameter from 0', {
		by: pageNumber('page', 0),
		contact: withoutId,
		body: ({ list, number, pages }) => ({ contacts: list, page: number, totalPages: pages }),
	}),
	homemade('empty list as an object', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, number, pages, total }) => ({
			contacts: list.length > 0 ? list : {},
			page: number,
			pages,
			total,
		}),
	}),
	homemade('empty list as null, written in Go', {
		by: cursor('cursor'),
		contact: record('ID'),
		body: ({ list, next = '' }) => ({
			Contacts: list.length > 0 ? list : null,
			NextCursor: next,
			Errors: null,
		}),
	}),
	homemade('204 for an empty list', {
		by: pageNumber('page'),
		contact: plain,
		status: ({ list }) => (list.length > 0 ? 200 : 204),
		body: ({ list, hasMore }) =>
			list.length > 0 ? { contacts: list, has_next_page: hasMore } : undefined,
	}),
	homemade('no fields where the list is empty', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, number, total }) =>
			when(list.length, { contacts: list, page: number, total_records: total }),
	}),
	homemade('messages and warnings beside the list', {
		by: pageNumber('pageNo'),
		contact: plain,
		body: ({ list, total, size }) => ({
			messages: [],
			warnings: [{ code: 'DEPRECATED', text: 'Use v2' }],
			contacts: list,
			totalCount: total,
			limit: size,
		}),
	}),
	homemade('signs behind an underscore', {
		by: cursor('_cursor'),
		contact: record('_id'),
		body: ({ list, next, hasMore }) => ({
			_items: list,
			_meta: { _hasNext: hasMore, ...when(next, { _nextCursor: next }) },
		}),
	}),
	homemade('relative next link without the page size', {
		by: pageNumber('page'),
		dropsPageSize: true,
		endsWithoutSign: true,
		contact: plain,
		body: ({ list, nextLink }) => ({
			contacts: list,
			links: [{ rel: 'self', href: '/v1/contacts' }, ...nextLinks(nextLink)],
		}),
	}),
	homemade('next link as a query alone', {
		by: offset('from'),
		contact: withoutId,
		body: ({ list, nextLink, total }) => ({
			contacts: list,
			total,
			next: nextLink === undefined ? null : new URL(nextLink).search,
		}),
	}),
	homemade('cursor of DynamoDB', {
		by: cursor('exclusiveStartKey'),
		endsWithoutSign: true,
		contact: plain,
		body: ({ list, next }) => ({
			Items: list,
			Count: list.length,
			ScannedCount: list.length,
			...when(next, { LastEvaluatedKey: next }),
		}),
	}),
	homemade('last id as the cursor', {
		by: cursor(
			'after_id',
			lastValue(({ id }) => id),
		),
		contact: plain,
		body: ({ list, hasMore }) => ({
			contacts: list,
			last_id: list.at(-1)?.id ?? null,
			has_more: hasMore,
		}),
	}),
	homemade('signed link that changes with every answer', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, pages, number, url }) => ({
			exportUrl: `${url.origin}/export?signature=${numberOf(number)}`,
			contacts: list,
			current_page: number,
			last_page: pages,
		}),
	}),
	homemade('X-Next-Page header', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list }) => list,
		headers: ({ hasMore, number }) => ({ 'X-Next-Page': hasMore ? String(number + 1) : '' }),
	}),
	homemade('X-Has-More header', {
		by: offset('offset'),
		contact: plain,
		body: ({ list }) => ({ contacts: list }),
		headers: ({ hasMore }) => ({ 'X-Has-More': String(hasMore) }),
	}),
	homemade('contacts by name, no word on pages', {
		by: pageNumber('page'),
		contact: plain,
		knowable: false,
		body: ({ list }) => ({ contacts: list }),
	}),
	homemade('counts of other things', {
		by: cursor('marker'),
		contact: (n) => ({ uuid: `u-${numberOf(n)}`, name: `Contact ${numberOf(n)}`, totalOrders: n }),
		body: ({ list, next = null }) => ({
			requestId: '0192f0c1',
			quota: { limit: 10_000, remaining: 9_876 },
			organization: { name: 'Example', memberCount: 12 },
			contacts: list,
			marker: next,
		}),
	}),
	homemade('date as the cursor', {
		by: cursor('since', (start) => new Date(start * 86_400_000).toISOString()),
		contact: plain,
		body: ({ list, next }) => ({ contacts: list, ...when(next, { nextSince: next }) }),
	}),
	homemade('Siren entities', {
		by: pageNumber('page'),
		contact: plain,
		body: ({ list, nextLink, url }) => ({
			class: ['contacts'],
			entities: list,
			links: [
				{ rel: ['self'], href: url.href },
				...(nextLink ? [{ rel: ['next'], href: nextLink }] : []),
			],
		}),
		endsWithoutSign: true,
	}),
	homemade('OpenSearch numbers in an Atom feed', {
		by: offset('start-index', 1),
		contact: plain,
		body: ({ list, start, total, size }) => ({
			feed: {
				entry: list,
				openSearch$totalResults: { $t: String(total) },
				openSearch$startIndex: { $t: String(start + 1) },
				openSearch$itemsPerPage: { $t: String(size) },
			},
		}),
	}),
	homemade('flag of a transfer limit', {
		by: offset('resultOffset'),
		contact: plain,
		body: ({ list, hasMore }) => ({
			features: list,
			...when(hasMore, { exceededTransferLimit: true }),
		}),
		endsWithoutSign: true,
	}),
	homemade('headers about rates', {
		by: cursor('cursor'),
		contact: plain,
		body: ({ list, next = null }) => ({ contacts: list, nextCursor: next }),
		headers: () => ({
			'X-RateLimit-Limit': '10',
			'X-RateLimit-Remaining': '9',
			'Retry-After': '1',
		}),
	}),
	homemade('headers about rates, and no word on pages', {
		by: pageNumber('page'),
		contact: plain,
		knowable: false,
		body: ({ list }) => ({ contacts: list }),
		headers: () => ({ 'X-Daily-Limit': '100', 'X-RateLimit-Limit': '100' }),
	}),
];

function nextLinks(nextLink: string | undefined) {
	return nextLink === undefined ? [] : [{ rel: 'next', href: relative(nextLink) }];
}
