import fc from 'fast-check';

import { numRuns, runs } from '../../../support/runs';
import { readPageByPage, readWhole, type Service } from '../read';
import { plans } from './randomPlan';
import { shapeOf } from './randomShape';
import { serve } from './serve';

/** How the lists ended. */
const results: Record<string, number> = {};

afterAll(() => void process.stdout.write(`Random shapes: ${JSON.stringify(results)}\n`));

it('of random lists, none is returned in part or with repeats, and most are whole', async () => {
	await fc.assert(
		fc.asyncProperty(plans, fc.constantFrom(readWhole, readPageByPage), async (plan, read) => {
			const { pageSize, total, service: sizes } = plan;
			const { service, exchanges } = recorded(serve(shapeOf(plan), total, sizes));
			const { result } = await read(service, { pageSize });
			results[result] = (results[result] ?? 0) + 1;
			if (result !== 'whole' && result !== 'error') {
				throw new Error(`The list is ${result}:\n${exchanges.join('\n')}`);
			}
		}),
		// A hundredth in a plain run.
		runs(numRuns(20_000)),
	);
	const { whole = 0, error = 0 } = results;
	// Some take a cursor and never send one.
	expect(whole / (whole + error)).toBeGreaterThanOrEqual(0.85);
}, 600_000);

/** A line for each request and its response, with most contacts left out. */
function recorded(service: Service) {
	const exchanges: string[] = [];
	const respond: Service['respond'] = (request) => {
		const response = service.respond(request);
		const shortened = JSON.stringify(response, (_, value: unknown) =>
			Array.isArray(value) && value.length > 2 ? `${value.length} entries` : value,
		);
		exchanges.push(`${request.url.search} ${shortened}`);
		return response;
	};
	return { service: { ...service, respond }, exchanges };
}
