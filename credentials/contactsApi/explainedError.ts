/** An error as the user reads it. */
export interface ErrorMessage {
	/** What happened. */
	message: string;
	/** What to do. */
	description: string;
	/** Set when the server answered with an error status. */
	httpCode?: string;
}

/** Splits a text: its first sentence says what happened, the others what to do. */
export function toMessage(text: string): ErrorMessage {
	const end = text.indexOf('. ');
	return { message: text.slice(0, end), description: text.slice(end + 2) };
}

/** The opposite of `toMessage`. */
export function formatMessage({ message, description }: ErrorMessage): string {
	return `${message}. ${description}`;
}

/** Texts by the reason of a failure, built from its details. */
type MessageTable = Record<string, (...details: never[]) => string | ErrorMessage>;

/** An error with a message of this package. Its details do not show when it is inspected. */
export abstract class ExplainedError extends Error {
	readonly userMessage: ErrorMessage;
	readonly #details: readonly unknown[];

	protected constructor(
		table: MessageTable,
		readonly reason: string,
		details: readonly unknown[],
	) {
		const built = table[reason]!(...(details as never[]));
		const userMessage = typeof built === 'string' ? toMessage(built) : built;
		super(userMessage.message);
		this.userMessage = userMessage;
		this.#details = details;
	}

	/** Builds the same error from changed details. */
	copyWith(change: (details: readonly unknown[]) => readonly unknown[]): this {
		const Copy = this.constructor as new (...args: unknown[]) => this;
		return new Copy(this.reason, ...change(this.#details));
	}
}
