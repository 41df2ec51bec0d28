/** What can be wrong with a page or its place in the list, and what a message says about it. */
export interface FailureDetails {
	// The response
	failedWithSuccess: [fields: string[]];
	noList: [keys: string[]];
	manyLists: [lists: string[]];
	notAListAt: [field: string, keys: readonly string[]];
	listMoved: [field: string, lists: string[]];
	notAContact: [position: number, list: string];
	tooManyContacts: [];
	// The next page
	endUnknown: [];
	signsUnread: [];
	nextUnknown: [];
	nextMalformed: [field: string];
	nextElsewhere: [origin: string];
	nextRepeated: [];
	pageRepeated: [];
	contactsRepeated: [count: number];
	positionUnexpected: [];
	listChanged: [];
	tooManyEmptyPages: [count: number];
	totalDiffers: [received: number, total: number];
}

/** A failure as data; `list/listErrors.ts` turns it into an error. */
export type Failure = {
	[Reason in keyof FailureDetails]: { reason: Reason; details: FailureDetails[Reason] };
}[keyof FailureDetails];

export function failure<Reason extends keyof FailureDetails>(
	reason: Reason,
	...details: FailureDetails[Reason]
): Failure {
	return { reason, details } as Failure;
}
