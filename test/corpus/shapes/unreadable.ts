/** The shapes that the node cannot read whole, and how it says so: rows of `shapes.test.ts`. */

const MANY_LISTS = 'more than one list';
const NO_LIST = 'no list of contacts';

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
};

/** No suggested settings help. */
export const HOPELESS = [
	...['LegiScan', 'Toodledo', 'Tube Archivist', 'DataForSEO', 'MOEX ISS', 'onOffice', 'Navitia'],
];

/** Odd services that cannot be read whole; an error says so. */
export const UNREADABLE = ['Odd: a total that is too large', 'Odd: empty pages in mid-list'];
