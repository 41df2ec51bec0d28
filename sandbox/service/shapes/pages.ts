/** APIs whose pages have numbers. */
import { emailOf, numberOf, pascalCase, plain, record, resource, textId } from './contacts.ts';
import { offset, type Page, pageNumber, shape, when } from './shape.ts';

export const pageShapes = [
	shape('Spring Data Page', {
		source:
			'https://docs.spring.io/spring-data/commons/reference/repositories/core-extensions.html',
		by: pageNumber('page', 0),
		firstNumber: 0,
		defaultSize: 20,
		contact: plain,
		body: (page) => ({ ...springSlice(page), totalPages: page.pages, totalElements: page.total }),
	}),
	shape('Spring Data Page, parameter from 1', {
		source:
			'https://docs.spring.io/spring-boot/appendix/application-properties/index.html#application-properties.data.spring.data.web.pageable.one-indexed-parameters',
		// The numbers in responses start at 0 all the same.
		by: pageNumber('page', 1),
		firstNumber: 0,
		defaultSize: 20,
		contact: plain,
		body: (page) => ({ ...springSlice(page), totalPages: page.pages, totalElements: page.total }),
	}),
	shape('Spring Data Slice', {
		source:
			'https://docs.spring.io/spring-data/commons/reference/repositories/query-methods-details.html',
		by: pageNumber('page', 0),
		firstNumber: 0,
		defaultSize: 20,
		contact: plain,
		body: springSlice,
	}),
	shape('Spring Data PagedModel', {
		source:
			'https://docs.spring.io/spring-data/commons/docs/current/api/org/springframework/data/web/PagedModel.html',
		by: pageNumber('page', 0),
		firstNumber: 0,
		defaultSize: 20,
		contact: plain,
		body: ({ list, size, number, total, pages }) => ({
			content: list,
			page: { size, number, totalElements: total, totalPages: pages },
		}),
	}),
	shape('Typeform', {
		source: 'https://www.typeform.com/developers/create/reference/retrieve-forms/',
		by: pageNumber('page'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, total, pages }) => ({ total_items: total, page_count: pages, items: list }),
	}),
	shape('ConvertKit v3', {
		source: 'https://developers.kit.com/v3#list-subscribers',
		by: pageNumber('page'),
		defaultSize: 50,
		contact: plain,
		body: ({ list, total, number, pages }) => ({
			total_subscribers: total,
			page: number,
			total_pages: pages,
			subscribers: list,
		}),
	}),
	shape('Drip', {
		source: 'https://developer.drip.com/#pagination',
		by: pageNumber('page'),
		defaultSize: 100,
		contact: textId,
		body: ({ list, total, number, pages }) => ({
			links: { 'subscribers.account': 'https://api.getdrip.com/v2/accounts/{subscribers.account}' },
			meta: {
				page: number,
				sort: 'created_at',
				direction: 'asc',
				count: list.length,
				total_pages: pages,
				total_count: total,
			},
			subscribers: list,
		}),
	}),
	shape('Datadog users', {
		source: 'https://docs.datadoghq.com/api/latest/users/#list-all-users',
		by: pageNumber('page[number]', 0),
		firstNumber: 0,
		defaultSize: 10,
		contact: resource,
		body: ({ list, total }) => ({
			data: list,
			included: [],
			meta: { page: { total_count: total, total_filtered_count: total } },
		}),
	}),
	shape('Zoho CRM', {
		source: 'https://www.zoho.com/crm/developer/docs/api/v2/get-records.html',
		by: pageNumber('page'),
		defaultSize: 200,
		contact: textId,
		status: ({ list }) => (list.length > 0 ? 200 : 204),
		body: ({ list, size, number, hasMore }) =>
			list.length > 0
				? {
						data: list,
						info: { per_page: size, count: list.length, page: number, more_records: hasMore },
					}
				: undefined,
	}),
	shape('Xero', {
		source: 'https://developer.xero.com/documentation/api/accounting/contacts',
		by: pageNumber('page'),
		defaultSize: 100,
		contact: record('ContactID', (number) => `bd2270c3-8706-4c11-9cfb-${number}`),
		body: ({ list, number, size, pages, total }) => ({
			Id: '0f0a8b1d-3c6b-4a87-9d5f-2a7dca2ff1d5',
			Status: 'OK',
			ProviderName: 'Example',
			DateTimeUTC: '/Date(1714550400000)/',
			pagination: { page: number, pageSize: size, pageCount: pages, itemCount: total },
			Contacts: list,
		}),
	}),
	shape('Strapi', {
		source: 'https://docs.strapi.io/cms/api/rest/sort-pagination',
		by: [pageNumber('pagination[page]'), offset('pagination[start]')],
		defaultSize: 25,
		contact: plain,
		body: ({ list, number, size, pages, total }) => ({
			data: list,
			meta: { pagination: { page: number, pageSize: size, pageCount: pages, total } },
		}),
	}),
	shape('Directus', {
		source: 'https://docs.directus.io/reference/query.html#page',
		by: [pageNumber('page'), offset('offset')],
		defaultSize: 100,
		contact: plain,
		body: ({ list, total }) => ({ meta: { total_count: total, filter_count: total }, data: list }),
	}),
	shape('PocketBase', {
		source: 'https://pocketbase.io/docs/api-records/',
		by: pageNumber('page'),
		defaultSize: 30,
		contact: (n) => ({
			collectionName: 'contacts',
			id: `ae40239d2bc${numberOf(n)}`,
			email: emailOf(n),
		}),
		body: ({ list, number, size, pages, total }) => ({
			page: number,
			perPage: size,
			totalItems: total,
			totalPages: pages,
			items: list,
		}),
	}),
	shape('json-server v1', {
		source: 'https://github.com/typicode/json-server',
		by: pageNumber('_page'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, number, pages, total, hasMore, start }) => ({
			first: 1,
			prev: start > 0 ? number - 1 : null,
			next: hasMore ? number + 1 : null,
			last: Math.max(1, pages),
			pages: Math.max(1, pages),
			items: total,
			data: list,
		}),
	}),
	shape('ASP.NET Core PaginatedList', {
		source: 'https://learn.microsoft.com/en-us/aspnet/core/data/ef-rp/sort-filter-page',
		by: pageNumber('pageNumber'),
		defaultSize: 10,
		contact: plain,
		body: ({ list, number, pages, total, start, hasMore }) => ({
			items: list,
			pageNumber: number,
			totalPages: pages,
			totalCount: total,
			hasPreviousPage: start > 0,
			hasNextPage: hasMore,
		}),
	}),
	shape('ASP.NET Core PaginatedList, PascalCase', {
		source:
			'https://learn.microsoft.com/en-us/dotnet/standard/serialization/system-text-json/customize-properties',
		by: pageNumber('PageIndex'),
		defaultSize: 10,
		contact: pascalCase,
		body: ({ list, number, pages, total, start, hasMore }) => ({
			Items: list,
			PageIndex: number,
			TotalPages: pages,
			TotalCount: total,
			HasPreviousPage: start > 0,
			HasNextPage: hasMore,
		}),
	}),
	shape('Auth0', {
		source: 'https://auth0.com/docs/manage-users/user-search/view-search-results-by-page',
		by: pageNumber('page', 0),
		firstNumber: 0,
		defaultSize: 50,
		contact: record('user_id', (number) => `auth0|${number}`),
		body: ({ list, start, size, total }) => ({
			start,
			limit: size,
			length: list.length,
			users: list,
			total,
		}),
	}),
	shape('Algolia', {
		source:
			'https://www.algolia.com/doc/guides/building-search-ui/going-further/backend-search/in-depth/understanding-the-api-response/',
		by: pageNumber('page', 0),
		firstNumber: 0,
		defaultSize: 20,
		contact: record('objectID', String),
		body: ({ list, total, number, pages, size }) => ({
			hits: list,
			nbHits: total,
			page: number,
			nbPages: pages,
			hitsPerPage: size,
			exhaustiveNbHits: true,
			query: '',
			params: 'query=',
			processingTimeMS: 1,
		}),
	}),
	shape('Freshsales', {
		source: 'https://developers.freshworks.com/crm/api/#list_all_contacts',
		by: pageNumber('page'),
		defaultSize: 25,
		contact: plain,
		body: ({ list, pages, total }) => ({ contacts: list, meta: { total_pages: pages, total } }),
	}),
	shape('Ghost', {
		source: 'https://docs.ghost.org/content-api/pagination',
		by: pageNumber('page'),
		defaultSize: 15,
		contact: textId,
		body: ({ list, number, size, pages, total, hasMore, start }) => ({
			members: list,
			meta: {
				pagination: {
					page: number,
					limit: size,
					pages: Math.max(1, pages),
					total,
					next: hasMore ? number + 1 : null,
					prev: start > 0 ? number - 1 : null,
				},
			},
		}),
	}),
	shape('mongoose-paginate', {
		source: 'https://github.com/aravindnc/mongoose-paginate-v2',
		by: [pageNumber('page'), offset('offset')],
		defaultSize: 10,
		contact: record('_id', (number) => `507f1f77bcf86cd79943${number}`),
		body: ({ list, total, size, number, pages, start, hasMore }) => ({
			docs: list,
			totalDocs: total,
			limit: size,
			totalPages: Math.max(1, pages),
			page: number,
			pagingCounter: start + 1,
			hasPrevPage: start > 0,
			hasNextPage: hasMore,
			prevPage: start > 0 ? number - 1 : null,
			nextPage: hasMore ? number + 1 : null,
		}),
	}),
	shape('nestjs-typeorm-paginate', {
		source: 'https://github.com/nestjsx/nestjs-typeorm-paginate',
		by: pageNumber('page'),
		defaultSize: 10,
		contact: plain,
		body: ({
			list,
			total,
			size,
			pages,
			number,
			firstLink,
			previousLink = '',
			nextLink = '',
			lastLink,
		}) => ({
			items: list,
			meta: {
				totalItems: total,
				itemCount: list.length,
				itemsPerPage: size,
				totalPages: pages,
				currentPage: number,
			},
			links: { first: firstLink, previous: previousLink, next: nextLink, last: lastLink },
		}),
	}),
	shape('Harvest', {
		source: 'https://help.getharvest.com/api-v2/introduction/overview/pagination/',
		by: pageNumber('page'),
		defaultSize: 100,
		contact: plain,
		body: ({
			list,
			total,
			size,
			pages,
			number,
			hasMore,
			start,
			firstLink,
			nextLink = null,
			previousLink = null,
			lastLink,
		}) => ({
			contacts: list,
			per_page: size,
			total_pages: pages,
			total_entries: total,
			next_page: hasMore ? number + 1 : null,
			previous_page: start > 0 ? number - 1 : null,
			page: number,
			links: { first: firstLink, next: nextLink, previous: previousLink, last: lastLink },
		}),
	}),
	shape('Cloudflare', {
		source:
			'https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/#paginate-results',
		by: pageNumber('page'),
		defaultSize: 20,
		contact: textId,
		body: ({ list, number, size, total, pages }) => ({
			result: list,
			result_info: {
				page: number,
				per_page: size,
				count: list.length,
				total_count: total,
				total_pages: pages,
			},
			success: true,
			errors: [],
			messages: [],
		}),
	}),
	shape('Linode', {
		source: 'https://techdocs.akamai.com/linode-api/reference/pagination',
		by: pageNumber('page'),
		defaultSize: 100,
		contact: plain,
		body: ({ list, number, pages, total }) => ({
			data: list,
			page: number,
			pages: Math.max(1, pages),
			results: total,
		}),
	}),
	shape('Magento', {
		source: 'https://developer.adobe.com/commerce/webapi/rest/use-rest/performing-searches/',
		by: pageNumber('searchCriteria[currentPage]'),
		defaultSize: 20,
		contact: (n) => ({
			id: numberOf(n),
			email: emailOf(n),
			addresses: [{ id: n, street: ['Main St'] }],
		}),
		body: ({ list, size, number, total }) => ({
			items: list,
			search_criteria: { filter_groups: [], page_size: size, current_page: number },
			total_count: total,
		}),
	}),
	shape('Teamwork v3', {
		source: 'https://apidocs.teamwork.com/guides/teamwork/how-does-paging-work',
		// The count is one more than what came so far, until the last page has the right one.
		by: pageNumber('page'),
		firstNumber: 0,
		defaultSize: 50,
		contact: plain,
		body: ({ list, number, size, end, hasMore }) => ({
			people: list,
			meta: {
				page: { pageOffset: number, pageSize: size, count: hasMore ? end + 1 : end, hasMore },
			},
			included: {},
		}),
	}),
	shape('SurveyMonkey', {
		source: 'https://developer.surveymonkey.com/api/v3/#pagination',
		by: pageNumber('page'),
		defaultSize: 50,
		contact: textId,
		body: ({ list, size, number, total, url, nextLink, previousLink, firstLink, lastLink }) => ({
			data: list,
			per_page: size,
			page: number,
			total,
			links: {
				self: url.href,
				...when(nextLink, { next: nextLink, last: lastLink }),
				...when(previousLink, { prev: previousLink, first: firstLink }),
			},
		}),
	}),
];

function springSlice({ list, number, size, start, hasMore }: Page) {
	const sort = { empty: true, sorted: false, unsorted: true };
	return {
		content: list,
		pageable: {
			pageNumber: number,
			pageSize: size,
			sort,
			offset: start,
			paged: true,
			unpaged: false,
		},
		last: !hasMore,
		first: start === 0,
		size,
		number,
		sort,
		numberOfElements: list.length,
		empty: list.length === 0,
	};
}
