import {
	connectionTest,
	statusMessages,
	websiteMessage,
} from '../../../credentials/contactsApi/connectionTest';
import { formatMessage } from '../../../credentials/contactsApi/http/failureMessages';

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
		expect(Object.keys(statusMessages).map(Number)).toEqual([
			...[301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 407, 429, 500, 502, 503, 504],
		]);
		expect(connectionTest.rules).toEqual([
			...Object.entries(statusMessages).map(([status, words]) => ({
				type: 'responseCode',
				properties: { value: Number(status), message: formatMessage(words) },
			})),
			{
				type: 'responseSuccessBody',
				properties: { key: '0', value: '<', message: formatMessage(websiteMessage) },
			},
		]);
	});
});
