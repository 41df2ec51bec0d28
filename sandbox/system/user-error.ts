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
