/** The words in names of fields about pages, grouped by what they refer to. */
export const FAMILIES = {
	next: 'next following upcoming subsequent siguiente suivant suivante volgende proximo proxima prossimo prossima naechste neste nasta',
	previous: 'prev previous before prior back backward backwards',
	first: 'first',
	last: 'last ultimo ultima dernier derniere letzte laatste siste',
	end: 'end ended ending final done finished eof exhausted',
	complete: 'complete completed loaded',
	link: 'link links url uri href path api',
	cursor: `cursor cursors curseur token marker mark bookmark checkpoint iterator iter continuation continue
		resume scroll cookie after since watermark seek anchor`,
	more: 'more truncated mas mais weitere meer flere continues continuidade',
	limited: 'limited reached exceeded exceeds partial incomplete',
	has: 'has is have are was hay tem hat',
	remaining: 'remaining remain remains left',
	page: 'page pages pagina paginas pagine seite seiten side sida sider sidor strana strona',
	neutral: 'paging pagination paginate paginator pager paged meta metadata list x response body',
	plain: `0 additional available by collection embedded hydra in jsonapi odata of de da do di opensearch
		search the to`,
	naming: `code fields id identifier key message name ref string summary val info information details context
		attributes properties param params parameter parameters parametros view`,
	current: 'current this actual atual actuelle aktuelle huidige self',
	total: `total totals totaal totale totalt gesamt all grand overall full found matching matched matches hits
		estimated cumulative entire sum tot absolute`,
	number:
		'count counts counter number numbers numero nummer num nb no nr cnt len length qty quantity anzahl antall antal aantal cantidad quantidade',
	offset:
		'offset skip skipped start starts starting begin beginning debut inicio from position pos index idx indice ofs',
	size: 'size limit limits limite tamanho tamano taille per por par max maximum take top batch rows',
	received: `returned fetched retrieved received displayed displaying showing shown on
		filtered visible`,
	item: `item items record records result results row element elements entry entries object objects
		doc docs document documents contact contacts entity entities resource resources member members
		person people user users customer customers hit traffar match value values data set list itens registros
		elementos resultados treff`,
	failure:
		'error errors erro erros fehler erreur erreurs fouten fault exception failed failure failures err',
	success: 'success successful succeeded ok status',
} as const;

export type Family = keyof typeof FAMILIES;

const families = new Map<string, Family>();
for (const [family, words] of Object.entries(FAMILIES)) {
	for (const word of split(words)) families.set(word, family as Family);
}
const longestWord = Math.max(...[...families.keys()].map((word) => word.length));

/** Two-letter words also end other words: of these, a name without boundaries may start with `is` and have `of`. */
const SHORT = 3;

/** The family of a word; undefined for a word that has nothing to do with pages. */
export function familyOf(word: string): Family | undefined {
	return families.get(word);
}

/** The normalized form in which names are compared: only letters and digits, in lower case. */
export function normalize(name: string): string {
	return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/**
 * Splits a name in camel, snake, kebab or lower case into its words, in lower case: `nextPageToken`,
 * `next_page_token` and `nextpagetoken` are `next`, `page`, `token`.
 */
export function wordsIn(name: string): string[] {
	return name
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
		.split(/[^A-Za-z\d]+/)
		.filter(Boolean)
		.flatMap((word) => knownWordsIn(word.toLowerCase()));
}

/** The known words that a text without boundaries consists of; otherwise the text. */
function knownWordsIn(text: string): string[] {
	if (families.has(text) || text.length > 4 * longestWord) return [text];
	/** The fewest known words up to each position. */
	const best: Array<string[] | undefined> = [[]];
	for (let end = 1; end <= text.length; end++) {
		for (let start = Math.max(0, end - longestWord); start < end; start++) {
			const before = best[start];
			const word = text.slice(start, end);
			if (!before || !isPart(word, start)) continue;
			const found = best[end];
			if (!found || before.length + 1 < found.length) best[end] = [...before, word];
		}
	}
	return best[text.length] ?? [text];
}

function isPart(word: string, start: number): boolean {
	const isLong = word.length >= SHORT || word === (start === 0 ? 'is' : 'of');
	return isLong && families.has(word);
}

/** The part of a dot path after the last dot. */
export function lastKey(path: string): string {
	return path.slice(path.lastIndexOf('.') + 1);
}

export function toCamelCase(words: readonly string[]): string {
	return words.map((word, index) => (index === 0 ? word : capitalize(word))).join('');
}

/** How a service writes names of several words. */
export const STYLES = ['camel', 'pascal', 'snake', 'kebab', 'flat'] as const;

export type Style = (typeof STYLES)[number];

/** The style of a name; a single word may be one in camel case. */
export function styleOf(name: string): Style {
	if (name.includes('_')) return 'snake';
	if (name.includes('-')) return 'kebab';
	if (/^[A-Z]/.test(name)) return 'pascal';
	return !/[A-Z]/.test(name) && wordsIn(name).length > 1 ? 'flat' : 'camel';
}

const SEPARATORS = { snake: '_', kebab: '-', flat: '' };

/** Writes a name in camel case in another style; other names stay as they are. */
export function inStyle(style: Style, name: string): string {
	if (style === 'camel' || !/^[a-z][A-Za-z\d]*$/.test(name)) return name;
	if (style === 'pascal') return capitalize(name);
	return name.replace(/[A-Z]/g, `${SEPARATORS[style]}$&`).toLowerCase();
}

function capitalize(word: string): string {
	return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** The entries of a table that is written as text. */
export function split(text: string): string[] {
	return text.trim().split(/\s+/);
}
