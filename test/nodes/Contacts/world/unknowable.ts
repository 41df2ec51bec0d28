/** Operations whose further pages no response leads to, with what stands in the way. */
const NO_CURSOR = 'no response has the value of the cursor';
const MANY_LISTS = 'nothing tells the list from the others in the response';
const OTHER_UNIT = 'the parameter counts days';

export const unknowable: Record<string, string> = {
	'asana.com /users': NO_CURSOR,
	'apideck.com /ecosystems/{ecosystem_id}/collections': NO_CURSOR,
	'files.com /users': NO_CURSOR,
	'flat.io /organizations/users': NO_CURSOR,
	'ote-godaddy.com /v1/domains': NO_CURSOR,
	'squareup.com /v1/me/employees': NO_CURSOR,
	'taxrates.io /v3/tax/rates': NO_CURSOR,
	'truora.com /v1/config': NO_CURSOR,
	'vercel.com /v9/projects': 'the documented parameter is not the one of the cursor',
	'brandlovers.com /orders/status/new': MANY_LISTS,
	'brandlovers.com /orders/shipments/shipped': MANY_LISTS,
	'brandlovers.com /products': MANY_LISTS,
	'codat.io /companies/{companyId}/reports/enhancedCashFlow/transactions': MANY_LISTS,
	'fec.gov /legal/search/': 'the name of the parameter, from_hit, is unusual',
	'gettyimages.com /v3/search/videos/creative': MANY_LISTS,
	'izettle.com /organizations/{organizationUuid}/library': MANY_LISTS,
	'mastodon.local /api/v2/search': MANY_LISTS,
	'slack.com /reactions.list': MANY_LISTS,
	'victorops.com /api-public/v1/team/{team}/oncall/schedule': OTHER_UNIT,
	'victorops.com /api-public/v2/team/{team}/oncall/schedule': OTHER_UNIT,
	'victorops.com /api-public/v2/user/{user}/oncall/schedule': OTHER_UNIT,
};
