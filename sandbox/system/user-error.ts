/**
 * What stopped the sandbox, for the person at the terminal: what happened, then what to do about it.
 * Its message is printed as it is; any other error is a defect and is printed with its stack.
 */
export class UserError extends Error {
	override readonly name = 'UserError';

	constructor(whatHappened: string, whatToDo: string, options?: ErrorOptions) {
		super(`${whatHappened}\n${whatToDo}`, options);
	}
}
