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

/** An error of this package. Its message has both parts: the credential's test shows nothing else. */
export class ExplainedError extends Error {
	constructor(
		readonly reason: string,
		readonly userMessage: ErrorMessage,
	) {
		super(formatMessage(userMessage));
	}
}
