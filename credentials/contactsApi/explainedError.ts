/** An error as the user reads it. */
export interface ErrorMessage {
	/**
	 * What happened, as a sentence without its full stop. It has no names from a response: n8n changes
	 * messages with certain words, such as "canceled" and "ECONNREFUSED".
	 */
	message: string;
	/** What to do, in whole sentences. */
	description: string;
	/** Of the server's response, if it is an error. */
	status?: number;
	/** Settings to try, and how the list was read. */
	advice?: object;
}

export function formatMessage({ message, description }: ErrorMessage): string {
	return `${message}. ${description}`;
}

/** Messages by the reason of a failure, built from its details. */
export type MessageTable = Record<string, (...details: never[]) => ErrorMessage>;

type Details = readonly unknown[];

/** An error with a message of this package. Its details do not show when it is inspected. */
export class ExplainedError extends Error {
	readonly userMessage: ErrorMessage;
	readonly #build: (change: (details: Details) => Details) => ErrorMessage;

	constructor(
		table: MessageTable,
		readonly reason: string,
		details: Details,
	) {
		const userMessage = table[reason]!(...(details as never[]));
		super(userMessage.message);
		this.userMessage = userMessage;
		this.#build = (change) => table[reason]!(...(change(details) as never[]));
	}

	/** Builds the message from changed details. */
	messageWith(change: (details: Details) => Details): ErrorMessage {
		return this.#build(change);
	}
}
