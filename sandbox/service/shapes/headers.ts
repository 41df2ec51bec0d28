/** APIs that speak of pages in headers. */
import { emailOf, numberOf, plain, record, textId } from './contacts.ts';
import {
	cursor,
	lastValue,
	linkHeader,
	offset,
	type Page,
	pageNumber,
	shape,
	when,
} from './shape.ts';

const bareList = ({ list }: Page) => list;

export const headerShapes = [
	shape('GitHub', {
		source: 'https://docs.github.com/en/rest/using-the-rest-api/using-pagination-in-the-rest-api',
		by: pageNumber('page'),
		defaultSize: 30,
		endsWithoutSign: true,
		contact: plain,
		body: bareList,
		// No header where there is one page only.
		headers: (page) => when(page.pages > 1, linkHeader(page, ['prev', 'next', 'last', 'first'])),
	}),
	shape('GitLab', {
		source: 'https://docs.gitlab.com/api/rest/#offset-based-pagination',
		by: pageNumber('page'),
		defaultSize: 20,
		contact: plain,
		body: bareList,
		headers: (page) => ({
			...linkHeader(page, ['prev', 'next', 'first', 'last']),
			'X-Next-Page': page.hasMore ? String(page.number + 1) : '',
			'X-Page': String(page.number),
			'X-Per-Page': String(page.size),
			'X-Prev-Page': page.start > 0 ? String(page.number - 1) : '',
			'X-Total': String(page.total),
			'X-Total-Pages': String(page.pages),
		}),
	}),
	shape('GitLab keyset', {
		source: 'https://docs.gitlab.com/api/rest/#keyset-based-pagination',
		by: cursor(
			'id_after',
			lastValue(({ id }) => id),
		),
		defaultSize: 20,
		endsWithoutSign: true,
		contact: plain,
		body: bareList,
		headers: (page) => linkHeader(page, ['next']),
	}),
	shape('Shopify', {
		source: 'https://shopify.dev/docs/api/admin-rest/usage/pagination',
		by: cursor('page_info'),
		defaultSize: 50,
		endsWithoutSign: true,
		contact: record('id'),
		body: ({ list }) => ({ customers: list }),
		headers: (page) => linkHeader(page, ['prev', 'next']),
	}),
	shape('Okta', {
		source: 'https://developer.okta.com/docs/api/#pagination',
		by: cursor(
			'after',
			lastValue(({ id }) => id),
		),
		defaultSize: 200,
		endsWithoutSign: true,
		contact: record('id', (number) => `00ub0oNGTSWTBKOLGLNR${number}`),
		body: bareList,
		headers: ({ url, nextLink }) => ({
			Link: [`<${url.href}>; rel="self"`, ...(nextLink ? [`<${nextLink}>; rel="next"`] : [])],
		}),
	}),
	shape('Freshdesk', {
		source: 'https://developers.freshdesk.com/api/#pagination',
		by: pageNumber('page'),
		defaultSize: 30,
		endsWithoutSign: true,
		contact: plain,
		body: bareList,
		headers: (page) => linkHeader(page, ['next']),
	}),
	shape('Greenhouse', {
		source: 'https://developers.greenhouse.io/harvest.html#pagination',
		by: pageNumber('page'),
		defaultSize: 100,
		contact: plain,
		body: bareList,
		headers: (page) => linkHeader(page, ['next', 'prev', 'last']),
	}),
	shape('Sentry', {
		source: 'https://docs.sentry.io/api/pagination/',
		// Both links are always there; an attribute says whether they lead anywhere.
		by: cursor('cursor', (start) => `0:${start}:0`),
		defaultSize: 100,
		contact: textId,
		body: bareList,
		headers: ({ url, start, end, size, hasMore }) => {
			const link = (rel: string, at: number, results: boolean) => {
				const target = new URL(url);
				target.searchParams.set('cursor', `0:${at}:0`);
				return `<${target.href}>; rel="${rel}"; results="${results}"; cursor="0:${at}:0"`;
			};
			const previous = link('previous', Math.max(0, start - size), start > 0);
			return { Link: `${previous}, ${link('next', end, hasMore)}` };
		},
	}),
	shape('Mastodon', {
		source: 'https://docs.joinmastodon.org/api/guidelines/#pagination',
		by: cursor(
			'max_id',
			lastValue(({ id }) => id),
		),
		defaultSize: 40,
		endsWithoutSign: true,
		contact: textId,
		body: bareList,
		headers: (page) => linkHeader(page, ['next', 'prev']),
	}),
	shape('WordPress', {
		source: 'https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/',
		by: [pageNumber('page'), offset('offset')],
		defaultSize: 10,
		pastTheEnd: { status: 400, body: { code: 'rest_post_invalid_page_number' } },
		contact: plain,
		body: bareList,
		headers: (page) => ({
			'X-WP-Total': String(page.total),
			'X-WP-TotalPages': String(page.pages),
			...linkHeader(page, ['prev', 'next']),
		}),
	}),
	shape('WordPress behind a proxy that drops Link', {
		source: 'https://developer.wordpress.org/rest-api/using-the-rest-api/pagination/',
		by: [pageNumber('page'), offset('offset')],
		defaultSize: 10,
		pastTheEnd: { status: 400, body: { code: 'rest_post_invalid_page_number' } },
		contact: plain,
		body: bareList,
		headers: ({ total, pages }) => ({
			'X-WP-Total': String(total),
			'X-WP-TotalPages': String(pages),
		}),
	}),
	shape('WooCommerce', {
		source: 'https://woocommerce.github.io/woocommerce-rest-api-docs/#pagination',
		by: [pageNumber('page'), offset('offset')],
		defaultSize: 10,
		contact: (n) => ({ id: numberOf(n), email: emailOf(n), meta_data: [], _links: { self: [] } }),
		body: bareList,
		headers: (page) => ({
			'X-WP-Total': String(page.total),
			'X-WP-TotalPages': String(page.pages),
			...linkHeader(page, ['prev', 'next']),
		}),
	}),
	shape('json-server v0', {
		source: 'https://github.com/typicode/json-server/tree/v0',
		by: [pageNumber('_page'), offset('_start')],
		defaultSize: 10,
		contact: plain,
		body: bareList,
		// Links only where the page is asked for by its number.
		headers: (page) => ({
			'X-Total-Count': String(page.total),
			...when(
				page.url.searchParams.has('_page'),
				linkHeader(page, ['first', 'prev', 'next', 'last']),
			),
		}),
	}),
	shape('Copper', {
		source: 'https://developer.copper.com/introduction/requests.html',
		by: pageNumber('page_number'),
		defaultSize: 20,
		contact: plain,
		body: bareList,
		headers: ({ total }) => ({ 'X-PW-TOTAL': String(total) }),
	}),
	shape('ServiceNow', {
		source:
			'https://www.servicenow.com/docs/bundle/washingtondc-api-reference/page/integrate/inbound-rest/concept/c_TableAPI.html',
		by: offset('sysparm_offset'),
		defaultSize: 10_000,
		contact: record('sys_id', (number) => `02826bf03710200044e0bfc8bcbe${number}`),
		body: ({ list }) => ({ result: list }),
		headers: (page) => ({
			'X-Total-Count': String(page.total),
			...when(page.pages > 1, linkHeader(page, ['first', 'prev', 'next', 'last'])),
		}),
	}),
	shape('Azure DevOps', {
		source: 'https://learn.microsoft.com/en-us/rest/api/azure/devops/graph/users/list',
		by: cursor('continuationToken'),
		defaultSize: 100,
		endsWithoutSign: true,
		contact: record('descriptor', (number) => `aad.${number}`),
		body: ({ list }) => ({ count: list.length, value: list }),
		headers: ({ next }) => when(next, { 'X-MS-ContinuationToken': String(next) }),
	}),
	shape('Modern Treasury', {
		source: 'https://docs.moderntreasury.com/reference/pagination',
		by: cursor('after_cursor'),
		defaultSize: 25,
		contact: textId,
		body: bareList,
		headers: ({ next = '', size }) => ({
			'X-After-Cursor': String(next),
			'X-Per-Page': String(size),
		}),
	}),
	shape('ASP.NET Core with X-Pagination', {
		source: 'https://learn.microsoft.com/en-us/aspnet/web-api/overview/data/',
		by: pageNumber('pageNumber'),
		defaultSize: 10,
		contact: plain,
		body: bareList,
		headers: ({ total, size, number, pages, hasMore, start }) => ({
			'X-Pagination': JSON.stringify({
				TotalCount: total,
				PageSize: size,
				CurrentPage: number,
				TotalPages: pages,
				HasNext: hasMore,
				HasPrevious: start > 0,
			}),
		}),
	}),
	shape('PostgREST with an exact count', {
		source: 'https://docs.postgrest.org/en/stable/references/api/pagination_count.html',
		by: offset('offset'),
		defaultSize: 1000,
		contact: plain,
		status: ({ list, total }) => (list.length < total ? 206 : 200),
		body: bareList,
		headers: ({ start, end, total }) => ({
			'Content-Range': `${end > start ? `${start}-${end - 1}` : '*'}/${total}`,
		}),
	}),
	shape('PostgREST', {
		source: 'https://docs.postgrest.org/en/stable/references/api/pagination_count.html',
		// Without a count the header says where the page is, and nothing of what comes after it.
		by: offset('offset'),
		defaultSize: 1000,
		contact: plain,
		knowable: false,
		body: bareList,
		headers: ({ start, end }) => ({
			'Content-Range': `${end > start ? `${start}-${end - 1}` : '*'}/*`,
		}),
	}),
	shape('Gitea', {
		source: 'https://docs.gitea.com/development/api-usage',
		by: pageNumber('page'),
		defaultSize: 30,
		contact: plain,
		body: bareList,
		headers: (page) => ({
			'X-Total-Count': String(page.total),
			...linkHeader(page, ['next', 'last', 'first', 'prev']),
		}),
	}),
	shape('api-pagination', {
		source: 'https://github.com/davidcelis/api-pagination',
		by: pageNumber('page'),
		defaultSize: 25,
		contact: plain,
		body: bareList,
		headers: (page) => ({
			...linkHeader(page, ['first', 'prev', 'last', 'next']),
			Total: String(page.total),
			'Per-Page': String(page.size),
		}),
	}),
	shape('Pagy', {
		source: 'https://ddnexus.github.io/pagy/docs/extras/headers/',
		by: pageNumber('page'),
		defaultSize: 20,
		contact: plain,
		body: bareList,
		headers: ({ number, size, pages, total }) => ({
			'Current-Page': String(number),
			'Page-Limit': String(size),
			'Total-Pages': String(pages),
			'Total-Count': String(total),
		}),
	}),
	shape('Teamwork v1', {
		source: 'https://apidocs.teamwork.com/guides/teamwork/pagination',
		by: pageNumber('page'),
		defaultSize: 50,
		contact: plain,
		body: ({ list }) => ({ STATUS: 'OK', people: list }),
		headers: ({ number, pages, total }) => ({
			'X-Page': String(number),
			'X-Pages': String(pages),
			'X-Records': String(total),
		}),
	}),
	shape('Fiat Republic', {
		source: 'https://docs.fiatrepublic.com/docs/pagination',
		by: offset('offset'),
		defaultSize: 20,
		contact: textId,
		body: bareList,
		headers: ({ total, size, start }) => ({
			'Preference-Applied': 'pagination=basic',
			'Pagination-Total-Count': String(total),
			'Pagination-Limit': String(size),
			'Pagination-Offset': String(start),
		}),
	}),
];
