/** APIs whose responses hold the address of the next page. */
import {
	type Contact,
	emailOf,
	numberOf,
	plain,
	record,
	resource,
	textId,
	withoutId,
} from './contacts.ts';
import {
	cursor,
	lastValue,
	offset,
	type Page,
	pageNumber,
	relative,
	shape,
	sizedCursor,
	when,
} from './shape.ts';

export const linkShapes = [
	shape('Salesforce', {
		source:
			'https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_query.htm',
		by: sizedCursor('queryLocator'),
		defaultSize: 200,
		dropsPageSize: true,
		contact: (n) => ({
			attributes: {
				type: 'Contact',
				url: `/services/data/v62.0/sobjects/Contact/003${numberOf(n)}`,
			},
			Id: `003${numberOf(n)}`,
			Name: `Contact ${numberOf(n)}`,
		}),
		body: ({ list, total, hasMore, nextLink }) => ({
			totalSize: total,
			done: !hasMore,
			...when(nextLink, { nextRecordsUrl: relative(nextLink) }),
			records: list,
		}),
	}),
	shape('Microsoft Graph', {
		source: 'https://learn.microsoft.com/en-us/graph/paging',
		by: cursor('$skiptoken'),
		defaultSize: 10,
		endsWithoutSign: true,
		contact: graphContact,
		body: ({ list, nextLink }) => ({
			'@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#contacts',
			...when(nextLink, { '@odata.nextLink': nextLink }),
			value: list,
		}),
	}),
	shape('Dynamics 365', {
		source:
			'https://learn.microsoft.com/en-us/power-apps/developer/data-platform/webapi/query/page-results',
		by: sizedCursor('$skiptoken'),
		defaultSize: 500,
		dropsPageSize: true,
		endsWithoutSign: true,
		contact: (n) => ({
			'@odata.etag': `W/"8${numberOf(n)}"`,
			contactid: `0a1b2c3d-${numberOf(n)}`,
		}),
		body: ({ list, nextLink }) => ({
			'@odata.context':
				'https://org.api.crm.dynamics.com/api/data/v9.2/$metadata#contacts(fullname)',
			'@Microsoft.Dynamics.CRM.totalrecordcount': -1,
			'@Microsoft.Dynamics.CRM.totalrecordcountlimitexceeded': false,
			value: list,
			...when(nextLink, { '@odata.nextLink': nextLink }),
		}),
	}),
	shape('OData v4 with a count', {
		source:
			'https://docs.oasis-open.org/odata/odata/v4.01/odata-v4.01-part1-protocol.html#sec_ServerDrivenPaging',
		by: offset('$skip'),
		defaultSize: 20,
		contact: record('ContactID', String),
		body: ({ list, total, nextLink }) => ({
			'@odata.context': 'serviceRoot/$metadata#Contacts',
			'@odata.count': total,
			value: list,
			...when(nextLink, { '@odata.nextLink': `contacts${new URL(nextLink ?? 'x:').search}` }),
		}),
	}),
	shape('OData v2', {
		source: 'https://www.odata.org/documentation/odata-version-2-0/json-format/',
		by: cursor('$skiptoken'),
		defaultSize: 20,
		contact: oDataV2Contact,
		body: ({ list, total, nextLink }) => ({
			d: { results: list, __count: String(total), ...when(nextLink, { __next: nextLink }) },
		}),
	}),
	shape('SAP SuccessFactors', {
		source: 'https://userapps.support.sap.com/sap/support/knowledge/en/2489065',
		by: sizedCursor('$skiptoken'),
		defaultSize: 1000,
		dropsPageSize: true,
		endsWithoutSign: true,
		contact: oDataV2Contact,
		body: ({ list, nextLink }) => ({
			d: { results: list, ...when(nextLink, { __next: nextLink }) },
		}),
	}),
	shape('JSON:API', {
		source: 'https://jsonapi.org/format/#fetching-pagination',
		by: pageNumber('page[number]'),
		defaultSize: 25,
		contact: resource,
		body: (page) => ({
			jsonapi: { version: '1.1' },
			links: jsonApiLinks(page),
			data: page.list,
			included: [],
		}),
	}),
	shape('JSON:API with included resources', {
		source: 'https://jsonapi.org/examples/#pagination',
		by: pageNumber('page[number]'),
		defaultSize: 25,
		contact: resource,
		body: (page) => ({
			meta: { totalPages: page.pages },
			data: page.list,
			links: jsonApiLinks(page),
			included: [{ type: 'companies', id: '1', attributes: { name: 'Example' } }],
		}),
	}),
	shape('Drupal', {
		source:
			'https://www.drupal.org/docs/core-modules-and-themes/core-modules/jsonapi-module/pagination',
		by: offset('page[offset]'),
		defaultSize: 50,
		endsWithoutSign: true,
		contact: resource,
		body: ({ list, url, nextLink, previousLink }) => ({
			jsonapi: {
				version: '1.0',
				meta: { links: { self: { href: 'http://jsonapi.org/format/1.0/' } } },
			},
			data: list,
			links: {
				...when(nextLink, { next: { href: nextLink } }),
				...when(previousLink, { prev: { href: previousLink } }),
				self: { href: url.href },
			},
		}),
	}),
	shape('Klaviyo', {
		source: 'https://developers.klaviyo.com/en/reference/api_overview#pagination',
		by: cursor('page[cursor]'),
		defaultSize: 20,
		contact: resource,
		body: ({ list, url, nextLink = null, previousLink = null }) => ({
			data: list,
			links: { self: url.href, next: nextLink, prev: previousLink },
		}),
	}),
	shape('HAL', {
		source: 'https://datatracker.ietf.org/doc/html/draft-kelly-json-hal',
		by: pageNumber('page'),
		defaultSize: 20,
		contact: plain,
		body: ({ list, url, nextLink, total }) => ({
			_links: {
				self: { href: relative(url.href) },
				...when(nextLink, { next: { href: relative(nextLink) } }),
			},
			total,
			_embedded: { contacts: list },
		}),
	}),
	shape('Help Scout', {
		source: 'https://developer.helpscout.com/mailbox-api/endpoints/customers/list/',
		by: pageNumber('page'),
		defaultSize: 50,
		contact: plain,
		body: ({ list, url, firstLink, lastLink, nextLink, size, total, pages, number }) => ({
			_embedded: { customers: list },
			_links: {
				first: { href: firstLink },
				last: { href: lastLink },
				...when(nextLink, { next: { href: nextLink } }),
				page: { href: `${url.origin}${url.pathname}{?page}`, templated: true },
				self: { href: url.href },
			},
			page: { size, totalElements: total, totalPages: pages, number },
		}),
	}),
	shape('Spring HATEOAS PagedModel', {
		source: 'https://docs.spring.io/spring-data/rest/reference/paging-and-sorting.html',
		by: pageNumber('page', 0),
		firstNumber: 0,
		defaultSize: 20,
		contact: withoutId,
		body: ({
			list,
			url,
			firstLink,
			lastLink,
			nextLink,
			previousLink,
			size,
			total,
			pages,
			number,
		}) => ({
			...when(list.length, { _embedded: { contactList: list } }),
			_links: {
				...when(pages > 1, { first: { href: firstLink }, last: { href: lastLink } }),
				...when(previousLink, { prev: { href: previousLink } }),
				self: { href: url.href },
				...when(nextLink, { next: { href: nextLink } }),
			},
			page: { size, totalElements: total, totalPages: pages, number },
		}),
	}),
	shape('Django REST framework, by page', {
		source: 'https://www.django-rest-framework.org/api-guide/pagination/#pagenumberpagination',
		by: pageNumber('page'),
		defaultSize: 100,
		pastTheEnd: { status: 404, body: { detail: 'Invalid page.' } },
		contact: plain,
		body: ({ list, total, nextLink = null, previousLink = null }) => ({
			count: total,
			next: nextLink,
			previous: previousLink,
			results: list,
		}),
	}),
	shape('Django REST framework, by offset', {
		source: 'https://www.django-rest-framework.org/api-guide/pagination/#limitoffsetpagination',
		by: offset('offset'),
		defaultSize: 100,
		contact: record('url', (number) => `https://api.example.com/contacts/${number}/`),
		body: ({ list, total, nextLink = null, previousLink = null }) => ({
			count: total,
			next: nextLink,
			previous: previousLink,
			results: list,
		}),
	}),
	shape('Django REST framework, by cursor', {
		source: 'https://www.django-rest-framework.org/api-guide/pagination/#cursorpagination',
		by: cursor('cursor'),
		defaultSize: 100,
		contact: record('uuid', (number) => `6f1c2b1e-5c7d-4b8c-9d0e-${number}`),
		body: ({ list, nextLink = null, previousLink = null }) => ({
			next: nextLink,
			previous: previousLink,
			results: list,
		}),
	}),
	shape('Laravel paginate', {
		source: 'https://laravel.com/docs/pagination#converting-results-to-json',
		by: pageNumber('page'),
		defaultSize: 15,
		dropsPageSize: true,
		contact: plain,
		body: (page) => ({
			current_page: page.number,
			data: page.list,
			first_page_url: page.firstLink,
			from: page.list.length > 0 ? page.start + 1 : null,
			last_page: Math.max(1, page.pages),
			last_page_url: page.lastLink,
			links: laravelLinks(page),
			next_page_url: page.nextLink ?? null,
			path: page.url.origin + page.url.pathname,
			per_page: page.size,
			prev_page_url: page.previousLink ?? null,
			to: page.list.length > 0 ? page.end : null,
			total: page.total,
		}),
	}),
	shape('Laravel simplePaginate', {
		source: 'https://laravel.com/docs/pagination#simple-pagination',
		by: pageNumber('page'),
		defaultSize: 15,
		dropsPageSize: true,
		contact: plain,
		body: ({
			list,
			number,
			firstLink,
			start,
			end,
			nextLink = null,
			previousLink = null,
			url,
			size,
		}) => ({
			current_page: number,
			current_page_url: url.href,
			data: list,
			first_page_url: firstLink,
			from: list.length > 0 ? start + 1 : null,
			next_page_url: nextLink,
			path: url.origin + url.pathname,
			per_page: size,
			prev_page_url: previousLink,
			to: list.length > 0 ? end : null,
		}),
	}),
	shape('Laravel cursorPaginate', {
		source: 'https://laravel.com/docs/pagination#cursor-pagination',
		by: cursor('cursor'),
		defaultSize: 15,
		dropsPageSize: true,
		contact: plain,
		body: ({
			list,
			url,
			size,
			next = null,
			nextLink = null,
			previous = null,
			previousLink = null,
		}) => ({
			data: list,
			path: url.origin + url.pathname,
			per_page: size,
			next_cursor: next,
			next_page_url: nextLink,
			prev_cursor: previous,
			prev_page_url: previousLink,
		}),
	}),
	shape('Laravel API resource', {
		source: 'https://laravel.com/docs/eloquent-resources#pagination',
		by: pageNumber('page'),
		defaultSize: 15,
		dropsPageSize: true,
		contact: plain,
		body: (page) => ({
			data: page.list,
			links: {
				first: page.firstLink,
				last: page.lastLink,
				prev: page.previousLink ?? null,
				next: page.nextLink ?? null,
			},
			meta: {
				current_page: page.number,
				from: page.list.length > 0 ? page.start + 1 : null,
				last_page: Math.max(1, page.pages),
				links: laravelLinks(page),
				path: page.url.origin + page.url.pathname,
				per_page: page.size,
				to: page.list.length > 0 ? page.end : null,
				total: page.total,
			},
		}),
	}),
	shape('Zendesk, by offset', {
		source:
			'https://developer.zendesk.com/api-reference/introduction/pagination/#using-offset-pagination',
		by: pageNumber('page'),
		defaultSize: 100,
		contact: plain,
		body: ({ list, total, nextLink = null, previousLink = null }) => ({
			users: list,
			next_page: nextLink,
			previous_page: previousLink,
			count: total,
		}),
	}),
	shape('Twilio', {
		source: 'https://www.twilio.com/docs/usage/twilios-response#pagination',
		by: [cursor('PageToken', (start) => `PA${numberOf(start)}`), pageNumber('Page', 0)],
		firstNumber: 0,
		defaultSize: 50,
		contact: record('sid', (number) => `CA42ed11f93dc08b952027ffbc${number}`),
		body: ({ list, firstLink, nextLink, previousLink, url, number, size, start, end }) => ({
			first_page_uri: relative(firstLink),
			end: Math.max(0, end - 1),
			previous_page_uri: relative(previousLink) ?? '',
			contacts: list,
			uri: relative(url.href),
			page_size: size,
			start,
			next_page_uri: relative(nextLink) ?? '',
			page: number,
		}),
	}),
	shape('Twilio, newer products', {
		source: 'https://www.twilio.com/docs/usage/twilios-response#pagination',
		by: [cursor('PageToken', (start) => `PT${numberOf(start)}`), pageNumber('Page', 0)],
		firstNumber: 0,
		defaultSize: 50,
		contact: record('sid', (number) => `US42ed11f93dc08b952027ffbc${number}`),
		body: ({ list, firstLink, nextLink = null, previousLink = null, url, number, size }) => ({
			meta: {
				page: number,
				page_size: size,
				first_page_url: firstLink,
				previous_page_url: previousLink,
				url: url.href,
				next_page_url: nextLink,
				key: 'users',
			},
			users: list,
		}),
	}),
	shape('SendGrid', {
		source: 'https://www.twilio.com/docs/sendgrid/api-reference/lists/get-all-lists',
		by: cursor('page_token'),
		defaultSize: 100,
		contact: (n) => ({ id: `ca1fca9a-${numberOf(n)}`, name: 'List', contact_count: 10 + n }),
		body: ({ list, total, url, nextLink, previousLink }) => ({
			result: list,
			_metadata: {
				self: url.href,
				...when(previousLink, { prev: previousLink }),
				...when(nextLink, { next: nextLink }),
				count: total,
			},
		}),
	}),
	shape('Calendly', {
		source: 'https://developer.calendly.com/api-docs',
		by: cursor('page_token', (start) => `sNjq4TvMDfUHEl7zHRR0k0E1PCEJWvd${start}`),
		defaultSize: 20,
		contact: record('uri', (number) => `https://api.calendly.com/users/AAAA${number}`),
		body: ({ list, next = null, nextLink = null, previous = null, previousLink = null }) => ({
			collection: list,
			pagination: {
				count: list.length,
				next_page: nextLink,
				next_page_token: next,
				previous_page: previousLink,
				previous_page_token: previous,
			},
		}),
	}),
	shape('Recurly', {
		source:
			'https://recurly.com/developers/api/v2021-02-25/index.html#section/Getting-Started/Pagination',
		by: cursor('cursor', (start) => `e28zov4fw0v2:1545240${start}`),
		defaultSize: 20,
		contact: record('id', (number) => `e28zov4${number}`),
		body: ({ list, hasMore, nextLink }) => ({
			object: 'list',
			has_more: hasMore,
			next: relative(nextLink) ?? null,
			data: list,
		}),
	}),
	shape('Front', {
		source: 'https://dev.frontapp.com/docs/pagination',
		by: cursor('page_token'),
		defaultSize: 50,
		contact: record('id', (number) => `crd_${number}`),
		body: ({ list, url, nextLink = null }) => ({
			_pagination: { next: nextLink },
			_links: { self: url.href },
			_results: list,
		}),
	}),
	shape('PayPal', {
		source: 'https://developer.paypal.com/api/rest/responses/#link-hateoaslinks',
		by: pageNumber('page'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, total, pages, url, nextLink, firstLink, lastLink }) => ({
			total_items: total,
			total_pages: pages,
			items: list,
			links: Object.entries({ self: url.href, first: firstLink, next: nextLink, last: lastLink })
				.filter(([, href]) => href !== undefined)
				.map(([rel, href]) => ({ href, rel, method: 'GET' })),
		}),
	}),
	shape('Adyen Management', {
		source: 'https://docs.adyen.com/api-explorer/Management/latest/get/companies',
		by: pageNumber('pageNumber'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, total, pages, url, nextLink, firstLink, lastLink }) => ({
			_links: {
				first: { href: firstLink },
				last: { href: lastLink },
				...when(nextLink, { next: { href: nextLink } }),
				self: { href: url.href },
			},
			itemsTotal: total,
			pagesTotal: pages,
			data: list,
		}),
	}),
	shape('Bitbucket Cloud', {
		source: 'https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination',
		by: pageNumber('page'),
		defaultSize: 10,
		contact: record('uuid', (number) => `{4d8a33f3-${number}}`),
		body: ({ list, total, number, size, nextLink, previousLink }) => ({
			size: total,
			page: number,
			pagelen: size,
			...when(nextLink, { next: nextLink }),
			...when(previousLink, { previous: previousLink }),
			values: list,
		}),
	}),
	shape('Discourse', {
		source: 'https://docs.discourse.org/#tag/Users/operation/listUsersPublic',
		// The link to more is there on the last page, too.
		by: pageNumber('page', 0),
		defaultSize: 50,
		contact: (n) => ({
			id: numberOf(n),
			likes_received: 3,
			user: { username: `contact${numberOf(n)}` },
		}),
		body: ({ list, total, url, start, size }) => {
			const more = new URL(`?page=${Math.floor(start / size) + 1}`, url);
			return {
				directory_items: list,
				meta: {
					last_updated_at: '2024-05-01T08:00:00.000Z',
					total_rows_directory_items: total,
					load_more_directory_items: relative(more.href),
				},
			};
		},
	}),
	shape('Keap', {
		source: 'https://developer.infusionsoft.com/docs/rest/',
		// The next link is there on the last page, too, and leads to an empty one.
		by: offset('offset'),
		defaultSize: 1000,
		contact: plain,
		body: ({ list, total, url, start, end, previousLink = '' }) => {
			const next = new URL(url);
			next.searchParams.set('offset', String(Math.max(end, start)));
			return { contacts: list, count: total, next: next.href, previous: previousLink };
		},
	}),
	shape('Usertour', {
		source: 'https://docs.usertour.io/api-reference/pagination',
		// The next link is always there, to be asked again later.
		by: cursor(
			'cursor',
			lastValue(({ id }) => id),
		),
		defaultSize: 20,
		contact: textId,
		body: ({ list, url, previousLink = null }) => {
			const next = new URL(url);
			if (list.length > 0) next.searchParams.set('cursor', String(list.at(-1)!.id));
			return { results: list, next: next.href, previous: previousLink };
		},
	}),
	shape('Opsgenie', {
		source: 'https://docs.opsgenie.com/docs/pagination',
		by: offset('offset'),
		defaultSize: 20,
		contact: textId,
		body: ({ list, firstLink, nextLink, lastLink }) => ({
			data: list,
			paging: { ...when(nextLink, { next: nextLink }), first: firstLink, last: lastLink },
			took: 0.266,
			requestId: '37daec35-2d65-4612-b568-711068e806a4',
		}),
		headers: ({ firstLink, nextLink, lastLink }) => ({
			'X-Paging-First': firstLink,
			'X-Paging-Last': lastLink,
			...when(nextLink, { 'X-Paging-Next': String(nextLink) }),
		}),
	}),
	shape('Confluence', {
		source: 'https://developer.atlassian.com/cloud/confluence/rest/v1/intro/#pagination',
		by: offset('start'),
		defaultSize: 25,
		contact: textId,
		body: ({ list, start, size, url, nextLink }) => ({
			results: list,
			start,
			limit: size,
			size: list.length,
			_links: {
				self: url.href,
				...when(nextLink, { next: relative(nextLink) }),
				base: url.origin,
				context: '',
			},
		}),
	}),
	shape('Jira, paged beans', {
		source: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#pagination',
		by: offset('startAt'),
		defaultSize: 50,
		contact: record('accountId', (number) => `5b10ac8d82e05b22cc7d${number}`),
		body: ({ list, start, size, total, hasMore, url, nextLink }) => ({
			self: url.href,
			...when(nextLink, { nextPage: nextLink }),
			maxResults: size,
			startAt: start,
			total,
			isLast: !hasMore,
			values: list,
		}),
	}),
	shape('LinkedIn', {
		source: 'https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination',
		by: offset('start'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, start, size, total, nextLink, previousLink }) => ({
			elements: list,
			paging: {
				count: size,
				start,
				total,
				links: [
					...(previousLink
						? [{ rel: 'prev', href: relative(previousLink), type: 'application/json' }]
						: []),
					...(nextLink
						? [{ rel: 'next', href: relative(nextLink), type: 'application/json' }]
						: []),
				],
			},
		}),
	}),
	shape('Hydra', {
		source: 'https://www.hydra-cg.com/spec/latest/core/#collections',
		by: pageNumber('page'),
		defaultSize: 30,
		contact: (n) => ({ '@id': `/contacts/${numberOf(n)}`, '@type': 'Contact', ...plain(n) }),
		body: ({ list, total, url, firstLink, lastLink, nextLink }) => ({
			'@context': '/contexts/Contact',
			'@id': '/contacts',
			'@type': 'hydra:Collection',
			'hydra:totalItems': total,
			'hydra:member': list,
			'hydra:view': {
				'@id': relative(url.href),
				'@type': 'hydra:PartialCollectionView',
				'hydra:first': relative(firstLink),
				'hydra:last': relative(lastLink),
				...when(nextLink, { 'hydra:next': relative(nextLink) }),
			},
		}),
	}),
	shape('DigitalOcean', {
		source:
			'https://docs.digitalocean.com/reference/api/digitalocean/#section/Introduction/Links-and-Pagination',
		by: pageNumber('page'),
		defaultSize: 20,
		contact: plain,
		body: ({ list, total, nextLink, lastLink, firstLink, previousLink }) => ({
			contacts: list,
			links: when(nextLink ?? previousLink, {
				pages: {
					...when(previousLink, { first: firstLink, prev: previousLink }),
					...when(nextLink, { next: nextLink, last: lastLink }),
				},
			}),
			meta: { total },
		}),
	}),
	shape('Sage Accounting', {
		source: 'https://developer.sage.com/accounting/guides/concepts/pagination/',
		by: pageNumber('page'),
		defaultSize: 20,
		contact: textId,
		body: ({ list, total, number, size, nextLink, previousLink }) => ({
			$total: total,
			$page: number,
			$next: relative(nextLink) ?? null,
			$back: relative(previousLink) ?? null,
			$itemsPerPage: size,
			$items: list,
		}),
	}),
	shape('Clio', {
		source: 'https://docs.developers.clio.com/api-docs/paging/',
		by: cursor('page_token'),
		defaultSize: 200,
		contact: plain,
		body: ({ list, total, nextLink }) => ({
			data: list,
			meta: { paging: when(nextLink, { next: nextLink }), records: total },
		}),
	}),
	shape('Zalando guidelines', {
		source: 'https://opensource.zalando.com/restful-api-guidelines/#pagination',
		by: cursor('cursor'),
		defaultSize: 20,
		contact: textId,
		body: ({ list, url, firstLink, nextLink, previousLink }) => ({
			self: url.href,
			first: firstLink,
			...when(previousLink, { prev: previousLink }),
			...when(nextLink, { next: nextLink }),
			query: {},
			items: list,
		}),
	}),
	shape('eBay', {
		source: 'https://developer.ebay.com/api-docs/sell/static/rest-request-components.html',
		by: offset('offset'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, total, url, size, start, nextLink, previousLink }) => ({
			href: url.href,
			total,
			...when(nextLink, { next: nextLink }),
			...when(previousLink, { prev: previousLink }),
			limit: size,
			offset: start,
			inventoryItems: list,
		}),
	}),
];

