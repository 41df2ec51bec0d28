/** The shapes that the node cannot read whole, and how it says so: rows of `documented.test.ts`. */

const MANY_LISTS = 'more than one list';
const NO_LIST = 'no list of contacts';
const NO_NEXT_PAGE = 'the next page was not found';
const UNSAID = 'but the response does not say so';
const NOT_UNDERSTOOD = 'fields about pages that were not understood';

/** Lists of more than one page, and those that may have been cut, fail; on one page, they are whole. */
const paged = (text: string, others: Record<string, string | undefined> = {}) => ({
	...{ '': text, 'all on one page': undefined, 'seven only': undefined, empty: undefined },
	...{ '1 only': undefined, '2 only': undefined, '3 only': undefined, ...others },
});

/** Texts of the errors where the node cannot read a list whole, by shape and situation. */
export const EXPECTED_ERRORS: Record<string, Record<string, string | undefined>> = {
	// Has a second list, which is not empty or has the more usual name.
	'Google Calendar': { empty: MANY_LISTS },
	Navitia: { 'all on one page': MANY_LISTS, '1 only': MANY_LISTS, empty: NO_LIST },
	// The list is in the only element of another one.
	onOffice: { 'all on one page': MANY_LISTS, empty: MANY_LISTS, '1 only': MANY_LISTS },
	DataForSEO: { 'all on one page': MANY_LISTS, '1 only': MANY_LISTS },
	// Leaves out what is empty, or refuses.
	'QuickBooks Online': { empty: 'Keys seen: QueryResponse, time' },
	Riksdagen: { empty: NO_LIST },
	'Authorize.net': { empty: 'Keys seen: messages' },
	'e-Stat': { empty: NO_LIST, '1 only': NO_LIST },
	Gong: { empty: '(404)' },
	// Made from XML, where a list of one looks like an object.
	'Billomat clients': { '1 only': NO_LIST },
	'Korea Public Data Portal': { '1 only': NO_LIST },
	// Start their list with the number of contacts, or have an object in its place.
	Toodledo: { '': NO_LIST, empty: undefined },
	LegiScan: { '': NO_LIST, empty: undefined },
	'Grants.gov': { '1 only': 'startRecordNum' },
	// `last_page` is a number, but false on the last page.
	'Tube Archivist': { '': 'says that there are more', empty: '', '1 only': '', '2 only': '' },
	Opsgenie: { '1 only': 'paging.first' },
	Zadarma: { '1 only': 'start' },
	'API-Football players': { empty: NO_NEXT_PAGE, '2 only': NOT_UNDERSTOOD },
	'Bluesky followers': { '1 only': MANY_LISTS },
	'Trustpilot reviews': { '1 only': MANY_LISTS },
	'Re:amaze contacts': { '1 only': MANY_LISTS },
	'CKAN package search': { '1 only': MANY_LISTS },
	'data.gov.in': { '1 only': MANY_LISTS },
	'Action Network people': { '': MANY_LISTS, empty: NO_LIST },
	'Home-made: API Platform': { '': MANY_LISTS, empty: undefined },
	Fleetio: { empty: MANY_LISTS },
	'Home-made: MyBatis-Plus': { '1 only': NO_LIST },
	// Leave out the list where it is empty, also after the last page, or refuse.
	'Tiny ERP contatos': {
		'': 'no list where the contacts should be',
		empty: NOT_UNDERSTOOD,
		'1 only': undefined,
		'2 only': undefined,
	},
	'Kommo contacts': { 'all on one page': 'no list where the contacts should be' },
	Scryfall: { empty: '(404)' },
	OMDb: { empty: 'reports a failure' },
	// A sentence, or a false, beside an empty list may be why it is empty.
	Etherscan: { empty: 'reports a failure' },
	// Cursors, links and parameters with names and forms that nobody can guess.
	Render: paged(UNSAID, { 'seven only': UNSAID, '2 only': UNSAID, '3 only': UNSAID }),
	Tidio: { 'seven only': UNSAID, '2 only': UNSAID, '3 only': UNSAID },
	'Sophos Central endpoints': paged(NO_NEXT_PAGE),
	'SumUp transactions': paged(NO_NEXT_PAGE),
	'urlscan.io': paged(NO_NEXT_PAGE),
	'georef-ar localidades': paged(NO_NEXT_PAGE),
	'Bubble Data API': paged(NOT_UNDERSTOOD, { 'seven only': UNSAID, '3 only': UNSAID }),
	'INSEE Sirene': paged(NOT_UNDERSTOOD, { empty: '(404)' }),
	'Home-made: Lambda with DynamoDB': paged(NO_NEXT_PAGE),
	'Home-made: PHP script, German': paged('The list may continue', { empty: 'reports a failure' }),
	'Home-made: Symfony, French': paged(NO_NEXT_PAGE),
	// A list of few contacts has numbers that may be anything.
	'Open Food Facts': { '2 only': NO_NEXT_PAGE },
	Typesense: { '1 only': NOT_UNDERSTOOD, '2 only': NOT_UNDERSTOOD },
	'Jotform submissions': { '1 only': NOT_UNDERSTOOD },
	'CM.com voice': { '1 only': NOT_UNDERSTOOD, '2 only': NOT_UNDERSTOOD, '3 only': NOT_UNDERSTOOD },
	'Home-made: ASP.NET with Cosmos DB': { '1 only': NOT_UNDERSTOOD },
	'Home-made: Slim with relative queries': { '1 only': NOT_UNDERSTOOD },
	'Home-made: Since an id, with what remains': { '1 only': NOT_UNDERSTOOD },
};

/** No suggested settings help. */
export const HOPELESS = [
	'LegiScan',
	'Toodledo',
	'Tube Archivist',
	'DataForSEO',
	'MOEX ISS',
	'onOffice',
	'Navitia',
	'Tidio',
	'Action Network people',
	'urlscan.io',
	'Tiny ERP contatos',
	'Home-made: API Platform',
];

/** Odd services that cannot be read whole; an error says so. */
export const UNREADABLE = ['Odd: a total that is too large', 'Odd: empty pages in mid-list'];

/** The link that is called the next one leads to newer contacts, of which there are none: part of the list is returned. */
export const MISLEADING = ['AssemblyAI transcripts'];
