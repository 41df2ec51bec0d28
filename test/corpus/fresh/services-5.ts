/** Services as small companies write them, with and without the libraries of their frameworks. */
import { plain, record, textId, withoutId } from '../../../sandbox/service/shapes/contacts.ts';
import { type Page, type Row, shapesOf } from '../../../sandbox/service/shapes/shape.ts';
import { changing } from './noise';

const uuid = '5f0c2a9e-7b1d-4c3e-9a55-00000000{number}';

const cursors: Record<string, Row> = {
	'Express with Prisma': {
		by: { cursor: 'cursor', token: '{last.id}' },
		sizeParameter: 'take',
		contact: { id: 'clv{number}', firstName: 'Ada', email: '{email}', tags: [] },
		body: { items: '{list}', nextCursor: '{next ?? null}' },
	},
	'Go with a page token': {
		by: { cursor: 'page_token' },
		sizeParameter: 'page_size',
		defaultSize: 25,
		contact: plain,
		body: {
			data: '{list}',
			paging: { next_page_token: '{next ?? ""}', total_size: '{total}' },
		},
	},
	'fastapi-pagination, CursorPage': {
		source:
			'https://uriyyo-fastapi-pagination.netlify.app/learn/pagination/techniques/#cursor-pagination',
		by: { cursor: 'cursor' },
		sizeParameter: 'size',
		defaultSize: 50,
		contact: plain,
		body: {
			items: '{list}',
			total: '{total}',
			current_page: '{current}',
			current_page_backwards: 'PA==',
			previous_page: '{previous ?? null}',
			next_page: '{next ?? null}',
		},
	},
	'Lambda with DynamoDB': {
		by: { cursor: 'lastKey' },
		sizeParameter: 'limit',
		defaultSize: 25,
		contact: { pk: 'CONTACT#{number}', sk: 'v0', email: '{email}', fullName: 'Contact {number}' },
		headers: { 'x-amzn-RequestId': '3f2c7f1e-93a5-4f6e-8b1d-9f0b6f4a2c11' },
		body: {
			count: '{count}',
			scannedCount: '{count}',
			items: '{list}',
			'lastEvaluatedKey if hasMore': '{next}',
		},
	},
	'GraphQL over GET': {
		by: { cursor: 'after', token: '{last.cursor}' },
		sizeParameter: 'first',
		defaultSize: 25,
		unwrap: 'node',
		contact: {
			cursor: 'Y3Vyc29yOg{number}',
			node: { __typename: 'Contact', id: '{number | text}', email: '{email}', labels: [] },
		},
		body: changing({
			data: {
				contacts: {
					totalCount: '{total}',
					edges: '{list}',
					pageInfo: { hasNextPage: '{hasMore}', endCursor: '{last.cursor ?? null}' },
				},
			},
			extensions: { tracing: { startTime: '{now}', duration: '{took}', resolvers: [] } },
		}),
	},
	'Spring with scrolling': {
		by: { cursor: 'scrollId' },
		sizeParameter: 'size',
		contact: textId,
		body: {
			content: '{list}',
			empty: '{isEmpty}',
			hasNext: '{hasMore}',
			'nextScrollId if hasMore': '{next}',
		},
	},
	'Laravel response macro': {
		by: { cursor: 'cursor' },
		sizeParameter: 'per_page',
		defaultSize: 15,
		contact: plain,
		body: {
			success: true,
			message: 'Contacts retrieved successfully.',
			data: {
				contacts: '{list}',
				cursor: {
					current: '{query.cursor ?? null}',
					prev: '{previous ?? null}',
					next: '{next ?? null}',
					count: '{count}',
				},
			},
			errors: [],
		},
	},
	'PHP script, German': {
		by: { cursor: 'ab' },
		sizeParameter: 'anzahl',
		defaultSize: 50,
		contact: { kundennr: 'K{number}', nachname: 'Nr. {number}', mail: '{email}', aktiv: 1 },
		body: { status: 'ok', kunden: '{list}', naechste: '{next ?? false}' },
	},
	'typeorm-cursor-pagination': {
		source: 'https://github.com/benjamin658/typeorm-cursor-pagination',
		by: { cursor: 'afterCursor' },
		sizeParameter: 'limit',
		defaultSize: 100,
		contact: plain,
		body: {
			data: '{list}',
			cursor: { beforeCursor: '{previous ?? null}', afterCursor: '{next ?? null}' },
		},
	},
	'Symfony, French': {
		by: { cursor: 'curseur' },
		sizeParameter: 'limite',
		defaultSize: 30,
		contact: { identifiant: '{number}', nom: 'Contact {number}', courriel: '{email}' },
		body: {
			donnees: '{list}',
			pagination: { curseur_suivant: '{next ?? null}', fin: '{isLast}', total: '{total}' },
		},
	},
	'Rails with Relay-style pages': {
		by: { cursor: 'after' },
		sizeParameter: 'limit',
		defaultSize: 25,
		contact: record('uuid', uuid),
		headers: { 'X-Runtime': '0.043', 'X-Request-Id': '5c3e9a55' },
		body: ({ list, isEmpty, hasMore, hasPrevious, current, after }) => ({
			contacts: list,
			page_info: {
				has_next_page: hasMore,
				has_previous_page: hasPrevious,
				start_cursor: isEmpty ? null : current,
				end_cursor: isEmpty ? null : after,
			},
		}),
	},
	'ASP.NET with Cosmos DB': {
		by: { cursor: 'continuationToken' },
		contact: { id: uuid, partitionKey: 'de', displayName: 'Contact {number}', mail: '{email}' },
		headers: { 'x-ms-request-charge': '2.89' },
		body: changing({
			value: '{list}',
			continuationToken: '{next ?? null}',
			requestCharge: '{took}',
		}),
	},
	'Go, before a time': {
		by: { cursor: 'before', token: '{date}' },
		sizeParameter: 'n',
		contact: withoutId,
		body: { contacts: '{list}', next_before: '{next ?? ""}' },
	},
};

