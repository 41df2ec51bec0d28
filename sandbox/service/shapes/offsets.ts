/** APIs that are told how many contacts to skip. */
import { emailOf, numberOf, plain, record, textId } from './contacts.ts';
import { cursor, lastValue, offset, pageNumber, shape, when } from './shape.ts';

export const offsetShapes = [
	shape('Mailchimp', {
		source: 'https://mailchimp.com/developer/marketing/docs/methods-parameters/#pagination',
		by: offset('offset'),
		defaultSize: 10,
		contact: (n) => ({
			id: `62eeb292278cc15f5817${numberOf(n)}`,
			email_address: emailOf(n),
			tags: [],
			_links: [],
		}),
		body: ({ list, total, url }) => ({
			members: list,
			list_id: '8a25ff1d98',
			total_items: total,
			_links: [{ rel: 'self', href: url.href, method: 'GET' }],
		}),
	}),
	shape('ActiveCampaign', {
		source: 'https://developers.activecampaign.com/reference/pagination',
		by: offset('offset'),
		defaultSize: 20,
		contact: (n) => ({ email: emailOf(n), scoreValues: [], links: {}, id: String(numberOf(n)) }),
		body: ({ list, total, start, size }) => ({
			scoreValues: [],
			contacts: list,
			meta: {
				total: String(total),
				page_input: {
					segmentid: null,
					formid: 0,
					listid: 0,
					limit: size,
					offset: start,
					search: null,
				},
			},
		}),
	}),
	shape('Pipedrive v1', {
		source: 'https://pipedrive.readme.io/docs/core-api-concepts-pagination',
		by: offset('start'),
		defaultSize: 100,
		contact: plain,
		body: ({ list, start, size, hasMore, end }) => ({
			success: true,
			data: list.length > 0 ? list : null,
			related_objects: { user: {} },
			additional_data: {
				pagination: {
					start,
					limit: size,
					more_items_in_collection: hasMore,
					...when(hasMore, { next_start: end }),
				},
			},
		}),
	}),
	shape('Bitbucket Server', {
		source: 'https://developer.atlassian.com/server/bitbucket/rest/v906/intro/#paged-apis',
		by: offset('start'),
		defaultSize: 25,
		contact: plain,
		body: ({ list, start, size, hasMore, end }) => ({
			size: list.length,
			limit: size,
			isLastPage: !hasMore,
			values: list,
			start,
			nextPageStart: hasMore ? end : null,
		}),
	}),
	shape('PagerDuty', {
		source: 'https://developer.pagerduty.com/docs/pagination',
		by: offset('offset'),
		defaultSize: 25,
		contact: textId,
		body: ({ list, start, size, hasMore }) => ({
			users: list,
			limit: size,
			offset: start,
			total: null,
			more: hasMore,
		}),
	}),
	shape('Box, by offset', {
		source: 'https://developer.box.com/guides/api-calls/pagination/offset-based/',
		by: offset('offset'),
		defaultSize: 100,
		contact: textId,
		body: ({ list, start, size, total }) => ({
			total_count: total,
			limit: size,
			offset: start,
			order: [{ by: 'type', direction: 'ASC' }],
			entries: list,
		}),
	}),
	shape('Contentful', {
		source:
			'https://www.contentful.com/developers/docs/references/content-delivery-api/#/introduction/collection-resources-and-pagination',
		by: offset('skip'),
		defaultSize: 100,
		contact: (n) => ({
			sys: { id: `entry${numberOf(n)}`, type: 'Entry' },
			metadata: { tags: [] },
			fields: { email: emailOf(n) },
		}),
		body: ({ list, total, start, size }) => ({
			sys: { type: 'Array' },
			total,
			skip: start,
			limit: size,
			items: list,
			...when(list.length, { includes: { Asset: [{ sys: { id: 'asset1', type: 'Asset' } }] } }),
		}),
	}),
	shape('Elasticsearch', {
		source:
			'https://www.elastic.co/guide/en/elasticsearch/reference/current/paginate-search-results.html',
		by: offset('from'),
		defaultSize: 10,
		contact: (n) => ({
			_index: 'contacts',
			_id: String(numberOf(n)),
			_score: 1,
			_source: plain(n),
		}),
		unwrap: ({ _source }) => _source,
		body: ({ list, total }) => ({
			took: 5,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: total, relation: 'eq' }, max_score: 1, hits: list },
		}),
	}),
	shape('Solr', {
		source:
			'https://solr.apache.org/guide/solr/latest/query-guide/response-writers.html#json-response-writer',
		by: offset('start'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, total, start }) => ({
			responseHeader: { status: 0, QTime: 1, params: { q: '*:*' } },
			response: { numFound: total, start, numFoundExact: true, docs: list },
		}),
	}),
	shape('SCIM', {
		source: 'https://datatracker.ietf.org/doc/html/rfc7644#section-3.4.2',
		by: offset('startIndex', 1),
		defaultSize: 100,
		contact: (n) => ({
			schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
			id: `2819c223-7f76-453a-919d-${numberOf(n)}`,
			userName: `contact${numberOf(n)}`,
			emails: [{ value: emailOf(n), type: 'work' }],
		}),
		body: ({ list, total, start }) => ({
			schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
			totalResults: total,
			...when(list.length, { startIndex: start + 1, itemsPerPage: list.length, Resources: list }),
		}),
	}),
	shape('QuickBooks Online', {
		source:
			'https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries',
		by: offset('startposition', 1),
		documented: { contactsField: 'QueryResponse.Customer' },
		defaultSize: 100,
		contact: record('Id', String),
		body: ({ list, start }) => ({
			QueryResponse: when(list.length, {
				Customer: list,
				startPosition: start + 1,
				maxResults: list.length,
			}),
			time: '2024-05-01T08:00:00.000-07:00',
		}),
	}),
	shape('Workday', {
		source: 'https://community.workday.com/sites/default/files/file-hosting/restapi/index.html',
		by: offset('offset'),
		defaultSize: 20,
		contact: textId,
		body: ({ list, total }) => ({ data: list, total }),
	}),
	shape('Mailjet', {
		source: 'https://dev.mailjet.com/email/reference/contacts/contact/',
		// Both numbers are those of this page, unless the request asks for the count alone.
		by: offset('Offset'),
		defaultSize: 10,
		contact: record('ID'),
		knowable: false,
		body: ({ list }) => ({ Count: list.length, Data: list, Total: list.length }),
	}),
	shape('Redmine', {
		source: 'https://www.redmine.org/projects/redmine/wiki/Rest_api',
		by: offset('offset'),
		defaultSize: 25,
		contact: plain,
		body: ({ list, total, start, size }) => ({
			users: list,
			total_count: total,
			offset: start,
			limit: size,
		}),
	}),
	shape('Teamwork Spaces', {
		source: 'https://apidocs.teamwork.com/guides/spaces/pagination-in-teamwork-spaces-api',
		by: offset('pageOffset'),
		defaultSize: 20,
		contact: plain,
		body: ({ list, total, start, size }) => ({
			collaborators: list,
			meta: { page: { pageOffset: start, pageSize: size, count: total } },
		}),
	}),
	shape('Brevo', {
		source: 'https://developers.brevo.com/reference/getcontacts-1',
		by: offset('offset'),
		defaultSize: 50,
		contact: (n) => ({ email: emailOf(n), id: numberOf(n), listIds: [1, 2], attributes: {} }),
		body: ({ list, total }) => ({ contacts: list, count: total }),
	}),
	shape('Close', {
		source: 'https://developer.close.com/topics/pagination/',
		by: offset('_skip'),
		defaultSize: 100,
		contact: record('id', (number) => `cont_${number}`),
		body: ({ list, hasMore, total }) => ({ has_more: hasMore, data: list, total_results: total }),
	}),
	shape('ABP Framework', {
		source:
			'https://abp.io/docs/latest/framework/architecture/domain-driven-design/application-services',
		by: offset('SkipCount'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, total }) => ({ totalCount: total, items: list }),
	}),
	shape('Odoo', {
		source: 'https://www.odoo.com/documentation/17.0/developer/reference/external_api.html',
		by: offset('offset'),
		defaultSize: 80,
		contact: plain,
		body: ({ list, total }) => ({
			jsonrpc: '2.0',
			id: 1,
			result: { length: total, records: list },
		}),
	}),
	shape('Meilisearch', {
		source: 'https://www.meilisearch.com/docs/reference/api/documents',
		by: offset('offset'),
		defaultSize: 20,
		contact: plain,
		body: ({ list, start, size, total }) => ({ results: list, offset: start, limit: size, total }),
	}),
	shape('SugarCRM', {
		source:
			'https://support.sugarcrm.com/documentation/sugar_developer/sugar_developer_guide_13.0/integration/web_services/rest_api/endpoints/module_get/',
		by: offset('offset'),
		defaultSize: 20,
		contact: (n) => ({
			id: `da6a3741-2a81-ba7f-f249-${numberOf(n)}`,
			email: [{ email_address: emailOf(n) }],
		}),
		body: ({ list, hasMore, end }) => ({ next_offset: hasMore ? end : -1, records: list }),
	}),
	shape('Webflow', {
		source: 'https://developers.webflow.com/data/reference/pagination',
		by: offset('offset'),
		defaultSize: 100,
		contact: textId,
		body: ({ list, size, start, total }) => ({
			users: list,
			pagination: { limit: size, offset: start, total },
		}),
	}),
	shape('Feathers', {
		source: 'https://feathersjs.com/api/databases/common.html#pagination',
		by: offset('$skip'),
		defaultSize: 10,
		contact: record('_id', (number) => `507f1f77bcf86cd79943${number}`),
		body: ({ list, total, size, start }) => ({ total, limit: size, skip: start, data: list }),
	}),
	shape('Strapi, by start', {
		source: 'https://docs.strapi.io/cms/api/rest/sort-pagination#pagination-by-offset',
		by: [offset('pagination[start]'), pageNumber('pagination[page]')],
		defaultSize: 25,
		contact: plain,
		body: ({ list, start, size, total }) => ({
			data: list,
			meta: { pagination: { start, limit: size, total } },
		}),
	}),
	shape('Spotify', {
		source: 'https://developer.spotify.com/documentation/web-api/concepts/api-calls#pagination',
		by: offset('offset'),
		defaultSize: 20,
		contact: textId,
		body: ({ list, url, size, start, total, nextLink = null, previousLink = null }) => ({
			href: url.href,
			limit: size,
			next: nextLink,
			offset: start,
			previous: previousLink,
			total,
			items: list,
		}),
	}),
	shape('NetSuite', {
		source: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545222128.html',
		by: offset('offset'),
		defaultSize: 1000,
		contact: (n) => ({
			links: [{ rel: 'self', href: `https://example.com/${numberOf(n)}` }],
			id: String(numberOf(n)),
		}),
		body: ({ list, url, hasMore, start, total, nextLink }) => ({
			links: [
				...(nextLink ? [{ rel: 'next', href: nextLink }] : []),
				{ rel: 'self', href: url.href },
			],
			count: list.length,
			hasMore,
			items: list,
			offset: start,
			totalResults: total,
		}),
	}),
	shape('Trello', {
		source: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/#paging',
		by: cursor(
			'since',
			lastValue(({ id }) => id),
		),
		defaultSize: 50,
		contact: textId,
		knowable: false,
		body: ({ list }) => list,
	}),
	shape('Keycloak', {
		source: 'https://www.keycloak.org/docs-api/latest/rest-api/index.html#_users',
		by: offset('first'),
		defaultSize: 100,
		contact: textId,
		knowable: false,
		body: ({ list }) => list,
	}),
];
