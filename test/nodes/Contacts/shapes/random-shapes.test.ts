import fc from 'fast-check';

import { numRuns } from '../../../support/numRuns';
import { compare } from './compare';
import { type Plan, plans } from './randomPlan';
import { shapeOf } from './randomShape';
import { type FetchPage, isListError, NO_BODY, readAll } from './reader';
import type { ShapeResponse } from '../../../../sandbox/service/shapes/shape.ts';

interface Exchange {
	url: URL;
	response: ShapeResponse;
}

/** More than 400 contacts in pages of 8 take, guesses included. */
const MAX_REQUESTS = 80;

/** The same services each time; `SHAPES_SEED` chooses others, to look for what these do not show. */
const SEED = Number(process.env.SHAPES_SEED ?? 1);

const results: Record<string, number> = {};

afterAll(() => void process.stdout.write(`Random shapes: ${JSON.stringify(results)}\n`));

it('never returns a part of a random list or repeated contacts without an error', async () => {
	await fc.assert(
		fc.asyncProperty(plans, async (plan) => {
			const { result, exchanges } = await list(plan);
			results[result] = (results[result] ?? 0) + 1;
			if (result !== 'whole' && result !== 'error') {
				throw new Error(`The list is ${result}:\n${exchanges.map(inALine).join('\n')}`);
			}
		}),
		{ numRuns: numRuns(20_000), seed: SEED },
	);
	expect(results.whole).toBeGreaterThan(0);
}, 120_000);

/** Lists all contacts of a service, and returns the outcome with a log of the requests. */
async function list(plan: Plan) {
	const shape = shapeOf(plan);
	const contacts = Array.from({ length: plan.total }, (_, n) => shape.contact(n));
	const exchanges: Exchange[] = [];
	const refusal = new Error('The service refused the request');
	const fetchPage: FetchPage = async (url) => {
		const response = shape.respond({ url }, contacts, plan.service);
		exchanges.push({ url, response });
		if (exchanges.length > MAX_REQUESTS) throw new Error('Endless');
		if ((response.status ?? 200) >= 400) throw refusal;
		return {
			body: response.body ?? NO_BODY,
			headers: new Headers(response.headers as Record<string, string>),
		};
	};
	const url = new URL(`https://api.example.com/v1/contacts?pageSize=${plan.pageSize}`);
	try {
		return { result: compare(await readAll(url, plan.pageSize, fetchPage), contacts), exchanges };
	} catch (error) {
		// Any other error is a bug.
		if (error !== refusal && !isListError(error)) throw error;
		return { result: 'error', exchanges };
	}
}

/** A line with a request and its response, with most contacts left out. */
function inALine({ url, response }: Exchange): string {
	const shortened = JSON.stringify(response, (_, value: unknown) =>
		Array.isArray(value) && value.length > 2 ? `${value.length} entries` : value,
	);
	return `${url.search} ${shortened}`;
}
