import type { Contact } from '../../sandbox/corpus/contacts.ts';
import type { CorpusService } from '../../sandbox/corpus/service.ts';

export type Comparison =
	/** Every contact once, in order and unchanged. */
	| 'whole'
	/** Some contacts are missing. */
	| 'partial'
	/** Some contacts are repeated. */
	| 'doubled'
	/** Some contacts are not those of the service, or in another order. */
	| 'altered';

/** Compares the items of a run with the contacts of the service. */
export function compare(
	received: unknown[],
	contacts: Contact[],
	{ unwrap }: Partial<Pick<CorpusService, 'unwrap'>> = {},
): Comparison {
	const isSame =
		received.length === contacts.length && received.every((item, n) => item === contacts[n]);
	if (isSame) return 'whole';
	const indexes = new Map<string, number>();
	contacts.forEach((contact, index) => {
		indexes.set(JSON.stringify(contact), index);
		if (unwrap) indexes.set(JSON.stringify(unwrap(contact)), index);
	});
	const found = received.map((item) => indexes.get(JSON.stringify(item)));
	if (found.includes(undefined)) return 'altered';
	if (new Set(found).size < found.length) return 'doubled';
	if (found.length < contacts.length) return 'partial';
	return found.every((index, n) => index === n) ? 'whole' : 'altered';
}
