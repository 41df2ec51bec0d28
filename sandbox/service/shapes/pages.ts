/** APIs whose pages have numbers. */
import { pascalCase, plain, record, resource, textId } from './contacts.ts';
import { shapesOf } from './shape.ts';

const springSort = { empty: true, sorted: false, unsorted: true };

const springSlice = {
	content: '{list}',
	pageable: {
		pageNumber: '{number}',
		pageSize: '{size}',
		sort: springSort,
		offset: '{start}',
		paged: true,
		unpaged: false,
	},
	last: '{isLast}',
	first: '{isFirst}',
	size: '{size}',
	number: '{number}',
	sort: springSort,
	numberOfElements: '{count}',
	empty: '{isEmpty}',
};

export const pageShapes = shapesOf({
	'Spring Data Page': {
		source:
			'https://docs.spring.io/spring-data/commons/reference/repositories/core-extensions.html',
		by: { page: 'page', first: 0 },
		firstNumber: 0,
		contact: plain,
		body: { ...springSlice, totalPages: '{pages}', totalElements: '{total}' },
	},
	'Spring Data Page, parameter from 1': {
		source:
			'https://docs.spring.io/spring-boot/appendix/application-properties/index.html#application-properties.data.spring.data.web.pageable.one-indexed-parameters',
		// The numbers in responses start at 0 all the same.
		by: { page: 'page' },
		firstNumber: 0,
		contact: plain,
		body: { ...springSlice, totalPages: '{pages}', totalElements: '{total}' },
	},
	'Spring Data Slice': {
		source:
			'https://docs.spring.io/spring-data/commons/reference/repositories/query-methods-details.html',
		by: { page: 'page', first: 0 },
		firstNumber: 0,
		contact: plain,
		body: springSlice,
	},
	'Spring Data PagedModel': {
		source:
			'https://docs.spring.io/spring-data/commons/docs/current/api/org/springframework/data/web/PagedModel.html',
		by: { page: 'page', first: 0 },
		firstNumber: 0,
		contact: plain,
		body: {
			content: '{list}',
			page: { size: '{size}', number: '{number}', totalElements: '{total}', totalPages: '{pages}' },
		},
	},
	Typeform: {
		source: 'https://www.typeform.com/developers/create/reference/retrieve-forms/',
		by: { page: 'page' },
		defaultSize: 10,
		contact: textId,
		body: { total_items: '{total}', page_count: '{pages}', items: '{list}' },
	},
	'ConvertKit v3': {
		source: 'https://developers.kit.com/v3#list-subscribers',
		by: { page: 'page' },
		defaultSize: 50,
		contact: plain,
		body: {
			total_subscribers: '{total}',
			page: '{number}',
			total_pages: '{pages}',
			subscribers: '{list}',
		},
	},
	Drip: {
		source: 'https://developer.drip.com/#pagination',
		by: { page: 'page' },
		defaultSize: 100,
		contact: textId,
		body: {
			links: { 'subscribers.account': 'https://api.getdrip.com/v2/accounts/{subscribers.account}' },
			meta: {
				page: '{number}',
				sort: 'created_at',
				direction: 'asc',
				count: '{count}',
				total_pages: '{pages}',
				total_count: '{total}',
			},
			subscribers: '{list}',
		},
	},
	'Datadog users': {
		source: 'https://docs.datadoghq.com/api/latest/users/#list-all-users',
		by: { page: 'page[number]', first: 0 },
		firstNumber: 0,
		defaultSize: 10,
		contact: resource,
		body: {
			data: '{list}',
			included: [],
			meta: { page: { total_count: '{total}', total_filtered_count: '{total}' } },
		},
	},
	'Zoho CRM': {
		source: 'https://www.zoho.com/crm/developer/docs/api/v2/get-records.html',
		by: { page: 'page' },
		defaultSize: 200,
		contact: textId,
		empty: { status: 204 },
		body: {
			data: '{list}',
			info: { per_page: '{size}', count: '{count}', page: '{number}', more_records: '{hasMore}' },
		},
	},
	Xero: {
		source: 'https://developer.xero.com/documentation/api/accounting/contacts',
		by: { page: 'page' },
		defaultSize: 100,
		contact: record('ContactID', 'bd2270c3-8706-4c11-9cfb-{number}'),
		body: {
			Id: '0f0a8b1d-3c6b-4a87-9d5f-2a7dca2ff1d5',
			Status: 'OK',
			ProviderName: 'Example',
			DateTimeUTC: '/Date(1714550400000)/',
			pagination: {
				page: '{number}',
				pageSize: '{size}',
				pageCount: '{pages}',
				itemCount: '{total}',
			},
			Contacts: '{list}',
		},
	},
	Strapi: {
		source: 'https://docs.strapi.io/cms/api/rest/sort-pagination',
		by: [{ page: 'pagination[page]' }, { offset: 'pagination[start]' }],
		defaultSize: 25,
		contact: plain,
		body: {
			data: '{list}',
			meta: {
				pagination: {
					page: '{number}',
					pageSize: '{size}',
					pageCount: '{pages}',
					total: '{total}',
				},
			},
		},
	},
	Directus: {
		source: 'https://docs.directus.io/reference/query.html#page',
		by: [{ page: 'page' }, { offset: 'offset' }],
		defaultSize: 100,
		contact: plain,
		body: { meta: { total_count: '{total}', filter_count: '{total}' }, data: '{list}' },
	},
	PocketBase: {
		source: 'https://pocketbase.io/docs/api-records/',
		by: { page: 'page' },
		defaultSize: 30,
		contact: { collectionName: 'contacts', id: 'ae40239d2bc{number}', email: '{email}' },
		body: {
			page: '{number}',
			perPage: '{size}',
			totalItems: '{total}',
			totalPages: '{pages}',
			items: '{list}',
		},
	},
	'json-server v1': {
		source: 'https://github.com/typicode/json-server',
		by: { page: '_page' },
		defaultSize: 10,
		contact: textId,
		body: {
			first: 1,
			prev: '{previous ?? null}',
			next: '{next ?? null}',
			last: '{lastPage}',
			pages: '{lastPage}',
			items: '{total}',
			data: '{list}',
		},
	},
	'ASP.NET Core PaginatedList': {
		source: 'https://learn.microsoft.com/en-us/aspnet/core/data/ef-rp/sort-filter-page',
		by: { page: 'pageNumber' },
		defaultSize: 10,
		contact: plain,
		body: {
			items: '{list}',
			pageNumber: '{number}',
			totalPages: '{pages}',
			totalCount: '{total}',
			hasPreviousPage: '{hasPrevious}',
			hasNextPage: '{hasMore}',
		},
	},
	'ASP.NET Core PaginatedList, PascalCase': {
		source:
			'https://learn.microsoft.com/en-us/dotnet/standard/serialization/system-text-json/customize-properties',
		by: { page: 'PageIndex' },
		defaultSize: 10,
		contact: pascalCase,
		body: {
			Items: '{list}',
			PageIndex: '{number}',
			TotalPages: '{pages}',
			TotalCount: '{total}',
			HasPreviousPage: '{hasPrevious}',
			HasNextPage: '{hasMore}',
		},
	},
	Auth0: {
		source: 'https://auth0.com/docs/manage-users/user-search/view-search-results-by-page',
		by: { page: 'page', first: 0 },
		firstNumber: 0,
		defaultSize: 50,
		contact: record('user_id', 'auth0|{number}'),
		body: {
			start: '{start}',
			limit: '{size}',
			length: '{count}',
			users: '{list}',
			total: '{total}',
		},
	},
	Algolia: {
		source:
			'https://www.algolia.com/doc/guides/building-search-ui/going-further/backend-search/in-depth/understanding-the-api-response/',
		by: { page: 'page', first: 0 },
		firstNumber: 0,
		contact: record('objectID', '{number | text}'),
		body: {
			hits: '{list}',
			nbHits: '{total}',
			page: '{number}',
			nbPages: '{pages}',
			hitsPerPage: '{size}',
			exhaustiveNbHits: true,
			query: '',
			params: 'query=',
			processingTimeMS: 1,
		},
	},
	Freshsales: {
		source: 'https://developers.freshworks.com/crm/api/#list_all_contacts',
		by: { page: 'page' },
		defaultSize: 25,
		contact: plain,
		body: { contacts: '{list}', meta: { total_pages: '{pages}', total: '{total}' } },
	},
	Ghost: {
		source: 'https://docs.ghost.org/content-api/pagination',
		by: { page: 'page' },
		defaultSize: 15,
		contact: textId,
		body: {
			members: '{list}',
			meta: {
				pagination: {
					page: '{number}',
					limit: '{size}',
					pages: '{lastPage}',
					total: '{total}',
					next: '{next ?? null}',
					prev: '{previous ?? null}',
				},
			},
		},
	},
	'mongoose-paginate': {
		source: 'https://github.com/aravindnc/mongoose-paginate-v2',
		by: [{ page: 'page' }, { offset: 'offset' }],
		defaultSize: 10,
		contact: record('_id', '507f1f77bcf86cd79943{number}'),
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
	'nestjs-typeorm-paginate': {
		source: 'https://github.com/nestjsx/nestjs-typeorm-paginate',
		by: { page: 'page' },
		defaultSize: 10,
		contact: plain,
		body: {
			items: '{list}',
			meta: {
				totalItems: '{total}',
				itemCount: '{count}',
				itemsPerPage: '{size}',
				totalPages: '{pages}',
				currentPage: '{number}',
			},
			links: {
				first: '{firstLink}',
				previous: '{previousLink ?? ""}',
				next: '{nextLink ?? ""}',
				last: '{lastLink}',
			},
		},
	},
	Harvest: {
		source: 'https://help.getharvest.com/api-v2/introduction/overview/pagination/',
		by: { page: 'page' },
		defaultSize: 100,
		contact: plain,
		body: {
			contacts: '{list}',
			per_page: '{size}',
			total_pages: '{pages}',
			total_entries: '{total}',
			next_page: '{next ?? null}',
			previous_page: '{previous ?? null}',
			page: '{number}',
			links: {
				first: '{firstLink}',
				next: '{nextLink ?? null}',
				previous: '{previousLink ?? null}',
				last: '{lastLink}',
			},
		},
	},
	Cloudflare: {
		source:
			'https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/#paginate-results',
		by: { page: 'page' },
		contact: textId,
		body: {
			result: '{list}',
			result_info: {
				page: '{number}',
				per_page: '{size}',
				count: '{count}',
				total_count: '{total}',
				total_pages: '{pages}',
			},
			success: true,
			errors: [],
			messages: [],
		},
	},
	Linode: {
		source: 'https://techdocs.akamai.com/linode-api/reference/pagination',
		by: { page: 'page' },
		defaultSize: 100,
		contact: plain,
		body: { data: '{list}', page: '{number}', pages: '{lastPage}', results: '{total}' },
	},
	Magento: {
		source: 'https://developer.adobe.com/commerce/webapi/rest/use-rest/performing-searches/',
		by: { page: 'searchCriteria[currentPage]' },
		contact: { id: '{number}', email: '{email}', addresses: [{ id: '{n}', street: ['Main St'] }] },
		body: {
			items: '{list}',
			search_criteria: { filter_groups: [], page_size: '{size}', current_page: '{number}' },
			total_count: '{total}',
		},
	},
	'Teamwork v3': {
		source: 'https://apidocs.teamwork.com/guides/teamwork/how-does-paging-work',
		// The count is one more than what came so far, until the last page has the right one.
		by: { page: 'page' },
		firstNumber: 0,
		defaultSize: 50,
		contact: plain,
		body: {
			people: '{list}',
			meta: {
				page: {
					pageOffset: '{number}',
					pageSize: '{size}',
					'count if hasMore': '{end + 1}',
					'count if isLast': '{end}',
					hasMore: '{hasMore}',
				},
			},
			included: {},
		},
	},
	SurveyMonkey: {
		source: 'https://developer.surveymonkey.com/api/v3/#pagination',
		by: { page: 'page' },
		defaultSize: 50,
		contact: textId,
		body: {
			data: '{list}',
			per_page: '{size}',
			page: '{number}',
			total: '{total}',
			links: {
				self: '{url}',
				next: '{nextLink}',
				'last if hasMore': '{lastLink}',
				prev: '{previousLink}',
				'first if hasPrevious': '{firstLink}',
			},
		},
	},
});
