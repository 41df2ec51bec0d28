/** Real APIs whose responses link to further pages, and some that continue after the last id. */
import { type Page, shapesOf } from '../../../sandbox/service/shapes/shape.ts';
import { changing } from './noise';

const uuid = '5f0c2a9e-7b1d-4c3e-9a55-00000000{number}';

export const linkServices = shapesOf({
	Paddle: {
		source: 'https://developer.paddle.com/api-reference/about/pagination',
		by: { cursor: 'after', token: '{last.id}' },
		sizeParameter: 'per_page',
		defaultSize: 50,
		contact: {
			id: 'ctm_01h8441jn5pcwrfhwh78{number}',
			name: 'Contact {number}',
			email: '{email}',
			marketing_consent: false,
			status: 'active',
			custom_data: null,
			import_meta: null,
		},
		body: changing({
			data: '{list}',
			meta: {
				request_id: '{requestId}',
				pagination: {
					per_page: '{size}',
					next: '{linkAfter}',
					has_more: '{hasMore}',
					estimated_total: '{total}',
				},
			},
		}),
	},
	'Aircall users': {
		source: 'https://developer.aircall.io/api-references/#pagination',
		by: { page: 'page' },
		sizeParameter: 'per_page',
		defaultSize: 20,
		contact: {
			id: '{number}',
			direct_link: 'https://api.example.com/v1/users/{number}',
			name: 'Contact {number}',
			email: '{email}',
			available: false,
			numbers: [],
		},
		body: {
			meta: {
				count: '{count}',
				total: '{total}',
				current_page: '{number}',
				per_page: '{size}',
				next_page_link: '{nextLink ?? null}',
				previous_page_link: '{previousLink ?? null}',
			},
			users: '{list}',
		},
	},
	'PostHog persons': {
		source: 'https://posthog.com/docs/api/persons',
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		defaultSize: 100,
		contact: {
			id: uuid,
			name: '{email}',
			distinct_ids: ['d-{number}'],
			properties: { email: '{email}', $os: 'Mac OS X' },
			created_at: '2024-05-01T08:00:00Z',
			uuid,
		},
		body: {
			next: '{nextLink ?? null}',
			previous: '{previousLink ?? null}',
			results: '{list}',
		},
	},
	Plivo: {
		source: 'https://www.plivo.com/docs/account/api/overview#pagination',
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		defaultSize: 20,
		contact: {
			auth_id: 'SAMZU5{number}',
			name: 'Contact {number}',
			enabled: true,
			account: '/v1/Account/MA/',
			resource_uri: '/v1/Account/MA/Subaccount/SAMZU5{number}/',
		},
		body: changing({
			api_id: '{requestId}',
			meta: {
				limit: '{size}',
				next: '{nextLink | path ?? null}',
				offset: '{start}',
				previous: '{previousLink | path ?? null}',
				total_count: '{total}',
			},
			objects: '{list}',
		}),
	},
	'MessageBird contacts': {
		source: 'https://developers.messagebird.com/api/contacts/#list-contacts',
		by: { offset: 'offset' },
		sizeParameter: 'limit',
		defaultSize: 20,
		contact: {
			id: '61afc0531573b08ddbe36e1c85602{number}',
			href: 'https://rest.example.com/contacts/61afc0531573b08ddbe36e1c85602{number}',
			msisdn: '316{number}',
			firstName: 'Ada',
			lastName: 'No. {number}',
			customDetails: { custom1: null },
			groups: { totalCount: 0, href: 'https://rest.example.com/contacts/{number}/groups' },
		},
		body: {
			offset: '{start}',
			limit: '{size}',
			count: '{count}',
			totalCount: '{total}',
			links: {
				first: '{firstLink}',
				previous: '{previousLink ?? null}',
				next: '{nextLink ?? null}',
				last: '{lastLink}',
			},
			items: '{list}',
		},
	},
	'Mailgun list members': {
		source:
			'https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/mailing-lists',
		by: { cursor: 'address', token: '{last.address}' },
		sizeParameter: 'limit',
		defaultSize: 100,
		endsWithoutSign: true,
		contact: {
			address: '{email}',
			name: 'Contact {number}',
			subscribed: true,
			vars: { age: 26 },
		},
		// The link to the next page is always there; the list ends with a page without members.
		body: ({ list, firstLink, linkAfter, linkBefore }) => ({
			items: list,
			paging: {
				first: withValue(firstLink, 'page', 'first'),
				last: withValue(firstLink, 'page', 'last'),
				next: withValue(linkAfter, 'page', 'next'),
				previous: withValue(linkBefore, 'page', 'prev'),
			},
		}),
	},
	'RingCentral contacts': {
		source: 'https://developers.ringcentral.com/guide/basics/pagination',
		by: { page: 'page' },
		sizeParameter: 'perPage',
		defaultSize: 100,
		contact: {
			uri: 'https://platform.example.com/contact/{number}',
			id: '{number}',
			availability: 'Alive',
			firstName: 'Ada',
			lastName: 'No. {number}',
			email: '{email}',
		},
		body: ({ url, list, number, pages, size, total, start, end, ...page }) => ({
			uri: url.href,
			records: list,
			paging: {
				page: number,
				totalPages: pages,
				perPage: size,
				totalElements: total,
				...(list.length > 0 && { pageStart: start, pageEnd: end - 1 }),
			},
			navigation: {
				...(page.nextLink && { nextPage: { uri: page.nextLink } }),
				...(page.previousLink && { previousPage: { uri: page.previousLink } }),
				firstPage: { uri: page.firstLink },
				lastPage: { uri: page.lastLink },
			},
		}),
	},
	'Kustomer customers': {
		source: 'https://developer.kustomer.com/kustomer-api-docs/reference/pagination',
		by: { page: 'page' },
		defaultSize: 100,
		contact: {
			type: 'customer',
			id: '5b9ae1dc9ed3b30010f6{number}',
			attributes: {
				name: 'Contact {number}',
				emails: [{ type: 'work', email: '{email}' }],
				revision: 1,
				tags: [],
			},
			relationships: { org: { data: { type: 'org', id: '5a8e' } } },
			links: { self: '/v1/customers/5b9ae1dc9ed3b30010f6{number}' },
		},
		body: {
			meta: { pageSize: '{size}', page: '{number}' },
			links: {
				self: '{url | path}',
				first: '{firstLink | path}',
				prev: '{previousLink | path ?? null}',
				next: '{nextLink | path ?? null}',
			},
			data: '{list}',
		},
	},
	'DocuSign users': {
		source: 'https://developers.docusign.com/docs/esign-rest-api/reference/users/users/list/',
		by: { offset: 'start_position' },
		sizeParameter: 'count',
		defaultSize: 100,
		contact: {
			userName: 'Contact {number}',
			userId: uuid,
			userType: 'CompanyUser',
			isAdmin: 'False',
			userStatus: 'Active',
			email: '{email}',
		},
		// Links are paths below the account's base.
		body: ({ list, count, total, start, end, nextLink, previousLink }) => ({
			users: list,
			resultSetSize: String(count),
			totalSetSize: String(total),
			startPosition: String(start),
			endPosition: String(Math.max(start, end - 1)),
			nextUri: nextLink?.replace('https://api.example.com/v1', '') ?? null,
			previousUri: previousLink?.replace('https://api.example.com/v1', '') ?? null,
		}),
	},
	'NationBuilder people': {
		source: 'https://support.nationbuilder.com/en/articles/9180278-api-pagination',
		by: { cursor: '__token' },
		sizeParameter: 'limit',
		defaultSize: 10,
		known: ['__nonce'],
		contact: {
			id: '{number}',
			email: '{email}',
			first_name: 'Ada',
			last_name: 'No. {number}',
			support_level: null,
			tags: ['volunteer'],
		},
		body: ({ list, nextLink, previousLink }) => ({
			results: list,
			next: nextLink ? pathOf(withValue(nextLink, '__nonce', '3OUjEzI6iyybc1F3sk6YrQ')) : null,
			prev: previousLink
				? pathOf(withValue(previousLink, '__nonce', 'hd3hB2mzpVwB1lrGYZ4d2w'))
				: null,
		}),
	},
	'Personio v2 persons': {
		source: 'https://developer.personio.de/reference/get_v2-persons',
		by: { cursor: 'cursor' },
		sizeParameter: 'limit',
		defaultSize: 10,
		contact: {
			id: '{number | text}',
			email: '{email}',
			first_name: 'Ada',
			last_name: 'No. {number}',
			status: 'ACTIVE',
			custom_attributes: [{ id: '1', type: 'string', global_id: 'g', label: 'T', value: 'x' }],
			employments: [{ id: '{n + 5000}' }],
		},
		body: {
			_data: '{list}',
			_meta: { links: { self: { href: '{url.href}' }, 'next if hasMore': { href: '{nextLink}' } } },
		},
	},
	'Workable candidates': {
		source: 'https://workable.readme.io/reference/pagination',
		by: { cursor: 'since_id', token: '{last.id}' },
		sizeParameter: 'limit',
		defaultSize: 50,
		contact: {
			id: '8ce{number}',
			name: 'Contact {number}',
			firstname: 'Ada',
			account: { subdomain: 'acme', name: 'Acme' },
			job: { shortcode: 'GROOV001', title: 'Engineer' },
			stage: 'Sourced',
			email: '{email}',
			disqualified: false,
		},
		body: { candidates: '{list}', paging: { 'next if hasMore': '{nextLink}' } },
	},
	'Procore project users': {
		source: 'https://developers.procore.com/documentation/pagination',
		by: { page: 'page' },
		sizeParameter: 'per_page',
		defaultSize: 100,
		contact: {
			id: '{number}',
			name: 'Contact {number}',
			email_address: '{email}',
			is_active: true,
			vendor: { id: 4, name: 'Acme' },
		},
		headers: {
			Link: ['first', 'last', 'next', 'prev'],
			Total: '{total | text}',
			'Per-Page': '{size | text}',
		},
		body: '{list}',
	},
	'Canvas LMS users': {
		source: 'https://canvas.instructure.com/doc/api/file.pagination.html',
		by: { cursor: 'page' },
		sizeParameter: 'per_page',
		defaultSize: 10,
		contact: {
			id: '{number}',
			name: 'Contact {number}',
			sortable_name: 'No. {number}, Ada',
			login_id: '{email}',
			sis_user_id: null,
		},
		headers: ({ url, nextLink, previousLink, firstLink }) => ({
			Link: [
				`<${url.href}>; rel="current"`,
				nextLink && `<${nextLink}>; rel="next"`,
				previousLink && `<${previousLink}>; rel="prev"`,
				`<${firstLink}>; rel="first"`,
			]
				.filter(Boolean)
				.join(','),
			'X-Request-Cost': '0.0912',
			'X-Rate-Limit-Remaining': '599.8',
		}),
		body: '{list}',
	},
	'Meraki clients': {
		source: 'https://developer.cisco.com/meraki/api-v1/pagination/',
		by: { cursor: 'startingAfter', token: '{last.id}' },
		sizeParameter: 'perPage',
		defaultSize: 10,
		contact: {
			id: 'k74{number}',
			mac: '22:33:44:55:66:77',
			description: 'Client {number}',
			ip: '1.2.3.4',
			user: '{email}',
			usage: { sent: 138, recv: 61 },
		},
		headers: ({ nextLink, firstLink }): Record<string, string> => ({
			Link: [`<${firstLink}>; rel=first`, nextLink && `<${nextLink}>; rel=next`]
				.filter(Boolean)
				.join(', '),
		}),
		body: '{list}',
	},
	'Terraform Cloud users': {
		source: 'https://developer.hashicorp.com/terraform/cloud-docs/api-docs#pagination',
		by: { page: 'page[number]' },
		sizeParameter: 'page[size]',
		defaultSize: 20,
		contact: {
			id: 'ou-tTJph1AQVK5{number}',
			type: 'organization-memberships',
			attributes: { status: 'active', email: '{email}' },
			relationships: { teams: { data: [{ id: 'team-1', type: 'teams' }] } },
		},
		body: {
			data: '{list}',
			links: {
				self: '{url.href}',
				first: '{firstLink}',
				prev: '{previousLink ?? null}',
				next: '{nextLink ?? null}',
				last: '{lastLink}',
			},
			meta: {
				'status-counts': { total: '{total}', active: '{total}', invited: 0 },
				pagination: {
					'current-page': '{number}',
					'page-size': '{size}',
					'prev-page': '{previous ?? null}',
					'next-page': '{next ?? null}',
					'total-pages': '{lastPage}',
					'total-count': '{total}',
				},
			},
		},
	},
	'Planning Center people': {
		source: 'https://developer.planning.center/docs/#/overview/pagination',
		by: { offset: 'offset' },
		sizeParameter: 'per_page',
		defaultSize: 25,
		contact: {
			type: 'Person',
			id: '{number | text}',
			attributes: { name: 'Contact {number}', status: 'active', child: false, remote_id: null },
			links: { self: 'https://api.example.com/people/v2/people/{number}' },
		},
		body: {
			links: {
				self: '{url.href}',
				'prev if hasPrevious': '{previousLink}',
				'next if hasMore': '{nextLink}',
			},
			data: '{list}',
			included: [],
			meta: {
				total_count: '{total}',
				count: '{count}',
				'next if hasMore': { offset: '{next}' },
				'prev if hasPrevious': { offset: '{previous}' },
				can_order_by: ['first_name', 'last_name'],
				can_query_by: ['first_name', 'status'],
				can_include: ['addresses', 'emails'],
				parent: { id: '263468', type: 'Organization' },
			},
		},
	},
	'Action Network people': {
		source: 'https://actionnetwork.org/docs/v2/people',
		by: { page: 'page' },
		sizeParameter: '',
		defaultSize: 25,
		contact: {
			identifiers: ['action_network:d91b4b2e-ae0e-4cd3-9ed7-{number}'],
			given_name: 'Ada',
			family_name: 'No. {number}',
			email_addresses: [{ primary: true, address: '{email}', status: 'subscribed' }],
			_links: { self: { href: 'https://actionnetwork.example.com/api/v2/people/{number}' } },
		},
		body: ({ list, pages, size, number, total, url, nextLink, previousLink }) => ({
			total_pages: pages,
			per_page: size,
			page: number,
			total_records: total,
			_links: {
				...(nextLink && { next: { href: nextLink } }),
				...(previousLink && { previous: { href: previousLink } }),
				self: { href: url.href },
				'osdi:people': list.map((contact) => (contact._links as { self: unknown }).self),
				curies: [
					{
						name: 'osdi',
						href: 'https://actionnetwork.example.com/docs/v2/{rel}',
						templated: true,
					},
				],
			},
			_embedded: { 'osdi:people': list },
		}),
	},
	'Câmara dos Deputados': {
		source: 'https://dadosabertos.camara.leg.br/swagger/api.html',
		by: { page: 'pagina' },
		sizeParameter: 'itens',
		defaultSize: 15,
		contact: {
			id: '{n + 204000}',
			uri: 'https://dadosabertos.example.com/api/v2/deputados/{number}',
			nome: 'Deputada {number}',
			siglaPartido: 'PT',
			siglaUf: 'RJ',
			email: '{email}',
		},
		headers: { 'X-Total-Count': '{total | text}' },
		body: {
			dados: '{list}',
			links: [
				{ rel: 'self', href: '{url.href}' },
				{ rel: 'next', href: '{nextLink}' },
				{ rel: 'previous', href: '{previousLink}' },
				{ rel: 'first', href: '{firstLink}' },
				{ rel: 'last', href: '{lastLink}' },
			],
		},
	},
	'KVK Zoeken': {
		source: 'https://developers.kvk.nl/documentation/zoeken-api',
		by: { page: 'pagina' },
		sizeParameter: 'resultatenPerPagina',
		defaultSize: 10,
		contact: {
			kvkNummer: '6900{number}',
			naam: 'Bedrijf {number}',
			type: 'hoofdvestiging',
			actief: 'Ja',
			links: [{ rel: 'basisprofiel', href: 'https://api.example.com/basisprofielen/6900{number}' }],
		},
		body: {
			pagina: '{number}',
			resultatenPerPagina: '{size}',
			totaal: '{total}',
			'vorige if hasPrevious': '{previousLink}',
			'volgende if hasMore': '{nextLink}',
			resultaten: '{list}',
			_links: { self: { href: '{url.href}' } },
		},
	},
	'Walmart orders': {
		source: 'https://developer.walmart.com/us-marketplace/reference/getallorders',
		by: { cursor: 'nextKey' },
		sizeParameter: 'limit',
		defaultSize: 100,
		contact: {
			purchaseOrderId: '179657{number}',
			customerOrderId: '5281956{number}',
			customerEmailId: '{email}',
			orderDate: '{n + 1714550400000}',
			orderLines: { orderLine: [{ lineNumber: '1' }] },
		},
		body: {
			list: {
				meta: { totalCount: '{total}', limit: '{size}', nextCursor: '{nextLink | query ?? null}' },
				elements: { order: '{list}' },
			},
		},
	},
	'SumUp transactions': {
		source: 'https://developer.sumup.com/api/transactions/list',
		by: { cursor: 'oldest_ref', token: '{last.id}' },
		sizeParameter: 'limit',
		defaultSize: 10,
		contact: {
			id: uuid,
			transaction_code: 'TEENS{number}',
			amount: 10.1,
			currency: 'EUR',
			user: '{email}',
			status: 'SUCCESSFUL',
		},
		// Links have only the parameters of the query.
		body: ({ list, next, size }) => ({
			items: list,
			links:
				next === undefined
					? []
					: [{ rel: 'next', href: `limit=${size}&oldest_ref=${next}&order=descending` }],
		}),
	},
	'Snapchat ad accounts': {
		source: 'https://developers.snap.com/api/marketing-api/Ads-API/introduction#pagination',
		by: { cursor: 'cursor' },
		sizeParameter: 'limit',
		defaultSize: 50,
		unwrap: 'adaccount',
		contact: {
			sub_request_status: 'SUCCESS',
			adaccount: {
				id: uuid,
				name: 'Account {number}',
				type: 'PARTNER',
				status: 'ACTIVE',
				created_at: '2024-05-01T08:00:00.000Z',
			},
		},
		body: changing({
			request_status: 'SUCCESS',
			request_id: '{requestId}',
			paging: { 'next_link if hasMore': '{nextLink}' },
			adaccounts: '{list}',
		}),
	},
	'Trustpilot reviews': {
		source:
			'https://developers.trustpilot.com/business-units-api-(public)#get-a-business-unit-reviews',
		by: { page: 'page' },
		sizeParameter: 'perPage',
		defaultSize: 20,
		contact: {
			id: '507f191e810c19729de8{number}',
			stars: 5,
			title: 'Review {number}',
			consumer: { id: 'c{number}', displayName: 'Contact {number}', links: [] },
			links: [
				{ href: 'https://api.example.com/v1/reviews/{number}', method: 'GET', rel: 'reviews' },
			],
		},
		body: {
			links: [
				{ href: '{nextLink}', method: 'GET', rel: 'next-page' },
				{ href: '{previousLink}', method: 'GET', rel: 'previous-page' },
			],
			reviews: '{list}',
		},
	},
	Scryfall: {
		source: 'https://scryfall.com/docs/api/lists',
		by: { page: 'page' },
		sizeParameter: '',
		defaultSize: 175,
		contact: {
			object: 'card',
			id: uuid,
			name: 'Card {number}',
			lang: 'en',
			colors: ['G'],
			set: 'm21',
			prices: { usd: '0.10', eur: null },
		},
		body: {
			object: 'list',
			total_cards: '{total}',
			has_more: '{hasMore}',
			'next_page if hasMore': '{nextLink}',
			data: '{list}',
		},
		empty: {
			status: 404,
			body: {
				object: 'error',
				code: 'not_found',
				status: 404,
				details: 'Your query didn’t match any cards. Adjust your search terms.',
			},
		},
		pastTheEnd: {
			status: 422,
			body: {
				object: 'error',
				code: 'validation_error',
				status: 422,
				details: 'You have paginated beyond the end of these results.',
			},
		},
	},
	'Clever users': {
		source: 'https://dev.clever.com/docs/pagination',
		by: { cursor: 'starting_after', token: '{last.data.id}' },
		sizeParameter: 'limit',
		defaultSize: 100,
		unwrap: 'data',
		contact: {
			data: {
				id: '58da8a5cc70ab00005c3{number}',
				district: '4fd43cc56d11340000000005',
				email: '{email}',
				name: { first: 'Ada', last: 'No. {number}', middle: '' },
			},
			uri: '/v3.0/users/58da8a5cc70ab00005c3{number}',
		},
		body: {
			data: '{list}',
			links: [
				{ rel: 'self', uri: '{url | path}' },
				{ rel: 'prev', uri: '{previousLink | path}' },
				{ rel: 'next', uri: '{nextLink | path}' },
			],
		},
	},
	'Ticketmaster Discovery': {
		source: 'https://developer.ticketmaster.com/products-and-docs/apis/discovery-api/v2/',
		by: { page: 'page', first: 0 },
		firstNumber: 0,
		sizeParameter: 'size',
		defaultSize: 20,
		documented: { contactsField: '_embedded.attractions' },
		contact: {
			name: 'Artist {number}',
			type: 'attraction',
			id: 'K8vZ9175{number}',
			test: false,
			locale: 'en-us',
			classifications: [{ primary: true, segment: { id: 'KZ', name: 'Music' } }],
			_links: { self: { href: '/discovery/v2/attractions/K8vZ9175{number}?locale=en-us' } },
		},
		body: {
			'_embedded if list': { attractions: '{list}' },
			_links: {
				first: { href: '{firstLink | path}' },
				'prev if hasPrevious': { href: '{previousLink | path}' },
				self: { href: '{url | path}' },
				'next if hasMore': { href: '{nextLink | path}' },
				last: { href: '{lastLink | path}' },
			},
			page: {
				size: '{size}',
				totalElements: '{total}',
				totalPages: '{pages}',
				number: '{number}',
			},
		},
	},
	'AssemblyAI transcripts': {
		// Its next link leads to newer entries, and nothing says so.
		knowable: false,
		source: 'https://www.assemblyai.com/docs/api-reference/transcripts/list',
		by: { cursor: 'before_id', token: '{last.id}' },
		known: ['after_id'],
		sizeParameter: 'limit',
		defaultSize: 10,
		endsWithoutSign: true,
		contact: {
			id: uuid,
			resource_url: 'https://api.example.com/v2/transcript/{number}',
			status: 'completed',
			created: '2024-03-11T21:29:59.936851',
			audio_url: 'http://deleted_by_user',
			error: null,
		},
		// Newest first: the previous page has older ones, and nothing is newer than the first page.
		body: ({ url, query, list, count, size, isEmpty, first, linkAfter, firstLink }: Page) => {
			const found = query.after_id === undefined ? list : [];
			const newer = new URL(firstLink);
			newer.searchParams.set('after_id', String(first?.id));
			return {
				page_details: {
					limit: size,
					result_count: found === list ? count : 0,
					current_url: url.href,
					prev_url: isEmpty || found !== list ? null : linkAfter,
					next_url: isEmpty || found !== list ? null : newer.href,
				},
				transcripts: found,
			};
		},
	},
	'SafetyCulture feed': {
		source: 'https://developer.safetyculture.com/reference/thepubservice_feedusers',
		by: { cursor: 'next_page_token' },
		sizeParameter: 'limit',
		defaultSize: 20,
		contact: {
			id: 'user_{number}',
			organisation_id: 'role_1',
			email: '{email}',
			firstname: 'Ada',
			lastname: 'No. {number}',
			active: true,
		},
		body: {
			metadata: { next_page: '{nextLink | path ?? null}', remaining_records: '{remaining}' },
			data: '{list}',
		},
	},
	'Drift conversations': {
		source: 'https://devdocs.drift.com/docs/list-conversations',
		by: { sizedCursor: 'page_token' },
		sizeParameter: 'limit',
		defaultSize: 25,
		dropsPageSize: true,
		contact: {
			status: 'open',
			contactId: '{n + 17035536800}',
			createdAt: 1686303243241,
			id: '{n + 3782727146}',
			inboxId: 62491,
			updatedAt: 1686303381300,
		},
		body: {
			data: '{list}',
			links: { self: '{url.href}', 'next if hasMore': '{nextLink}' },
		},
	},
	'Beds24 bookings': {
		source: 'https://beds24.com/api/v2/',
		by: { page: 'page' },
		sizeParameter: '',
		defaultSize: 100,
		contact: {
			id: '{n + 15230000}',
			propertyId: 1234,
			status: 'confirmed',
			arrival: '2025-01-01',
			firstName: 'Ada',
			lastName: 'No. {number}',
			email: '{email}',
			infoItems: [],
		},
		headers: { 'X-FiveMinCreditLimit-Remaining': '99.3' },
		body: {
			success: true,
			type: 'booking',
			count: '{count}',
			pages: { nextPageExists: '{hasMore}', nextPageLink: '{nextLink ?? null}' },
			data: '{list}',
		},
	},
	'Catenda topics': {
		source: 'https://developers.catenda.com/pagination',
		by: { page: 'page' },
		defaultSize: 100,
		contact: {
			guid: uuid,
			topic_type: 'Request',
			title: 'Topic {number}',
			assigned_to: '{email}',
			labels: ['Structural'],
		},
		headers: { Link: ['next', 'prev', 'first', 'last'], 'X-Total-Count': '{total | text}' },
		body: '{list}',
	},
});