const links: Record<string, Row> = {
	'HAL with Node.js': {
		by: { page: 'page' },
		sizeParameter: 'limit',
		contact: {
			_links: { self: { href: '/v1/contacts/{number}' } },
			id: '{number}',
			email: '{email}',
			_embedded: { addresses: [] },
		},
		body: {
			_links: {
				self: { href: '{url | path}' },
				'next if hasMore': { href: '{nextLink | path}' },
				'prev if hasPrevious': { href: '{previousLink | path}' },
			},
			_embedded: { contacts: '{list}' },
			count: '{count}',
			total: '{total}',
		},
	},
	'Rails with jsonapi-resources': {
		source: 'https://jsonapi-resources.com/v0.10/guide/resources.html#Pagination',
		by: { page: 'page[number]' },
		sizeParameter: 'page[size]',
		defaultSize: 10,
		contact: {
			type: 'contacts',
			id: '{number | text}',
			attributes: { email: '{email}', 'created-at': '2024-05-01T08:00:00.000Z' },
			relationships: { company: { data: { type: 'companies', id: '1' } } },
		},
		body: {
			data: '{list}',
			included: [
				{ id: '1', type: 'companies', attributes: { name: 'Acme' } },
				{ id: '2', type: 'companies', attributes: { name: 'Umbrella' } },
			],
			meta: { 'record-count': '{total}' },
			links: {
				first: '{firstLink}',
				'prev if hasPrevious': '{previousLink}',
				'next if hasMore': '{nextLink}',
				last: '{lastLink}',
			},
		},
	},
	'fastapi-pagination with links': {
		source: 'https://uriyyo-fastapi-pagination.netlify.app/learn/customization/links/',
		by: { page: 'page' },
		sizeParameter: 'size',
		defaultSize: 50,
		contact: plain,
		body: {
			items: '{list}',
			total: '{total}',
			page: '{number}',
			size: '{size}',
			pages: '{pages}',
			links: {
				first: '{firstLink | path}',
				last: '{lastLink | path}',
				self: '{url | path}',
				next: '{nextLink | path ?? null}',
				prev: '{previousLink | path ?? null}',
			},
		},
	},
	'Go with Gin and a Link header': {
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		contact: textId,
		headers: { Link: ['next', 'prev'] },
		body: '{list}',
	},
	'API Platform': {
		source: 'https://api-platform.com/docs/core/pagination/',
		by: { page: 'page' },
		sizeParameter: 'itemsPerPage',
		defaultSize: 30,
		contact: {
			'@id': '/v1/contacts/{number}',
			'@type': 'Contact',
			id: '{number}',
			email: '{email}',
		},
		body: ({ url, list, total, isPart, firstLink, lastLink, nextLink, previousLink }) => ({
			'@context': '/contexts/Contact',
			'@id': '/v1/contacts',
			'@type': 'Collection',
			totalItems: total,
			member: list,
			...(isPart && {
				view: {
					'@id': pathOf(url.href),
					'@type': 'PartialCollectionView',
					first: pathOf(firstLink),
					last: pathOf(lastLink),
					...(nextLink && { next: pathOf(nextLink) }),
					...(previousLink && { previous: pathOf(previousLink) }),
				},
			}),
			search: {
				'@type': 'IriTemplate',
				template: '/v1/contacts{?email,order[email]}',
				mapping: [{ '@type': 'IriTemplateMapping', variable: 'email', required: false }],
			},
		}),
	},
	'Spring HATEOAS with a list of links': {
		by: { page: 'page', first: 0 },
		firstNumber: 0,
		sizeParameter: 'size',
		contact: {
			id: '{number}',
			email: '{email}',
			links: [{ rel: 'self', href: '/contacts/{number}' }],
		},
		body: {
			links: [
				{ rel: 'first', href: '{firstLink}' },
				{ rel: 'prev', href: '{previousLink}' },
				{ rel: 'self', href: '{url.href}' },
				{ rel: 'next', href: '{nextLink}' },
				{ rel: 'last', href: '{lastLink}' },
			],
			content: '{list}',
			page: { size: '{size}', totalElements: '{total}', totalPages: '{pages}', number: '{number}' },
		},
	},
	'Django behind a proxy without TLS': {
		by: { page: 'page' },
		sizeParameter: 'page_size',
		contact: plain,
		body: ({ list, total, nextLink, previousLink }) => ({
			count: total,
			next: nextLink?.replace('https:', 'http:') ?? null,
			previous: previousLink?.replace('https:', 'http:') ?? null,
			results: list,
		}),
	},
	'Slim with relative queries': {
		by: { page: 'page' },
		sizeParameter: 'limit',
		contact: { id: '{number | text}', name: 'Contact {number}', email: '{email}', deleted: '0' },
		body: changing({
			data: '{list}',
			meta: { generated_at: '{now}', execution_time: '{took} ms', version: '1.4.2' },
			_links: { 'next if hasMore': { href: '{nextLink | query}' } },
		}),
	},
};