function graphContact(n: number): Contact {
	return {
		'@odata.etag': `W/"EQAAABYAAAD${numberOf(n)}"`,
		id: `AAMkAGI2THk0${numberOf(n)}`,
		displayName: `Contact ${numberOf(n)}`,
		emailAddresses: [{ name: 'Contact', address: emailOf(n) }],
	};
}

function oDataV2Contact(n: number): Contact {
	return {
		__metadata: {
			uri: `https://services.odata.org/OData/Contacts(${numberOf(n)})`,
			type: 'Contact',
		},
		ID: numberOf(n),
		Addresses: { __deferred: { uri: 'https://services.odata.org/OData/Addresses' } },
	};
}

function jsonApiLinks({ url, firstLink, previousLink, nextLink, lastLink }: Page) {
	return {
		self: url.href,
		first: firstLink,
		prev: previousLink ?? null,
		next: nextLink ?? null,
		last: lastLink,
	};
}

/** The links of the page's navigation, with their labels. */
function laravelLinks({ url, number, previousLink, nextLink }: Page) {
	return [
		{ url: previousLink ?? null, label: '&laquo; Previous', active: false },
		{ url: url.href, label: String(number), active: true },
		{ url: nextLink ?? null, label: 'Next &raquo;', active: false },
	];
}
