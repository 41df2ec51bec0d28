/**
 * An error for the person at the terminal: says what happened, then what to do. It is printed without
 * a stack; any other error is a bug and is printed with one.
 */
export class UserError extends Error {
	override readonly name = 'UserError';

	constructor(whatHappened: string, whatToDo: string, options?: ErrorOptions) {
		super(`${whatHappened}\n${whatToDo}`, options);
	}
}

/** Prints an error: only its message if it is a {@link UserError} or one of the operating system. */
export function printError(error: unknown) {
	const isExpected = error instanceof UserError || (error instanceof Error && 'syscall' in error);
	console.error(isExpected ? error.message : error);
}