function withValue(link: string, parameter: string, value: string): string {
	const result = new URL(link);
	result.searchParams.set(parameter, value);
	return result.href;
}

function pathOf(link: string): string {
	return link.replace('https://api.example.com', '');
}

export const lastIdServices = shapesOf({
	'Anthropic workspace members': {
		source: 'https://docs.anthropic.com/en/api/admin-api/users/list-users',
		by: { cursor: 'after_id', token: '{last.id}' },
		sizeParameter: 'limit',
		defaultSize: 20,
		contact: {
			type: 'user',
			id: 'user_01WCz1FkmYMm4gnmykNKUu{number}',
			email: '{email}',
			name: 'Contact {number}',
			role: 'user',
			added_at: '2024-10-30T23:58:27.427722Z',
		},
		headers: { 'request-id': 'req_018EeWyXxfu5pfWkrYcMdjWG' },
		body: {
			data: '{list}',
			has_more: '{hasMore}',
			first_id: '{first.id ?? null}',
			last_id: '{last.id ?? null}',
		},
	},
	'Daily rooms': {
		source: 'https://docs.daily.co/reference/rest-api/rooms/list-rooms',
		by: { cursor: 'starting_after', token: '{last.id}' },
		sizeParameter: 'limit',
		defaultSize: 100,
		contact: {
			id: uuid,
			name: 'room-{number}',
			api_created: false,
			privacy: 'public',
			url: 'https://api-demo.example.co/room-{number}',
			config: { start_video_off: true },
		},
		body: { total_count: '{total}', data: '{list}' },
	},
	'EasyPost addresses': {
		source: 'https://docs.easypost.com/docs/addresses#retrieve-a-list-of-addresses',
		by: { cursor: 'before_id', token: '{last.id}' },
		sizeParameter: 'page_size',
		defaultSize: 20,
		contact: {
			id: 'adr_{number}',
			object: 'Address',
			name: 'CONTACT {number}',
			email: '{email}',
			street1: '417 Montgomery St',
			verifications: {},
		},
		body: { addresses: '{list}', has_more: '{hasMore}' },
	},
	'Xendit transactions': {
		source: 'https://developers.xendit.co/api-reference/#list-transactions',
		by: { cursor: 'after_id', token: '{last.id}' },
		sizeParameter: 'limit',
		defaultSize: 10,
		contact: {
			id: 'txn_{number}',
			product_id: 'd290f1ee-6c54-4b01-90e6-{number}',
			type: 'PAYMENT',
			status: 'SUCCESS',
			reference_id: '{email}',
			amount: 1000,
		},
		body: {
			has_more: '{hasMore}',
			data: '{list}',
			links: [{ href: '{nextLink | path}', rel: 'next', method: 'GET' }],
		},
	},
	'Onfleet tasks': {
		source: 'https://docs.onfleet.com/reference/list-tasks',
		by: { cursor: 'lastId', token: '{last.id}' },
		sizeParameter: '',
		defaultSize: 64,
		contact: {
			id: '11z1BbsQUZFHD1XAd~emD{number}',
			shortId: '44a5{number}',
			organization: 'yAM*fDkztrT3gUcz9mNDgNOL',
			state: 0,
			notes: '{email}',
			recipients: [],
			metadata: [],
		},
		body: { 'lastId if hasMore': '{last.id}', tasks: '{list}' },
	},
	'NinjaOne devices': {
		source: 'https://app.ninjarmm.com/apidocs/?links.active=core#/management/getDevices',
		by: { cursor: 'after', token: '{last.id}' },
		defaultSize: 100,
		knowable: false,
		contact: {
			id: '{number}',
			organizationId: 2,
			systemName: 'PC-{number}',
			approvalStatus: 'APPROVED',
			offline: false,
		},
		body: '{list}',
	},
	'urlscan.io': {
		source: 'https://urlscan.io/docs/api/#search',
		by: { cursor: 'search_after', token: '{last.sort.0},{last.sort.1}' },
		sizeParameter: 'size',
		defaultSize: 100,
		contact: {
			_id: uuid,
			task: { visibility: 'public', domain: 'd{number}.example.com', time: '2024-05-01T08:00:00Z' },
			page: { country: 'DE', server: 'nginx', status: '200' },
			stats: { requests: 12, uniqIPs: 3 },
			sort: ['{n + 1714550400000}', uuid],
		},
		body: changing({ results: '{list}', total: '{total}', took: '{took}', has_more: '{hasMore}' }),
	},
	'Lightspeed Retail X-Series': {
		source: 'https://x-series-api.lightspeedhq.com/docs/pagination',
		by: { cursor: 'after', token: '{last.version}' },
		sizeParameter: 'page_size',
		defaultSize: 100,
		endsWithoutSign: true,
		contact: {
			id: uuid,
			name: 'Contact {number}',
			customer_code: 'Ada-{number}',
			email: '{email}',
			deleted_at: null,
			version: '{n + 791094}',
		},
		body: {
			data: '{list}',
			version: { min: '{first.version ?? null}', max: '{last.version ?? null}' },
		},
	},
});
