/** Ordinary back ends that follow nobody's documentation but their own. */
import { pascalCase, plain, record, textId, withoutId } from './contacts.ts';
import { shapesOf } from './shape.ts';

export const homemadeShapes = shapesOf(
	{
		'success, and pagination beside the list in data': {
			by: { page: 'page' },
			contact: plain,
			body: {
				success: true,
				data: {
					contacts: '{list}',
					pagination: { total: '{total}', totalPages: '{pages}', hasNext: '{hasMore}' },
				},
			},
		},
		'messages beside the list': {
			by: { offset: 'ofs' },
			contact: plain,
			body: {
				totalNumber: '{total}',
				transactions: '{list}',
				messages: [{ code: 'I00001', text: 'Successful.' }],
			},
		},
		'envelope two deep': {
			by: { page: 'page' },
			contact: plain,
			body: {
				response: {
					status: 'ok',
					result: {
						items: '{list}',
						paging: { page: '{number}', per_page: '{size}', total: '{total}' },
					},
				},
			},
		},
		'envelope three deep with a cursor': {
			by: { cursor: 'cursor' },
			contact: textId,
			body: {
				payload: { response: { contacts: { list: '{list}', cursor: { next: '{next ?? null}' } } } },
			},
		},
		'PascalCase envelope': {
			by: { page: 'PageNumber' },
			contact: pascalCase,
			body: {
				IsSuccess: true,
				ErrorMessage: null,
				Result: {
					TotalRecords: '{total}',
					PageNumber: '{number}',
					PageSize: '{size}',
					Records: '{list}',
				},
			},
		},
		'kebab-case': {
			by: { cursor: 'page-token' },
			contact: record('contact-id'),
			body: {
				'contact-list': '{list}',
				'next-page-token': '{next ?? null}',
				'has-more': '{hasMore}',
			},
		},
		'upper case': {
			by: { offset: 'OFFSET' },
			contact: record('ID'),
			body: { CONTACTS: '{list}', OFFSET: '{start}', TOTAL_COUNT: '{total}' },
		},
		'numbers as text': {
			by: { page: 'page' },
			contact: withoutId,
			body: {
				contacts: '{list}',
				page: '{number | text}',
				pages: '{pages | text}',
				total: '{total | text}',
			},
		},
		'more as "1" and "0"': {
			by: { page: 'page' },
			contact: plain,
			body: {
				records: '{list}',
				currentPage: '{number}',
				'more if hasMore': '1',
				'more if isLast': '0',
			},
		},
		'last page as 1 and 0': {
			by: { page: 'p' },
			contact: plain,
			body: { rows: '{list}', p: '{number}', 'is_last if hasMore': 0, 'is_last if isLast': 1 },
		},
		'list with names of its own': {
			by: { offset: 'startAt' },
			contact: withoutId,
			body: {
				people: '{list}',
				range: { startAt: '{start}', endAt: '{end}', numberOfPeople: '{total}' },
			},
		},
		'page size that is cut, and nothing else': {
			by: { page: 'page' },
			contact: plain,
			body: { contacts: '{list}', page: '{number}', pageSize: '{size}' },
		},
		'total only': {
			by: { page: 'page' },
			contact: withoutId,
			body: { contacts: '{list}', total: '{total}' },
		},
		'has-more flag only': {
			by: { page: 'page' },
			contact: plain,
			body: { contacts: '{list}', hasMore: '{hasMore}' },
		},
		'number of the next page': {
			by: { page: 'page', first: 0 },
			firstNumber: 0,
			contact: plain,
			body: { contacts: '{list}', meta: { nextPage: '{next ?? null}' } },
		},
		'remaining contacts': {
			by: { offset: 'skip' },
			contact: plain,
			body: { contacts: '{list}', skip: '{start}', remaining: '{remaining}' },
		},
		'offset that names the next page': {
			by: { offset: 'offset' },
			contact: plain,
			body: { contacts: '{list}', offset: '{end}', total: '{total}' },
		},
		'page counted from 1 for a parameter from 0': {
			by: { page: 'page', first: 0 },
			contact: withoutId,
			body: { contacts: '{list}', page: '{number}', totalPages: '{pages}' },
		},
		'empty list as an object': {
			by: { page: 'page' },
			contact: plain,
			body: {
				'contacts if list': '{list}',
				'contacts if isEmpty': {},
				page: '{number}',
				pages: '{pages}',
				total: '{total}',
			},
		},
		'empty list as null, written in Go': {
			by: { cursor: 'cursor' },
			contact: record('ID'),
			body: {
				'Contacts if list': '{list}',
				'Contacts if isEmpty': null,
				NextCursor: '{next ?? ""}',
				Errors: null,
			},
		},
		'204 for an empty list': {
			by: { page: 'page' },
			contact: plain,
			empty: { status: 204 },
			body: { contacts: '{list}', has_next_page: '{hasMore}' },
		},
		'no fields where the list is empty': {
			by: { page: 'page' },
			contact: plain,
			body: {
				'contacts if list': '{list}',
				'page if list': '{number}',
				'total_records if list': '{total}',
			},
		},
		'messages and warnings beside the list': {
			by: { page: 'pageNo' },
			contact: plain,
			body: {
				messages: [],
				warnings: [{ code: 'DEPRECATED', text: 'Use v2' }],
				contacts: '{list}',
				totalCount: '{total}',
				limit: '{size}',
			},
		},
		'signs behind an underscore': {
			by: { cursor: '_cursor' },
			contact: record('_id'),
			body: { _items: '{list}', _meta: { _hasNext: '{hasMore}', _nextCursor: '{next}' } },
		},
		'relative next link without the page size': {
			by: { page: 'page' },
			dropsPageSize: true,
			endsWithoutSign: true,
			contact: plain,
			body: {
				contacts: '{list}',
				links: [
					{ rel: 'self', href: '/v1/contacts' },
					{ rel: 'next', href: '{nextLink | path}' },
				],
			},
		},
		'next link as a query alone': {
			by: { offset: 'from' },
			contact: withoutId,
			body: { contacts: '{list}', total: '{total}', next: '{nextLink | query ?? null}' },
		},
		'cursor of DynamoDB': {
			by: { cursor: 'exclusiveStartKey' },
			endsWithoutSign: true,
			contact: plain,
			body: {
				Items: '{list}',
				Count: '{count}',
				ScannedCount: '{count}',
				LastEvaluatedKey: '{next}',
			},
		},
		'last id as the cursor': {
			by: { cursor: 'after_id', token: '{last.id}' },
			contact: plain,
			body: { contacts: '{list}', last_id: '{last.id ?? null}', has_more: '{hasMore}' },
		},
		'signed link that changes with every answer': {
			by: { page: 'page' },
			contact: plain,
			body: {
				exportUrl: '{url.origin}/export?signature={number + 1000}',
				contacts: '{list}',
				current_page: '{number}',
				last_page: '{pages}',
			},
		},
		'X-Next-Page header': {
			by: { page: 'page' },
			contact: plain,
			body: '{list}',
			headers: { 'X-Next-Page': '{next ?? ""}' },
		},
		'X-Has-More header': {
			by: { offset: 'offset' },
			contact: plain,
			body: { contacts: '{list}' },
			headers: { 'X-Has-More': '{hasMore}' },
		},
		'contacts by name, no word on pages': {
			by: { page: 'page' },
			contact: plain,
			knowable: false,
			body: { contacts: '{list}' },
		},
		'counts of other things': {
			by: { cursor: 'marker' },
			contact: { uuid: 'u-{number}', name: 'Contact {number}', totalOrders: '{n}' },
			body: {
				requestId: '0192f0c1',
				quota: { limit: 10_000, remaining: 9_876 },
				organization: { name: 'Example', memberCount: 12 },
				contacts: '{list}',
				marker: '{next ?? null}',
			},
		},
		'date as the cursor': {
			by: { cursor: 'since', token: '{date}' },
			contact: plain,
			body: { contacts: '{list}', nextSince: '{next}' },
		},
		'Siren entities': {
			by: { page: 'page' },
			contact: plain,
			body: {
				class: ['contacts'],
				entities: '{list}',
				links: [
					{ rel: ['self'], href: '{url}' },
					{ rel: ['next'], href: '{nextLink}' },
				],
			},
			endsWithoutSign: true,
		},
		'OpenSearch numbers in an Atom feed': {
			by: { offset: 'start-index', first: 1 },
			contact: plain,
			body: {
				feed: {
					entry: '{list}',
					openSearch$totalResults: { $t: '{total | text}' },
					openSearch$startIndex: { $t: '{start + 1 | text}' },
					openSearch$itemsPerPage: { $t: '{size | text}' },
				},
			},
		},
		'flag of a transfer limit': {
			by: { offset: 'resultOffset' },
			contact: plain,
			body: { features: '{list}', 'exceededTransferLimit if hasMore': true },
			endsWithoutSign: true,
		},
		'headers about rates': {
			by: { cursor: 'cursor' },
			contact: plain,
			body: { contacts: '{list}', nextCursor: '{next ?? null}' },
			headers: { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '9', 'Retry-After': '1' },
		},
		'headers about rates, and no word on pages': {
			by: { page: 'page' },
			contact: plain,
			knowable: false,
			body: { contacts: '{list}' },
			headers: { 'X-Daily-Limit': '100', 'X-RateLimit-Limit': '100' },
		},
		'limits named like counts': {
			by: { page: 'page' },
			contact: plain,
			body: { people: '{list}', hasMore: '{hasMore}', maxResults: 1000, itemLimit: 500 },
		},
	},
	'Home-made: ',
);
