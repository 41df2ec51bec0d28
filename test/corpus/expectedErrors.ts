/** The services of the corpus that the reader cannot read whole in every situation, by the reason of the error. */
export const FAILING: Record<string, readonly string[]> = {
	// Have a sentence beside an empty list, which may be why it is empty.
	emptyDoubtful: ['Etherscan'],
	// Say nothing of the end, or what may be anything.
	endUnknown: [
		'Airtable',
		'Authorize.net',
		'Billomat clients',
		'Binance',
		'Chargebee',
		'ClinicalTrials.gov',
		'Discord guild members',
		'Filters by the page size, too',
		'Google Classroom students',
		'Home-made: no fields where the list is empty',
		'KVK Zoeken',
		'Kommo contacts',
		'Lightspeed Retail X-Series',
		'Mention',
		'OMDb',
		'Parse Server',
		'Peppol Directory',
		'QuickBooks Online',
		'Render',
		'Riksdagen',
		'Tiny ERP contatos',
		'Toss Payments',
		'Tripletex customers',
		'Wrike',
		'apaleo reservations',
		'balldontlie players',
		'connpass',
		'onOffice',
		'xAPI statements',
	],
	// Have something else beside an empty page than beside the first one.
	failedWithSuccess: ['OMDb', 'Riksdagen', 'Tiny ERP contatos'],
	// Have a second list, which is not empty or has the more usual name.
	manyLists: [
		'Box, by offset',
		'Contentful',
		'DataCite DOIs',
		'DataForSEO',
		'Google Calendar',
		'MOEX ISS',
		'Navitia',
		'Wazuh agents',
		'Zoho People employees',
		'data.gov.in',
		'onOffice',
	],
	// Say that there is more, and take it under names and in forms that nobody can guess.
	nextUnknown: [
		'Bundestag DIP',
		'D2L Brightspace users',
		'DocuSeal submissions',
		'Facebook Graph',
		'Grants.gov',
		'HelloAsso orders',
		'Home-made: Lambda with DynamoDB',
		'Home-made: Laravel response macro',
		'Home-made: PHP script, German',
		'Home-made: Symfony, French',
		'Home-made: offset that names the next page',
		'Home-made: signs behind an underscore',
		'INSEE Sirene',
		'Korea Public Data Portal',
		'LinkedIn',
		'OpenProject users',
		'OpenSearch scroll',
		'Pipedream',
		'Plone REST',
		'Sellsy contacts',
		'Solr, by cursor mark',
		'Sophos Central endpoints',
		'Steam',
		'SumUp transactions',
		'Tube Archivist',
		'json-server v1',
		'listennotes.com /search',
		'urlscan.io',
	],
	// Have a list in objects that may be contacts, or groups of them.
	listDoubtful: [
		'Congress.gov members',
		'Ecwid customers',
		'Invoice Ninja clients',
		'ShipStation orders',
		'e-Stat',
	],
	// Have their list where none is recognized, or leave it out where it is empty.
	noList: [
		'Authorize.net',
		'Billomat clients',
		'Bluesky followers',
		'Korea Public Data Portal',
		'LegiScan',
		'Lightspeed Retail R-Series customers',
		'QuickBooks Online',
		'Riksdagen',
		'Tiny ERP contatos',
		'Toodledo',
		'UserVoice suggestions',
		'World Bank',
		'Zoho People employees',
		'e-Stat',
	],
	// Have a count as the first element of the list.
	notAContact: ['Toodledo'],
	// Refuse the request where there are no contacts.
	refused: ['openFDA device registrations'],
	// Answer 404 where there are no contacts.
	notFound: [
		'Dolibarr third parties',
		'Gong',
		'INSEE Sirene',
		'Nuvemshop customers',
		'Rick and Morty characters',
		'Scryfall',
	],
	// Link from the last page to itself.
	pageRepeated: ['Cumulocity IoT', 'Spree addresses', 'TalentLMS users'],
	// Leave out the list after a last page that is full.
	positionUnexpected: ['Authorize.net', 'FHIR, an empty bundle without entries'],
	// `last_page` is a number, but false on the last page.
	tooManyEmptyPages: ['Tube Archivist'],
	// Repeat the page size under the name of a total, or send contacts only where their own page size is requested.
	totalDiffers: [
		'API-Football players',
		'ChirpStack devices',
		'Korea Public Data Portal',
		'Pagy (Ruby on Rails)',
	],
};

/** No suggested settings help. */
export const HOPELESS: readonly string[] = [
	'Airtable',
	'ChirpStack devices',
	'Cumulocity IoT',
	'Google Classroom students',
	'Sellsy contacts',
	'apaleo reservations',
	'bol.com orders',
	'Authorize.net',
	'Billomat clients',
	'Bundestag DIP',
	'DocuSeal submissions',
	'Etherscan',
	'Facebook Graph',
	'Home-made: Laravel response macro',
	'Home-made: no fields where the list is empty',
	'Home-made: offset that names the next page',
	'KVK Zoeken',
	'Kommo contacts',
	'Korea Public Data Portal',
	'Lightspeed Retail X-Series',
	'LinkedIn',
	'Mention',
	'Navitia',
	'OMDb',
	'OpenSearch scroll',
	'Pagy (Ruby on Rails)',
	'Pipedream',
	'Riksdagen',
	'Solr, by cursor mark',
	'Tiny ERP contatos',
	'Tube Archivist',
	'urlscan.io',
	'xAPI statements',
];

/** Odd services that cannot be read whole; an error says so. */
export const UNREADABLE = [
	'Odd: a total that is too large',
	'Odd: empty pages in mid-list',
	'Odd: next links to another origin',
	'Odd: next links without a part of the path',
];

/** The link that is called the next one leads to newer contacts, of which there are none: part of the list is returned. */
export const MISLEADING = ['AssemblyAI transcripts'];

/** Send one contact where no page size of theirs is sent, and refuse that of the contract: as many requests as contacts. */
export const ONE_BY_ONE = ['openFDA device registrations'];
