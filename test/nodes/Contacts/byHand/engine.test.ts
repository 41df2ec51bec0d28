/** Random services with right and wrong settings, in n8n's engine over HTTP. */
import fc from 'fast-check';

import { runContacts } from '../../../support/engine';
import { respond } from '../../../support/rawServer';
import { runs } from '../../../support/runs';
import { readWhole } from '../read';
import { stubApi } from '../stubApi';
import { type Plan, plans, serviceOf } from './randomService';

const stub = stubApi();

/** Each mode takes those of the settings that it has. */
const rightSettings = ({ by, parameter, first, next }: Plan) => ({
	mode: by === 'page' ? ('pageNumber' as const) : by === 'link' ? ('nextLink' as const) : by,
	pageParameter: parameter,
	offsetParameter: parameter,
	cursorParameter: parameter,
	firstPage: first,
	firstOffset: first,
	lastContactField: 'id',
	cursorField: next.name,
	nextLinkField: next.name,
});

const wrongSettings = fc.record(
	{
		mode: fc.constantFrom('cursor', 'lastContact', 'linkHeader', 'nextLink', 'offset'),
		pageParameter: fc.constantFrom('page', 'misspelled'),
		cursorField: fc.constantFrom('version', 'misspelled'),
		firstPage: fc.constantFrom(0, 1, 2),
		firstOffset: fc.constantFrom(0, 1),
	},
	{ requiredKeys: [] },
);

// byHand.test.ts checks that this is the whole list or an error, and knows the exceptions.
it('The list, or the error, is the same as without the engine', async () => {
	const property = fc.asyncProperty(plans, wrongSettings, async (plan, wrong) => {
		const { pageSize } = plan;
		const service = serviceOf(plan);
		stub.answerWith((socket, n) => {
			const url = new URL(stub.api.requests[n]!.split(' ')[1]!, stub.api.url);
			const { status = 200, headers, body } = service.respond({ url });
			respond(status, JSON.stringify(body), headers)(socket, n);
		});
		for (const settings of [rightSettings(plan), { ...rightSettings(plan), ...wrong }]) {
			const read = await readWhole(service, { pageSize, pagination: settings });
			const parameters = { returnAll: true, pageSize, options: { pagination: { settings } } };
			const run = await runContacts({ credentials: stub.credentials(), parameters });
			const contacts = run.error ? read.contacts : run.outputs[0]!.map(({ json }) => json);
			expect([run.error?.message, contacts]).toEqual([read.message, read.contacts]);
		}
	});
	await fc.assert(property, runs(200));
}, 120_000);
