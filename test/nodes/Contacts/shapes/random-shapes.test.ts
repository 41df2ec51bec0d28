import fc from 'fast-check';

import { runs } from '../../../support/runs';
import { readPageByPage, readWhole, type Service } from '../read';
import { type Plan, plans } from './randomPlan';
import { shapeOf } from './randomShape';
import { serve } from './serve';

/** How the lists ended that can be read, and those that nobody could read. */
const results: Record<'readable' | 'unreadable', Record<string, number>> = {
	readable: {},
	unreadable: {},
};

afterAll(() => void process.stdout.write(`Random shapes: ${JSON.stringify(results)}\n`));

it('of random lists, none is returned in part or with repeats, and most are whole', async () => {
	await fc.assert(
		fc.asyncProperty(plans, fc.constantFrom(readWhole, readPageByPage), async (plan, read) => {
			const { pageSize, total, service: sizes } = plan;
			const { service, exchanges } = recorded(serve(shapeOf(plan), total, sizes));
			const { result } = await read(service, { pageSize });
			const counts = results[isReadable(plan) ? 'readable' : 'unreadable'];
			counts[result] = (counts[result] ?? 0) + 1;
			if (result !== 'whole' && result !== 'error') {
				throw new Error(`The list is ${result}:\n${exchanges.join('\n')}`);
			}
		}),
		runs(4_000),
	);
	const { whole = 0, error = 0 } = results.readable;
	expect(whole / (whole + error)).toBeGreaterThanOrEqual(0.85);
}, 600_000);

/** Whether a service that takes a cursor sends one, in whatever form. */
function isReadable({ by, signs, headers }: Plan): boolean {
	return (
		by !== 'cursor' ||
		signs.some(({ kind }) => kind === 'next' || kind === 'nextLink') ||
		headers.some((kind) => kind === 'next' || kind === 'link')
	);
}

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
