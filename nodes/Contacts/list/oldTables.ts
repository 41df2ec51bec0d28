import type { MessageTable } from '../../../credentials/contactsApi/explainedError';

type Texts = Record<string, (...details: never[]) => string>;

/** Splits texts into what happened and what to do. */
export function splitTexts(
	texts: Texts,
	adviceOf: (reason: string, details: readonly unknown[]) => object | undefined,
): MessageTable {
	const entries = Object.entries(texts).map(([reason, build]) => {
		const split = (...details: never[]) => {
			const text = build(...details);
			const end = text.indexOf('. ');
			const advice = adviceOf(reason, details);
			return { message: text.slice(0, end), description: text.slice(end + 2), advice };
		};
		return [reason, split];
	});
	return Object.fromEntries(entries) as MessageTable;
}
