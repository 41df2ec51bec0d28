import {
	apiRequest,
	failureMessage,
} from '../../../../credentials/contactsApi/http/failureMessages';

const words = apiRequest('page 3');

// The tables in docs/troubleshooting.md have the messages, word for word.
describe('The message about a failed request', () => {
	it('has no status of a proxy', () => {
		expect(failureMessage('proxyRefused', words, { status: 407 })).not.toHaveProperty('httpCode');
	});

	it.each([
		[0, 'in a minute'],
		[1, 'in 1 second'],
		[1_000, 'in 1 second'],
		[1_001, 'in 2 seconds'],
		[119_000, 'in 119 seconds'],
		[119_200, 'in 2 minutes'],
		[7_199_000, 'in 120 minutes'],
		[7_200_000, 'in 2 hours'],
		[604_800_000, 'in 168 hours'],
		[604_800_001, 'later'],
		[Infinity, 'later'],
	])('says when to try again: after %d ms, %s', (retryAfterMs, expected) => {
		const { description } = failureMessage('rateLimited', words, { status: 429, retryAfterMs });
		expect(description).toBe(`Try again ${expected}.`);
	});

	it.each([
		['timedOut', { waitedMs: 60_400 }, ' within 60 seconds'],
		['tooLarge', { maxBytes: 1_048_576 }, ' larger than 1 MiB'],
	] as const)('rounds in %s: %j', (reason, details, expected) => {
		expect(failureMessage(reason, words, details).message.endsWith(expected)).toBe(true);
	});
});