const numbers: Record<string, Row> = {
	'mongoose-paginate-v2': {
		source: 'https://www.npmjs.com/package/mongoose-paginate-v2',
		by: { page: 'page' },
		sizeParameter: 'limit',
		defaultSize: 10,
		contact: {
			_id: '66320b5c9ed3b30010f6{number}',
			name: 'Contact {number}',
			email: '{email}',
			__v: 0,
		},
		body: {
			docs: '{list}',
			totalDocs: '{total}',
			limit: '{size}',
			totalPages: '{lastPage}',
			page: '{number}',
			pagingCounter: '{start + 1}',
			hasPrevPage: '{hasPrevious}',
			hasNextPage: '{hasMore}',
			prevPage: '{previous ?? null}',
			nextPage: '{next ?? null}',
		},
	},
	'Rails with Kaminari': {
		by: { page: 'page' },
		sizeParameter: 'per_page',
		defaultSize: 25,
		contact: plain,
		body: {
			contacts: '{list}',
			meta: {
				current_page: '{number}',
				next_page: '{next ?? null}',
				prev_page: '{previous ?? null}',
				total_pages: '{pages}',
				total_count: '{total}',
			},
		},
	},
	'Laravel paginator within a response': {
		by: { page: 'page' },
		sizeParameter: 'per_page',
		defaultSize: 15,
		contact: plain,
		body: (page) => ({ status: 200, message: 'Success', data: laravelPaginator(page) }),
	},
	'ASP.NET PagedResponse': {
		source: 'https://codewithmukesh.com/blog/pagination-in-aspnet-core-webapi/',
		by: { page: 'pageNumber' },
		defaultSize: 10,
		contact: { id: '{number}', firstName: 'Ada', lastName: 'No. {number}', email: '{email}' },
		body: {
			pageNumber: '{number}',
			pageSize: '{size}',
			firstPage: '{firstLink}',
			lastPage: '{lastLink}',
			totalPages: '{pages}',
			totalRecords: '{total}',
			nextPage: '{nextLink ?? null}',
			previousPage: '{previousLink ?? null}',
			data: '{list}',
			succeeded: true,
			errors: null,
			message: null,
		},
	},
	'MyBatis-Plus': {
		source: 'https://baomidou.com/en/plugins/pagination/',
		by: { page: 'current' },
		sizeParameter: 'size',
		defaultSize: 10,
		contact: { id: '{n + 1783400000}', nickName: '用户{number}', email: '{email}', delFlag: 0 },
		body: changing({
			code: 200,
			msg: '操作成功',
			data: {
				records: '{list}',
				total: '{total}',
				size: '{size}',
				current: '{number}',
				orders: [],
				optimizeCountSql: true,
				searchCount: true,
				maxLimit: null,
				countId: null,
				pages: '{pages}',
			},
			timestamp: '{seconds}',
			traceId: '{requestId}',
		}),
	},
	PageHelper: {
		source: 'https://github.com/pagehelper/Mybatis-PageHelper',
		by: { page: 'pageNum' },
		defaultSize: 10,
		contact: { userId: '{number}', userName: 'Contact {number}', email: '{email}' },
		body: (page) => ({
			total: page.total,
			list: page.list,
			pageNum: page.number,
			pageSize: page.size,
			size: page.count,
			startRow: page.isEmpty ? 0 : page.start + 1,
			endRow: page.isEmpty ? 0 : page.end,
			pages: page.pages,
			prePage: page.previous ?? 0,
			nextPage: page.next ?? 0,
			isFirstPage: page.isFirst,
			isLastPage: page.number === page.pages || page.pages === 0,
			hasPreviousPage: page.hasPrevious,
			hasNextPage: page.hasMore,
			navigatePages: 8,
			navigatepageNums: numbersAround(page),
			navigateFirstPage: numbersAround(page)[0] ?? 0,
			navigateLastPage: numbersAround(page).at(-1) ?? 0,
		}),
	},
	RuoYi: {
		source: 'https://gitee.com/y_project/RuoYi-Vue',
		by: { page: 'pageNum' },
		defaultSize: 10,
		contact: {
			createTime: '2024-05-01 08:00:00',
			userId: '{number}',
			userName: 'contact{number}',
			email: '{email}',
			params: {},
			roles: [],
		},
		body: { total: '{total}', rows: '{list}', code: 200, msg: '查询成功' },
	},
	'Go with GORM': {
		by: { page: 'page' },
		sizeParameter: 'limit',
		defaultSize: 10,
		contact: {
			ID: '{number}',
			CreatedAt: '2024-05-01T08:00:00Z',
			DeletedAt: null,
			Email: '{email}',
		},
		body: {
			limit: '{size}',
			page: '{number}',
			sort: 'Id desc',
			total_rows: '{total}',
			total_pages: '{pages}',
			rows: '{list}',
		},
	},
	'fastapi-pagination, Page': {
		source: 'https://uriyyo-fastapi-pagination.netlify.app/',
		by: { page: 'page' },
		sizeParameter: 'size',
		defaultSize: 50,
		contact: record('uuid', uuid),
		body: {
			items: '{list}',
			total: '{total}',
			page: '{number}',
			size: '{size}',
			pages: '{pages}',
		},
	},
	'PHP script, German, with pages': {
		by: { page: 'seite' },
		sizeParameter: '',
		contact: { kundennummer: '{number}', firma: 'Firma {number}', email: '{email}', ort: 'Köln' },
		body: { seite: '{number}', seiten: '{pages}', anzahl: '{total}', kunden: '{list}' },
	},
	'PHP script, Spanish': {
		by: { page: 'pagina' },
		sizeParameter: 'por_pagina',
		defaultSize: 25,
		contact: { id: '{number | text}', nombre: 'Cliente {number}', correo: '{email}' },
		body: {
			ok: true,
			clientes: '{list}',
			pagina: '{number}',
			total_paginas: '{pages}',
			total_registros: '{total}',
		},
	},
	'PHP script with a flag of 0 or 1': {
		by: { page: 'p', first: 0 },
		firstNumber: 0,
		sizeParameter: '',
		defaultSize: 30,
		contact: { cid: '{number}', cname: 'Contact {number}', cmail: '{email}' },
		body: ({ list, number, hasMore }) => ({ ok: 1, p: number, more: hasMore ? 1 : 0, list }),
	},
	'Micronaut Data': {
		source: 'https://micronaut-projects.github.io/micronaut-data/latest/guide/#pagination',
		by: { page: 'page', first: 0 },
		sizeParameter: 'size',
		defaultSize: 10,
		contact: plain,
		body: {
			content: '{list}',
			pageable: { number: '{number}', size: '{size}', offset: '{start}', sort: { orderBy: [] } },
			totalSize: '{total}',
			numberOfElements: '{count}',
			empty: false,
		},
	},
	'Flask with an error after the last page': {
		source: 'https://flask-sqlalchemy.readthedocs.io/en/stable/pagination/',
		by: { page: 'page' },
		sizeParameter: 'per_page',
		contact: plain,
		body: {
			contacts: '{list}',
			page: '{number}',
			pages: '{pages}',
			has_next: '{hasMore}',
			has_prev: '{hasPrevious}',
			total: '{total}',
		},
		pastTheEnd: {
			status: 404,
			body: { error: 'Not Found', message: 'The requested URL was not found on the server.' },
		},
	},
	'Numbers as text': {
		by: { page: 'page' },
		sizeParameter: 'results_per_page',
		defaultSize: 25,
		contact: { id: '{number | text}', email: '{email}', active: '1' },
		body: {
			page: '{number | text}',
			page_count: '{pages | text}',
			results_per_page: '{size | text}',
			total_results: '{total | text}',
			results: '{list}',
		},
	},
	'List only, with pages': {
		by: { page: 'page' },
		sizeParameter: 'limit',
		knowable: false,
		contact: plain,
		body: { status: 'success', contacts: '{list}' },
	},
	'CodeIgniter pager': {
		source: 'https://codeigniter.com/user_guide/libraries/pagination.html',
		by: { page: 'page' },
		sizeParameter: '',
		contact: {
			id: '{number | text}',
			name: 'Contact {number}',
			email: '{email}',
			deleted_at: null,
		},
		body: {
			status: true,
			contacts: '{list}',
			pager: {
				currentUri: {},
				uri: {},
				hasMore: '{hasMore}',
				total: '{total}',
				perPage: '{size}',
				pageCount: '{lastPage}',
				pageSelector: 'page',
				currentPage: '{number}',
				next: '{nextLink ?? null}',
				previous: '{previousLink ?? null}',
			},
		},
	},
};

