/** APIs whose responses hold a cursor: a value that is sent back in a parameter. */
import { type Contact, emailOf, numberOf, plain, record, resource, textId } from './contacts.ts';
import { cursor, lastValue, pageNumber, relative, shape, sizedCursor, when } from './shape.ts';

export const cursorShapes = [
	shape('HubSpot CRM v3', {
		source: 'https://developers.hubspot.com/docs/api/crm/contacts',
		by: cursor(
			'after',
			lastValue(({ id }) => id),
		),
		defaultSize: 10,
		endsWithoutSign: true,
		contact: hubSpotObject,
		body: ({ list, next, nextLink }) => ({
			results: list,
			...when(next, { paging: { next: { after: next, link: nextLink } } }),
		}),
	}),
	shape('HubSpot CRM v3 search', {
		source: 'https://developers.hubspot.com/docs/api/crm/search',
		by: cursor('after', String),
		defaultSize: 10,
		contact: hubSpotObject,
		body: ({ list, total, next }) => ({
			total,
			results: list,
			...when(next, { paging: { next: { after: next } } }),
		}),
	}),
	shape('HubSpot v1', {
		source: 'https://legacydocs.hubspot.com/docs/methods/contacts/get_contacts',
		by: cursor(
			'vidOffset',
			lastValue(({ vid }) => vid),
		),
		defaultSize: 20,
		contact: (n) => ({
			addedAt: 1_390_574_181_854 + n,
			vid: numberOf(n),
			'is-contact': true,
			properties: { firstname: { value: 'Ada' } },
			'form-submissions': [],
			'identity-profiles': [
				{ vid: numberOf(n), identities: [{ type: 'EMAIL', value: emailOf(n) }] },
			],
		}),
		body: ({ list, hasMore }) => ({
			contacts: list,
			'has-more': hasMore,
			'vid-offset': list.at(-1)?.vid ?? 0,
		}),
	}),
	shape('Stripe', {
		source: 'https://docs.stripe.com/api/pagination',
		by: cursor(
			'starting_after',
			lastValue(({ id }) => id),
		),
		defaultSize: 10,
		contact: record('id', (number) => `cus_${number}`),
		body: ({ list, hasMore }) => ({
			object: 'list',
			url: '/v1/contacts',
			has_more: hasMore,
			data: list,
		}),
	}),
	shape('Stripe search', {
		source: 'https://docs.stripe.com/api/pagination/search',
		by: cursor('page'),
		defaultSize: 10,
		contact: record('id', (number) => `cus_${number}`),
		body: ({ list, hasMore, next = null }) => ({
			object: 'search_result',
			url: '/v1/contacts/search',
			has_more: hasMore,
			data: list,
			next_page: next,
		}),
	}),
	shape('Zendesk, by cursor', {
		source: 'https://developer.zendesk.com/api-reference/introduction/pagination/',
		by: cursor('page[after]'),
		defaultSize: 100,
		contact: plain,
		body: ({
			list,
			hasMore,
			next = null,
			nextLink = null,
			previous = null,
			previousLink = null,
		}) => ({
			users: list,
			meta: { has_more: hasMore, after_cursor: next, before_cursor: previous },
			links: { prev: previousLink, next: nextLink },
		}),
	}),
	shape('Intercom', {
		source:
			'https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/pagination-cursor',
		by: cursor('starting_after'),
		defaultSize: 50,
		contact: (n) => ({
			type: 'contact',
			id: `63f5e2a1${numberOf(n)}`,
			email: emailOf(n),
			tags: { type: 'list', data: [], total_count: 0, has_more: false },
		}),
		body: ({ list, total, next, number, size, pages }) => ({
			type: 'list',
			data: list,
			total_count: total,
			pages: {
				type: 'pages',
				next: next ? { page: number + 1, starting_after: next } : null,
				page: number,
				per_page: size,
				total_pages: pages,
			},
		}),
	}),
	shape('Pipedrive v2', {
		source: 'https://pipedrive.readme.io/docs/core-api-concepts-pagination',
		by: cursor('cursor'),
		defaultSize: 100,
		contact: plain,
		body: ({ list, next = null }) => ({
			success: true,
			data: list,
			additional_data: { next_cursor: next },
		}),
	}),
	shape('Notion', {
		source: 'https://developers.notion.com/reference/pagination',
		by: cursor('start_cursor'),
		defaultSize: 100,
		contact: (n) => ({
			object: 'user',
			id: `e79a0b74-3aba-4149-9f74-0bb5791a${numberOf(n)}`,
			type: 'person',
			person: { email: emailOf(n) },
		}),
		body: ({ list, hasMore, next = null }) => ({
			object: 'list',
			results: list,
			next_cursor: next,
			has_more: hasMore,
			type: 'user',
			user: {},
			request_id: '5f3a0c1e-9a43-4c39-8f62-b1b4a6c1de10',
		}),
	}),
	shape('Slack', {
		source: 'https://api.slack.com/apis/pagination',
		by: cursor('cursor'),
		defaultSize: 100,
		contact: record('id', (number) => `U0${number}`),
		body: ({ list, next = '' }) => ({
			ok: true,
			members: list,
			cache_ts: 1_498_777_272,
			response_metadata: { next_cursor: next },
		}),
	}),
	shape('Square', {
		source: 'https://developer.squareup.com/docs/build-basics/common-api-patterns/pagination',
		by: cursor('cursor'),
		defaultSize: 100,
		endsWithoutSign: true,
		contact: textId,
		body: ({ list, next }) => ({
			...when(list.length, { customers: list }),
			...when(next, { cursor: next }),
		}),
	}),
	shape('Airtable', {
		source: 'https://airtable.com/developers/web/api/list-records',
		by: cursor('offset', (start) => `itr23sEjsdfEr3282/rec${numberOf(start)}`),
		defaultSize: 100,
		endsWithoutSign: true,
		contact: (n) => ({
			id: `rec${numberOf(n)}`,
			createdTime: '2024-05-01T08:00:00.000Z',
			fields: { Name: `Contact ${numberOf(n)}`, Tags: ['customer'] },
		}),
		body: ({ list, next }) => ({ records: list, ...when(next, { offset: next }) }),
	}),
	shape('Google People', {
		source: 'https://developers.google.com/people/api/rest/v1/people.connections/list',
		by: cursor('pageToken'),
		defaultSize: 100,
		contact: (n) => ({
			resourceName: `people/c${numberOf(n)}`,
			etag: `%EgUBAgMF${numberOf(n)}`,
			names: [{ metadata: { primary: true }, displayName: `Contact ${numberOf(n)}` }],
			emailAddresses: [{ value: emailOf(n) }],
		}),
		body: ({ list, total, next }) =>
			when(list.length, {
				connections: list,
				...when(next, { nextPageToken: next }),
				totalPeople: total,
				totalItems: total,
			}),
	}),
	shape('AIP-158, empty values left out', {
		source: 'https://google.aip.dev/158',
		by: cursor('pageToken'),
		defaultSize: 50,
		endsWithoutSign: true,
		contact: record('name', (number) => `organizations/1/contacts/${number}`),
		body: ({ list, next }) => ({
			...when(list.length, { contacts: list }),
			...when(next, { nextPageToken: next }),
		}),
	}),
	shape('AIP-158 with a total', {
		source: 'https://google.aip.dev/158',
		by: cursor('page_token'),
		defaultSize: 50,
		contact: record('name', (number) => `organizations/1/contacts/${number}`),
		body: ({ list, next = '', total }) => ({
			contacts: list,
			next_page_token: next,
			total_size: total,
		}),
	}),
	shape('Google Drive', {
		source: 'https://developers.google.com/drive/api/reference/rest/v3/files/list',
		by: cursor('pageToken'),
		defaultSize: 100,
		endsWithoutSign: true,
		contact: record('id', (number) => `1Bxi${number}`),
		body: ({ list, next }) => ({
			...when(next, { nextPageToken: next }),
			kind: 'drive#fileList',
			incompleteSearch: false,
			files: list,
		}),
	}),
	shape('Google Calendar', {
		source: 'https://developers.google.com/calendar/api/v3/reference/events/list',
		by: cursor('pageToken'),
		defaultSize: 250,
		endsWithoutSign: true,
		contact: textId,
		body: ({ list, next }) => ({
			kind: 'calendar#events',
			etag: '"p33g8r3r7"',
			summary: 'Contacts',
			updated: '2024-05-01T08:00:00.000Z',
			timeZone: 'UTC',
			accessRole: 'owner',
			defaultReminders: [{ method: 'popup', minutes: 10 }],
			...(next ? { nextPageToken: next } : { nextSyncToken: 'CPDAlvWDx70CEPDAlvWDx70CGAU=' }),
			items: list,
		}),
	}),
	shape('YouTube', {
		source: 'https://developers.google.com/youtube/v3/docs/channels/list',
		by: cursor('pageToken'),
		defaultSize: 5,
		contact: textId,
		body: ({ list, next, previous, total, size }) => ({
			kind: 'youtube#channelListResponse',
			etag: 'NdwrTNB1Pf',
			...when(next, { nextPageToken: next }),
			...when(previous, { prevPageToken: previous }),
			pageInfo: { totalResults: total, resultsPerPage: size },
			items: list,
		}),
	}),
	shape('Amazon Connect Customer Profiles', {
		source:
			'https://docs.aws.amazon.com/connect/latest/APIReference/API_connect-customer-profiles_SearchProfiles.html',
		by: cursor('next-token'),
		defaultSize: 20,
		endsWithoutSign: true,
		contact: record('ProfileId', (number) => `9a8b${number}`),
		body: ({ list, next }) => ({ Items: list, ...when(next, { NextToken: next }) }),
	}),
	shape('Amazon Cognito', {
		source:
			'https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html',
		by: cursor('PaginationToken'),
		defaultSize: 60,
		endsWithoutSign: true,
		contact: (n) => ({
			Username: `user${numberOf(n)}`,
			Attributes: [{ Name: 'email', Value: emailOf(n) }],
			Enabled: true,
		}),
		body: ({ list, next }) => ({ Users: list, ...when(next, { PaginationToken: next }) }),
	}),
	shape('AWS Key Management Service', {
		source: 'https://docs.aws.amazon.com/kms/latest/APIReference/API_ListKeys.html',
		by: cursor('Marker'),
		defaultSize: 100,
		contact: (n) => ({
			KeyId: `0d990263-018e-4e65-a703-${numberOf(n)}`,
			KeyArn: `arn:aws:kms:us-east-2:111122223333:key/${numberOf(n)}`,
		}),
		body: ({ list, next, hasMore }) => ({
			Keys: list,
			...when(next, { NextMarker: next }),
			Truncated: hasMore,
		}),
	}),
	shape('AWS IAM', {
		source: 'https://docs.aws.amazon.com/IAM/latest/APIReference/API_ListUsers.html',
		by: cursor('Marker'),
		defaultSize: 100,
		contact: record('UserId', (number) => `AIDA${number}`),
		body: ({ list, next, hasMore }) => ({
			ListUsersResponse: {
				ListUsersResult: { IsTruncated: hasMore, ...when(next, { Marker: next }), Users: list },
				ResponseMetadata: { RequestId: '7a62c49f-347e-4fc4-9331-6e8eEXAMPLE' },
			},
		}),
	}),
	shape('Firestore', {
		source:
			'https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/list',
		by: cursor('pageToken'),
		defaultSize: 20,
		endsWithoutSign: true,
		contact: (n) => ({
			name: `projects/p/databases/(default)/documents/contacts/${numberOf(n)}`,
			fields: { email: { stringValue: emailOf(n) } },
			createTime: '2024-05-01T08:00:00Z',
		}),
		body: ({ list, next }) => ({
			...when(list.length, { documents: list }),
			...when(next, { nextPageToken: next }),
		}),
	}),
	shape('OpenSearch scroll', {
		source: 'https://docs.opensearch.org/latest/api-reference/search-apis/scroll/',
		// The last page has a scroll id, too; the one after it is empty.
		by: cursor('scroll_id', (start) => `DXF1ZXJ5QW5kRmV0Y2g${start}`),
		defaultSize: 10,
		contact: (n) => ({
			_index: 'contacts',
			_id: String(numberOf(n)),
			_score: 1,
			_source: plain(n),
		}),
		unwrap: ({ _source }) => _source,
		body: ({ list, end, total }) => ({
			_scroll_id: `DXF1ZXJ5QW5kRmV0Y2g${end}`,
			took: 3,
			timed_out: false,
			_shards: { total: 1, successful: 1, skipped: 0, failed: 0 },
			hits: { total: { value: total, relation: 'eq' }, max_score: 1, hits: list },
		}),
	}),
	shape('Solr, by cursor mark', {
		source: 'https://solr.apache.org/guide/solr/latest/query-guide/pagination-of-results.html',
		// At the end the mark stays as it was.
		by: cursor('cursorMark', (start) => `AoEpPz${start}`),
		defaultSize: 10,
		contact: textId,
		body: ({ list, end, total }) => ({
			responseHeader: { status: 0, QTime: 5 },
			response: { numFound: total, start: 0, numFoundExact: true, docs: list },
			nextCursorMark: `AoEpPz${end}`,
		}),
	}),
	shape('Chargebee', {
		source: 'https://apidocs.chargebee.com/docs/api#pagination_and_filtering',
		by: cursor('offset', (start) => JSON.stringify(['1612890919000', `2680000${numberOf(start)}`])),
		defaultSize: 10,
		endsWithoutSign: true,
		contact: (n) => ({ customer: { id: `chargebee${numberOf(n)}`, email: emailOf(n) } }),
		unwrap: ({ customer }) => customer,
		body: ({ list, next }) => ({ list, ...when(next, { next_offset: next }) }),
	}),
	shape('Lever', {
		source: 'https://hire.lever.co/developer/documentation#pagination',
		by: cursor('offset', (start) => `%5B1414125${start}%2C%22c2a8-${start}%22%5D`),
		defaultSize: 100,
		contact: textId,
		body: ({ list, next, hasMore }) => ({ data: list, ...when(next, { next }), hasNext: hasMore }),
	}),
	shape('Segment', {
		source: 'https://docs.segmentapis.com/tag/Pagination',
		by: cursor('pagination.cursor'),
		defaultSize: 10,
		contact: textId,
		body: ({ list, next, current, previous, total }) => ({
			data: {
				users: list,
				pagination: {
					current,
					...when(next, { next }),
					...when(previous, { previous }),
					totalEntries: total,
				},
			},
		}),
	}),
	shape('Zoom', {
		source: 'https://developers.zoom.us/docs/api/rest/reference/zoom-api/methods/#operation/users',
		by: [cursor('next_page_token'), pageNumber('page_number')],
		defaultSize: 30,
		contact: textId,
		body: ({ list, next = '', number, pages, size, total }) => ({
			next_page_token: next,
			page_count: pages,
			page_number: number,
			page_size: size,
			total_records: total,
			users: list,
		}),
	}),
	shape('Dropbox', {
		source: 'https://www.dropbox.com/developers/documentation/http/documentation#files-list_folder',
		by: cursor(
			'cursor',
			(start) => `ZtkX9_EHj3x7PMkVuFIhwKYXEpwpLwyxp9vMKomUhllil9q7eWiAu${start}`,
		),
		defaultSize: 500,
		contact: record('id', (number) => `id:a4ayc_80_OEAAAAAAAAA${number}`),
		body: ({ list, end, hasMore }) => ({
			entries: list,
			cursor: `ZtkX9_EHj3x7PMkVuFIhwKYXEpwpLwyxp9vMKomUhllil9q7eWiAu${end}`,
			has_more: hasMore,
		}),
	}),
	shape('Box, by marker', {
		source: 'https://developer.box.com/guides/api-calls/pagination/marker-based/',
		by: cursor('marker'),
		defaultSize: 100,
		contact: textId,
		body: ({ list, size, next = '' }) => ({ limit: size, next_marker: next, entries: list }),
	}),
	shape('monday.com', {
		source: 'https://developer.monday.com/api-reference/reference/items-page',
		by: cursor('cursor'),
		defaultSize: 25,
		contact: textId,
		body: ({ list, next = null }) => ({
			data: { next_items_page: { cursor: next, items: list } },
			extensions: { request_id: 'b1f9f3a8-7f2b-9d02-9c3c-8a0bd0a2f6e4' },
		}),
	}),
	shape('GraphQL connection', {
		source: 'https://relay.dev/graphql/connections.htm',
		by: cursor('after'),
		defaultSize: 50,
		contact: (n) => ({ cursor: `Y3Vyc29y${numberOf(n)}`, node: plain(n) }),
		unwrap: ({ node }) => node,
		body: ({ list, hasMore, next = null, start }) => ({
			data: {
				contacts: {
					edges: list,
					pageInfo: {
						hasNextPage: hasMore,
						hasPreviousPage: start > 0,
						endCursor: next,
						startCursor: list[0]?.cursor ?? null,
					},
				},
			},
		}),
	}),
	shape('GitHub GraphQL', {
		source: 'https://docs.github.com/en/graphql/guides/using-pagination-in-the-graphql-api',
		by: cursor('after', (start) => `Y3Vyc29yOnYyOpH${start}`),
		defaultSize: 50,
		contact: (n) => ({ id: `MDQ6${numberOf(n)}`, login: `contact${numberOf(n)}` }),
		body: ({ list, total, hasMore, end }) => ({
			data: {
				organization: {
					membersWithRole: {
						totalCount: total,
						nodes: list,
						pageInfo: {
							hasNextPage: hasMore,
							endCursor: list.length > 0 ? `Y3Vyc29yOnYyOpH${end}` : null,
						},
					},
				},
			},
		}),
	}),
	shape('Shopify GraphQL', {
		source: 'https://shopify.dev/docs/api/usage/pagination-graphql',
		by: cursor('after'),
		defaultSize: 50,
		contact: record('id', (number) => `gid://shopify/Customer/${number}`),
		body: ({ list, hasMore, next = null, size }) => ({
			data: { customers: { nodes: list, pageInfo: { hasNextPage: hasMore, endCursor: next } } },
			extensions: {
				cost: {
					requestedQueryCost: size + 2,
					actualQueryCost: list.length + 2,
					throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1948, restoreRate: 100 },
				},
			},
		}),
	}),
	shape('Reddit', {
		source: 'https://www.reddit.com/dev/api/#listings',
		by: cursor(
			'after',
			lastValue((entry) => (entry.data as Contact | undefined)?.name),
		),
		defaultSize: 25,
		contact: (n) => ({ kind: 't2', data: { id: `k${numberOf(n)}`, name: `t2_k${numberOf(n)}` } }),
		unwrap: ({ data }) => data,
		body: ({ list, next = null }) => ({
			kind: 'Listing',
			data: {
				after: next,
				dist: list.length,
				modhash: '',
				geo_filter: null,
				children: list,
				before: null,
			},
		}),
	}),
	shape('MediaWiki', {
		source: 'https://www.mediawiki.org/wiki/API:Continue',
		by: cursor('aufrom', (start) => `Contact ${numberOf(start)}`),
		defaultSize: 10,
		endsWithoutSign: true,
		contact: (n) => ({ userid: numberOf(n), name: `Contact ${numberOf(n)}` }),
		body: ({ list, next }) => ({
			batchcomplete: true,
			...when(next, { continue: { aufrom: next, continue: '-||' } }),
			query: { allusers: list },
		}),
	}),
	shape('X', {
		source: 'https://docs.x.com/x-api/fundamentals/pagination',
		by: cursor('pagination_token'),
		defaultSize: 100,
		endsWithoutSign: true,
		contact: textId,
		body: ({ list, next, previous }) => ({
			...when(list.length, { data: list }),
			meta: {
				result_count: list.length,
				...when(next, { next_token: next }),
				...when(previous, { previous_token: previous }),
			},
		}),
	}),
	shape('Facebook Graph', {
		source: 'https://developers.facebook.com/docs/graph-api/results',
		by: cursor('after', (start) => `MTAxNTExOTQ1MjAwNzI5NDE=${start}`),
		defaultSize: 25,
		contact: textId,
		body: ({ list, start, end, nextLink, previousLink }) => ({
			data: list,
			...when(list.length, {
				paging: {
					cursors: {
						before: `MTAxNTExOTQ1MjAwNzI5NDE=${start}`,
						after: `MTAxNTExOTQ1MjAwNzI5NDE=${end}`,
					},
					...when(nextLink, { next: nextLink }),
					...when(previousLink, { previous: previousLink }),
				},
			}),
		}),
	}),
	shape('Kit v4', {
		source: 'https://developers.kit.com/api-reference/pagination',
		by: cursor('after', (start) => `WzE${start}d`),
		defaultSize: 500,
		contact: plain,
		body: ({ list, start, end, hasMore, size }) => ({
			subscribers: list,
			pagination: {
				has_previous_page: start > 0,
				has_next_page: hasMore,
				start_cursor: list.length > 0 ? `WzE${start}d` : null,
				end_cursor: list.length > 0 ? `WzE${end}d` : null,
				per_page: size,
			},
		}),
	}),
	shape('Datadog logs', {
		source: 'https://docs.datadoghq.com/api/latest/logs/',
		by: cursor('page[cursor]'),
		defaultSize: 10,
		endsWithoutSign: true,
		contact: resource,
		body: ({ list, next, nextLink }) => ({
			data: list,
			...when(nextLink, { links: { next: nextLink } }),
			meta: {
				elapsed: 132,
				...when(next, { page: { after: next } }),
				request_id: 'MWlFUjVaWGZTTTZPYzM0VXp1OXU2d3xLSVpEMjZKQ0VKUTI0dEYt',
				status: 'done',
				warnings: [],
			},
		}),
	}),
	shape('Jira issues', {
		source: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search/',
		by: cursor('nextPageToken'),
		defaultSize: 50,
		contact: textId,
		body: ({ list, next, hasMore }) => ({
			isLast: !hasMore,
			issues: list,
			...when(next, { nextPageToken: next }),
		}),
	}),
	shape('Asana', {
		source: 'https://developers.asana.com/docs/pagination',
		by: cursor('offset'),
		defaultSize: 20,
		contact: record('gid', String),
		body: ({ list, next, nextLink = '' }) => ({
			data: list,
			next_page: next ? { offset: next, path: new URL(nextLink).pathname, uri: nextLink } : null,
		}),
	}),
	shape('Gorgias', {
		source: 'https://developers.gorgias.com/docs/pagination',
		by: cursor('cursor'),
		defaultSize: 30,
		contact: plain,
		body: ({ list, next = null, previous = null }) => ({
			data: list,
			object: 'list',
			uri: '/v1/contacts',
			meta: { prev_cursor: previous, next_cursor: next, total_resources: null },
		}),
	}),
	shape('Vultr', {
		source: 'https://www.vultr.com/api/#section/Introduction/Meta-and-Pagination',
		by: cursor('cursor'),
		defaultSize: 25,
		contact: textId,
		body: ({ list, total, next = '', previous = '' }) => ({
			users: list,
			meta: { total, links: { next, prev: previous } },
		}),
	}),
	shape('Eventbrite', {
		source: 'https://www.eventbrite.com/platform/docs/pagination',
		by: [cursor('continuation'), pageNumber('page')],
		defaultSize: 50,
		contact: textId,
		body: ({ list, total, number, size, pages, hasMore, next }) => ({
			pagination: {
				object_count: total,
				page_number: number,
				page_size: size,
				page_count: pages,
				has_more_items: hasMore,
				...when(next, { continuation: next }),
			},
			attendees: list,
		}),
	}),
	shape('Omnisend', {
		source: 'https://api-docs.omnisend.com/v2026-03-15/reference/pagination',
		by: cursor('after'),
		defaultSize: 100,
		contact: record('contactID', (number) => `5f9a${number}`),
		body: ({ list, size, hasMore, next = null, previous = null }) => ({
			contacts: list,
			paging: { limit: size, hasMore, cursors: { before: previous, after: next } },
		}),
	}),
	shape('Lev', {
		source: 'https://www.lev.com/docs/build/pagination',
		// The field named like the parameter is this page's cursor.
		by: cursor('cursor'),
		defaultSize: 50,
		contact: plain,
		body: ({ list, total, size, hasMore, current, start, next = null }) => ({
			data: list,
			pagination: {
				total,
				limit: size,
				cursor: start > 0 ? current : null,
				has_more: hasMore,
				next_cursor: next,
			},
		}),
	}),
	shape('Constant Contact', {
		source: 'https://developer.constantcontact.com/api_guide/pagination.html',
		by: sizedCursor('cursor'),
		defaultSize: 50,
		dropsPageSize: true,
		endsWithoutSign: true,
		contact: record('contact_id', (number) => `af73e650-96f0-11ef-b2a0-${number}`),
		body: ({ list, nextLink }) => ({
			contacts: list,
			...when(nextLink, { _links: { next: { href: relative(nextLink) } } }),
		}),
	}),
];

function hubSpotObject(n: number): Contact {
	return {
		id: String(numberOf(n)),
		properties: { email: emailOf(n), lastname: `Contact ${numberOf(n)}` },
		createdAt: '2024-05-01T08:00:00.000Z',
		updatedAt: '2024-05-01T08:00:00.000Z',
		archived: false,
	};
}
