import { sendWith } from '../../../../../nodes/Contacts/operations/pageSource';
import { requestError, responseError } from '../../../../../nodes/Contacts/request/requestErrors';

const URL_OF_LIST = new URL('https://api.example.com/v1/contacts');

it.each<
	[Parameters<typeof requestError>[0] | 'notJson', status: number | undefined, refusals: object]
>([
	['refused', 422, { 1: 422, 2: 422 }],
	['redirected', 307, { 2: 307 }],
	['notJson', undefined, { 1: 200, 2: 200 }],
	['dropped', undefined, { 1: 0, 2: 0 }],
	['failed', 500, { 1: 500, 2: 500 }],
	['failed', 503, {}],
	['rateLimited', 429, {}],
	['canceled', undefined, {}],
])('A page that is %s, with %d, refuses these requests: %j', async (reason, status, refusals) => {
	const error =
		reason === 'notJson' ? responseError(reason, 1) : requestError(reason, 1, { status });
	const send = sendWith(async () => await Promise.reject(error));
	for (const [page, refusal] of Object.entries({ 1: undefined, 2: undefined, ...refusals })) {
		const answer = send(URL_OF_LIST, Number(page));
		if (refusal === undefined) await expect(answer).rejects.toBe(error);
		else expect(await answer).toEqual({ status: refusal, error });
	}
});
