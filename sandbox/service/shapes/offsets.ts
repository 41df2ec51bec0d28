/** APIs that are told how many contacts to skip. */
import { plain, record, textId } from './contacts.ts';
import { shapesOf } from './shape.ts';

export const offsetShapes = shapesOf({
	Mailchimp: {
		source: 'https://mailchimp.com/developer/marketing/docs/methods-parameters/#pagination',
		by: { offset: 'offset' },
		defaultSize: 10,
		contact: { id: '62eeb292278cc15f5817{number}', email_address: '{email}', tags: [], _links: [] },
		body: {
			members: '{list}',
			list_id: '8a25ff1d98',
			total_items: '{total}',
			_links: [{ rel: 'self', href: '{url}', method: 'GET' }],
		},
	},
	ActiveCampaign: {
		source: 'https://developers.activecampaign.com/reference/pagination',
		by: { offset: 'offset' },
		contact: { email: '{email}', scoreValues: [], links: {}, id: '{number | text}' },
		body: {
			scoreValues: [],
			contacts: '{list}',
			meta: {
				total: '{total | text}',
				page_input: {
					segmentid: null,
					formid: 0,
					listid: 0,
					limit: '{size}',
					offset: '{start}',
					search: null,
				},
			},
		},
	},
	'Pipedrive v1': {
		source: 'https://pipedrive.readme.io/docs/core-api-concepts-pagination',
		by: { offset: 'start' },
		defaultSize: 100,
		contact: plain,
		body: {
			success: true,
			'data if list': '{list}',
			'data if isEmpty': null,
			related_objects: { user: {} },
			additional_data: {
				pagination: {
					start: '{start}',
					limit: '{size}',
					more_items_in_collection: '{hasMore}',
					'next_start if hasMore': '{end}',
				},
			},
		},
	},
	'Bitbucket Server': {
		source: 'https://developer.atlassian.com/server/bitbucket/rest/v906/intro/#paged-apis',
		by: { offset: 'start' },
		defaultSize: 25,
		contact: plain,
		body: {
			size: '{count}',
			limit: '{size}',
			isLastPage: '{isLast}',
			values: '{list}',
			start: '{start}',
			nextPageStart: '{next ?? null}',
		},
	},
	PagerDuty: {
		source: 'https://developer.pagerduty.com/docs/pagination',
		by: { offset: 'offset' },
		defaultSize: 25,
		contact: textId,
		body: { users: '{list}', limit: '{size}', offset: '{start}', total: null, more: '{hasMore}' },
	},
	'Box, by offset': {
		source: 'https://developer.box.com/guides/api-calls/pagination/offset-based/',
		by: { offset: 'offset' },
		defaultSize: 100,
		contact: textId,
		body: {
			total_count: '{total}',
			limit: '{size}',
			offset: '{start}',
			order: [{ by: 'type', direction: 'ASC' }],
			entries: '{list}',
		},
	},
	Contentful: {
		source:
			'https://www.contentful.com/developers/docs/references/content-delivery-api/#/introduction/collection-resources-and-pagination',
		by: { offset: 'skip' },
		defaultSize: 100,
		contact: {
			sys: { id: 'entry{number}', type: 'Entry' },
			metadata: { tags: [] },
			fields: { email: '{email}' },
		},
		body: {
			sys: { type: 'Array' },
			total: '{total}',
			skip: '{start}',
			limit: '{size}',
			items: '{list}',
			'includes if list': { Asset: [{ sys: { id: 'asset1', type: 'Asset' } }] },
		},
	},
	Elasticsearch: {
		source:
			'https://www.elastic.co/guide/en/elasticsearch/reference/current/paginate-search-results.html',
		by: { offset: 'from' },
		defaultSize: 10,
		contact: { _index: 'contacts', _id: '{number | text}', _score: 1, _source: plain },
		unwrap: '_source',
		body: {
			took: 5,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: '{total}', relation: 'eq' }, max_score: 1, hits: '{list}' },
		},
	},
	Solr: {
		source:
			'https://solr.apache.org/guide/solr/latest/query-guide/response-writers.html#json-response-writer',
		by: { offset: 'start' },
		defaultSize: 10,
		contact: textId,
		body: {
			responseHeader: { status: 0, QTime: 1, params: { q: '*:*' } },
			response: { numFound: '{total}', start: '{start}', numFoundExact: true, docs: '{list}' },
		},
	},
	SCIM: {
		source: 'https://datatracker.ietf.org/doc/html/rfc7644#section-3.4.2',
		by: { offset: 'startIndex', first: 1 },
		defaultSize: 100,
		contact: {
			schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
			id: '2819c223-7f76-453a-919d-{number}',
			userName: 'contact{number}',
			emails: [{ value: '{email}', type: 'work' }],
		},
		body: {
			schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
			totalResults: '{total}',
			'startIndex if list': '{start + 1}',
			'itemsPerPage if list': '{count}',
			'Resources if list': '{list}',
		},
	},
	'QuickBooks Online': {
		source:
			'https://developer.intuit.com/app/developer/qbo/docs/learn/explore-the-quickbooks-online-api/data-queries',
		by: { offset: 'startposition', first: 1 },
		documented: { contactsField: 'QueryResponse.Customer' },
		defaultSize: 100,
		contact: record('Id', '{number | text}'),
		body: {
			QueryResponse: {
				'Customer if list': '{list}',
				'startPosition if list': '{start + 1}',
				'maxResults if list': '{count}',
			},
			time: '2024-05-01T08:00:00.000-07:00',
		},
	},
	Workday: {
		source: 'https://community.workday.com/sites/default/files/file-hosting/restapi/index.html',
		by: { offset: 'offset' },
		contact: textId,
		body: { data: '{list}', total: '{total}' },
	},
	Mailjet: {
		source: 'https://dev.mailjet.com/email/reference/contacts/contact/',
		// Both numbers are those of this page, unless the request asks for the count alone.
		by: { offset: 'Offset' },
		defaultSize: 10,
		contact: record('ID'),
		knowable: false,
		body: { Count: '{count}', Data: '{list}', Total: '{count}' },
	},
	Redmine: {
		source: 'https://www.redmine.org/projects/redmine/wiki/Rest_api',
		by: { offset: 'offset' },
		defaultSize: 25,
		contact: plain,
		body: { users: '{list}', total_count: '{total}', offset: '{start}', limit: '{size}' },
	},
	'Teamwork Spaces': {
		source: 'https://apidocs.teamwork.com/guides/spaces/pagination-in-teamwork-spaces-api',
		by: { offset: 'pageOffset' },
		contact: plain,
		body: {
			collaborators: '{list}',
			meta: { page: { pageOffset: '{start}', pageSize: '{size}', count: '{total}' } },
		},
	},
	Brevo: {
		source: 'https://developers.brevo.com/reference/getcontacts-1',
		by: { offset: 'offset' },
		defaultSize: 50,
		contact: { email: '{email}', id: '{number}', listIds: [1, 2], attributes: {} },
		body: { contacts: '{list}', count: '{total}' },
	},
	Close: {
		source: 'https://developer.close.com/topics/pagination/',
		by: { offset: '_skip' },
		defaultSize: 100,
		contact: record('id', 'cont_{number}'),
		body: { has_more: '{hasMore}', data: '{list}', total_results: '{total}' },
	},
	'ABP Framework': {
		source:
			'https://abp.io/docs/latest/framework/architecture/domain-driven-design/application-services',
		by: { offset: 'SkipCount' },
		defaultSize: 10,
		contact: textId,
		body: { totalCount: '{total}', items: '{list}' },
	},
	Odoo: {
		source: 'https://www.odoo.com/documentation/17.0/developer/reference/external_api.html',
		by: { offset: 'offset' },
		defaultSize: 80,
		contact: plain,
		body: { jsonrpc: '2.0', id: 1, result: { length: '{total}', records: '{list}' } },
	},
	Meilisearch: {
		source: 'https://www.meilisearch.com/docs/reference/api/documents',
		by: { offset: 'offset' },
		contact: plain,
		body: { results: '{list}', offset: '{start}', limit: '{size}', total: '{total}' },
	},
	SugarCRM: {
		source:
			'https://support.sugarcrm.com/documentation/sugar_developer/sugar_developer_guide_13.0/integration/web_services/rest_api/endpoints/module_get/',
		by: { offset: 'offset' },
		contact: { id: 'da6a3741-2a81-ba7f-f249-{number}', email: [{ email_address: '{email}' }] },
		body: { next_offset: '{next ?? -1}', records: '{list}' },
	},
	Webflow: {
		source: 'https://developers.webflow.com/data/reference/pagination',
		by: { offset: 'offset' },
		defaultSize: 100,
		contact: textId,
		body: { users: '{list}', pagination: { limit: '{size}', offset: '{start}', total: '{total}' } },
	},
	'Banco do Brasil': {
		source: 'https://apoio.developers.bb.com.br/referency/post/5f4fb7f5b71fb5001268ca96',
		by: { offset: 'indice' },
		defaultSize: 300,
		contact: record('numeroBoletoBB', '{number}'),
		body: {
			indicadorContinuidade: 'N',
			'indicadorContinuidade if hasMore': 'S',
			quantidadeRegistros: '{count}',
			proximoIndice: '{next ?? 0}',
			boletos: '{list}',
		},
	},
	'MOEX ISS': {
		source: 'https://iss.moex.com/iss/reference/',
		by: { offset: 'start' },
		defaultSize: 100,
		contact: { SECID: 'SEC{number}', BOARDID: 'TQBR', CLOSE: 1.5 },
		body: [
			{ charsetinfo: { name: 'utf-8' } },
			{
				history: '{list}',
				'history.cursor': [{ INDEX: '{start}', TOTAL: '{total}', PAGESIZE: '{size}' }],
			},
		],
	},
	Feathers: {
		source: 'https://feathersjs.com/api/databases/common.html#pagination',
		by: { offset: '$skip' },
		unknown: 'filter',
		defaultSize: 10,
		contact: record('_id', '507f1f77bcf86cd79943{number}'),
		body: { total: '{total}', limit: '{size}', skip: '{start}', data: '{list}' },
	},
	'Feathers, without a page size': {
		source: 'https://feathersjs.com/api/databases/querying.html',
		by: { offset: '$skip' },
		unknown: 'filter',
		hasNoPageSize: true,
		defaultSize: 10,
		contact: record('_id', '507f1f77bcf86cd79943{number}'),
		body: { total: '{total}', limit: '{size}', skip: '{start}', data: '{list}' },
	},
	'Parse Server': {
		source: 'https://docs.parseplatform.org/rest/guide/#queries',
		by: { offset: 'skip' },
		unknown: 'refused',
		hasNoPageSize: true,
		endsWithoutSign: true,
		defaultSize: 100,
		contact: record('objectId', 'Ed1nuqPvc{number}'),
		body: { results: '{list}' },
	},
	'Strapi, by start': {
		source: 'https://docs.strapi.io/cms/api/rest/sort-pagination#pagination-by-offset',
		by: [{ offset: 'pagination[start]' }, { page: 'pagination[page]' }],
		defaultSize: 25,
		contact: plain,
		body: {
			data: '{list}',
			meta: { pagination: { start: '{start}', limit: '{size}', total: '{total}' } },
		},
	},
	Spotify: {
		source: 'https://developer.spotify.com/documentation/web-api/concepts/api-calls#pagination',
		by: { offset: 'offset' },
		contact: textId,
		body: {
			href: '{url}',
			limit: '{size}',
			next: '{nextLink ?? null}',
			offset: '{start}',
			previous: '{previousLink ?? null}',
			total: '{total}',
			items: '{list}',
		},
	},
	NetSuite: {
		source: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1545222128.html',
		by: { offset: 'offset' },
		defaultSize: 1000,
		contact: {
			links: [{ rel: 'self', href: 'https://example.com/{number}' }],
			id: '{number | text}',
		},
		body: {
			links: [
				{ rel: 'next', href: '{nextLink}' },
				{ rel: 'self', href: '{url}' },
			],
			count: '{count}',
			hasMore: '{hasMore}',
			items: '{list}',
			offset: '{start}',
			totalResults: '{total}',
		},
	},
	Trello: {
		source: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/#paging',
		by: { cursor: 'since', token: '{last.id}' },
		defaultSize: 50,
		contact: textId,
		knowable: false,
		body: '{list}',
	},
	Keycloak: {
		source: 'https://www.keycloak.org/docs-api/latest/rest-api/index.html#_users',
		by: { offset: 'first' },
		defaultSize: 100,
		contact: textId,
		knowable: false,
		body: '{list}',
	},
	TOPdesk: {
		source: 'https://developers.topdesk.com/documentation/index-apidoc.html',
		by: { offset: 'start' },
		defaultSize: 10,
		endsWithoutSign: true,
		// Also that of the last page; an empty one has no content.
		partialStatus: 206,
		contact: textId,
		body: '{list}',
		empty: { status: 204 },
	},
	Zadarma: {
		source: 'https://zadarma.com/en/support/api/',
		by: { offset: 'skip' },
		endsWithoutSign: true,
		contact: textId,
		body: {
			status: 'success',
			start: '2024-04-01 00:00:00',
			end: '2024-05-01 23:59:59',
			stats: '{list}',
		},
	},
	Yapily: {
		source: 'https://docs.yapily.com/api/reference/',
		by: { offset: 'offset' },
		contact: textId,
		body: {
			meta: {
				count: '{count}',
				pagination: {
					totalCount: '{total}',
					self: { limit: '{size}', offset: '{start}' },
					'next if hasMore': { limit: '{size}', offset: '{next}' },
				},
			},
			data: '{list}',
		},
	},
	'Grants.gov': {
		source: 'https://www.grants.gov/api/common/search2',
		by: { offset: 'startRecordNum' },
		contact: textId,
		body: {
			errorcode: 0,
			data: {
				searchParams: { keyword: '', startRecordNum: '{start}', rows: '{size}' },
				hitCount: '{total}',
				startRecord: '{start}',
				oppHits: '{list}',
			},
		},
	},
	SmugMug: {
		source: 'https://api.smugmug.com/api/v2/doc/pages/pagination.html',
		by: { offset: 'start', first: 1 },
		contact: { AlbumKey: 'k{number}', Title: 'Contact {number}' },
		body: {
			Options: { Methods: ['OPTIONS', 'GET'] },
			Response: {
				'Album if list': '{list}',
				Pages: {
					Total: '{total}',
					Start: '{start + 1}',
					Count: '{count}',
					'NextPage if hasMore': '{nextLink | path}',
				},
			},
		},
	},
});
