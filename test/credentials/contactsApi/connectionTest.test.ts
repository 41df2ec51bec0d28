import {
	connectionTest,
	statusMessages,
	websiteMessage,
} from '../../../credentials/contactsApi/connectionTest';
import { formatMessage } from '../../../credentials/contactsApi/explainedError';

describe("The credential's test", () => {
	it('lists one contact, follows no redirect, and reads text, to which rules always apply', () => {
		expect(connectionTest.request).toEqual({
			baseURL: '={{ $credentials.baseUrl }}',
			url: '/v1/contacts',
			qs: { pageSize: 1 },
			disableFollowRedirect: true,
			encoding: 'text',
		});
	});

	it('has a rule for each status that needs one, and for a website', () => {
		const statuses = [
			...[301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 407, 429, 500, 502, 503, 504],
		].map((value) => ({
			type: 'responseCode',
			properties: { value, message: formatMessage(statusMessages[value]!) },
		}));
		expect(statusMessages[404]!.message).toBe(
			"Nothing was found at 'Base URL' followed by /v1/contacts (404)",
		);
		const website = { key: '0', value: '<', message: formatMessage(websiteMessage) };
		expect(connectionTest.rules).toEqual([
			...statuses,
			{ type: 'responseSuccessBody', properties: website },
		]);
	});
});