const offsets: Record<string, Row> = {
	'Hasura REST endpoint': {
		source: 'https://hasura.io/docs/2.0/restified/overview/',
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		defaultSize: 50,
		contact: { id: uuid, email: '{email}', company: { name: 'Acme' } },
		body: {
			contacts: '{list}',
			contacts_aggregate: { aggregate: { count: '{total}' } },
		},
	},
	'Content-Range of a simple REST provider': {
		source: 'https://github.com/marmelab/react-admin/tree/master/packages/ra-data-simple-rest',
		by: { offset: 'start' },
		sizeParameter: 'count',
		contact: plain,
		headers: ({ start, end, total, isEmpty }) => ({
			'Content-Range': isEmpty ? `contacts */${total}` : `contacts ${start}-${end - 1}/${total}`,
			'Access-Control-Expose-Headers': 'Content-Range',
		}),
		body: '{list}',
	},
	'Django Ninja': {
		source: 'https://django-ninja.dev/guides/response/pagination/',
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		defaultSize: 100,
		contact: plain,
		body: { items: '{list}', count: '{total}' },
	},
	'Sequelize findAndCountAll': {
		source: 'https://sequelize.org/docs/v6/core-concepts/model-querying-finders/#findandcountall',
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		contact: {
			id: '{number}',
			name: 'Contact {number}',
			createdAt: '2024-05-01T08:00:00.000Z',
			Tags: [],
		},
		body: { count: '{total}', rows: '{list}' },
	},
	'DataTables server-side': {
		source: 'https://datatables.net/manual/server-side',
		by: { offset: 'start' },
		sizeParameter: 'length',
		defaultSize: 10,
		contact: { DT_RowId: 'row_{number}', name: 'Contact {number}', email: '{email}' },
		body: {
			draw: 1,
			recordsTotal: '{total}',
			recordsFiltered: '{total}',
			data: '{list}',
		},
	},
	'JSend with an offset': {
		source: 'https://github.com/omniti-labs/jsend',
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		contact: textId,
		body: {
			status: 'success',
			data: { contacts: '{list}', offset: '{start}', limit: '{size}', total: '{total}' },
		},
	},
	'Ext JS store': {
		source: 'https://docs.sencha.com/extjs/7.0.0/modern/Ext.data.Store.html',
		by: { offset: 'start' },
		sizeParameter: 'limit',
		defaultSize: 25,
		contact: withoutId,
		body: { success: true, total: '{total}', data: '{list}' },
	},
};

const lastIds: Record<string, Row> = {
	'After an id': {
		by: { cursor: 'afterId', token: '{last.id}' },
		sizeParameter: 'limit',
		contact: plain,
		body: { contacts: '{list}', hasMore: '{hasMore}' },
	},
	'Since an id, list only': {
		by: { cursor: 'since_id', token: '{last.id}' },
		sizeParameter: 'limit',
		defaultSize: 50,
		knowable: false,
		contact: plain,
		body: '{list}',
	},
	'Since an id, with what remains': {
		by: { cursor: 'since', token: '{last.id}' },
		sizeParameter: 'max',
		defaultSize: 25,
		contact: textId,
		body: { data: '{list}', meta: { last_id: '{last.id ?? null}', remaining: '{remaining}' } },
	},
};

/** The numbers of eight pages at most, with this one in their middle. */
function numbersAround({ number, pages }: Page): number[] {
	const from = Math.max(1, Math.min(number - 4, pages - 7));
	return Array.from({ length: Math.min(8, pages) }, (_, n) => from + n);
}

function laravelPaginator(page: Page): unknown {
	const { list, number, lastPage, isEmpty, firstLink, nextLink, previousLink } = page;
	const numbered = linkedPages(page).map((linked) => ({
		url: linked === undefined ? null : withPage(firstLink, linked),
		label: linked === undefined ? '...' : String(linked),
		active: linked === number,
	}));
	return {
		current_page: number,
		data: list,
		first_page_url: firstLink,
		from: isEmpty ? null : page.start + 1,
		last_page: lastPage,
		last_page_url: page.lastLink,
		links: [
			{ url: previousLink ?? null, label: '&laquo; Previous', active: false },
			...numbered,
			{ url: nextLink ?? null, label: 'Next &raquo;', active: false },
		],
		next_page_url: nextLink ?? null,
		path: 'https://api.example.com/v1/contacts',
		per_page: page.size,
		prev_page_url: previousLink ?? null,
		to: isEmpty ? null : page.end,
		total: page.total,
	};
}

/** The pages that Laravel links: all of a few, else those around this one and at both ends. */
function linkedPages({ number, lastPage }: Page): Array<number | undefined> {
	const range = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, n) => from + n);
	const [start, end] = [range(1, 2), range(lastPage - 1, lastPage)];
	if (lastPage < 14) return range(1, lastPage);
	if (number <= 7) return [...range(1, 10), undefined, ...end];
	if (number > lastPage - 7) return [...start, undefined, ...range(lastPage - 9, lastPage)];
	return [...start, undefined, ...range(number - 3, number + 3), undefined, ...end];
}

function withPage(link: string, page: number): string {
	const result = new URL(link);
	result.searchParams.set('page', String(page));
	return result.href;
}

function pathOf(link: string): string {
	return link.replace('https://api.example.com', '');
}

export const homemadeServices = shapesOf(
	{ ...cursors, ...links, ...numbers, ...offsets, ...lastIds },
	'Home-made: ',
);
