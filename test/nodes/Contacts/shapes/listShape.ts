/** Lists contacts in n8n's engine from the sandbox's service, which answers like an API. */
import type { IDataObject } from 'n8n-workflow';

import { runContacts } from '../../../support/engine';
import { startTestService } from '../../../support/service';
import { compare, type Comparison } from './compare';
import type { Shape } from '../../../../sandbox/service/shapes/shape.ts';
import { type Situation, situations } from './situations';

/** `endless` means more requests than any list takes. */
export type Result = Comparison | 'error' | 'endless';

export interface Outcome {
	result: Result;
	requests: number;
	/** Number of contacts returned. */
	contacts: number;
	message?: string;
	description?: string;
	/** Options of the node that the error suggests. */
	suggestions: IDataObject[];
	hints: string[];
}

export interface ShapeServer {
	/** Returns all contacts of the shape in the situation, with the given options of the node. */
	list: (shape: Shape, situation: Situation, options?: IDataObject) => Promise<Outcome>;
	close: () => Promise<void>;
}

/** Enough for 430 contacts in pages of 10, and for guesses. */
const MAX_REQUESTS = 60;

export async function startShapeServer(): Promise<ShapeServer> {
	const service = await startTestService(1);
	const { operator, faults, requests } = service;
	// The service makes contacts of the shape up, as many as the organization has.
	const credentials = new Map<number, typeof service.credentials>();
	for (const total of new Set(situations.map((situation) => situation.total))) {
		const orgId = `org_of_${total}`;
		const client = operator.provisionClient({ orgId });
		if (total > 0) await operator.fillContacts({ orgId, count: total });
		credentials.set(total, { ...service.credentials, ...client });
	}

	return {
		list: async (shape, { pageSize, total, service: treatment }, options = {}) => {
			service.configure({ like: shape.name, fixedPageSize: null, ...treatment });
			faults.set('/v1/contacts', { status: 400, skip: MAX_REQUESTS });
			requests.reset();
			const { outputs, error, hints } = await runContacts({
				credentials: credentials.get(total)!,
				parameters: { returnAll: true, pageSize, options },
			});
			const { count } = requests.contacts;
			const contacts = Array.from({ length: total }, (_, n) => shape.contact(n));
			const received = (outputs[0] ?? []).map(({ json }) => json);
			const came = error ? 'error' : compare(received, contacts, shape);
			return {
				result: count > MAX_REQUESTS ? 'endless' : came,
				requests: count,
				contacts: received.length,
				message: error?.message,
				description: error?.description ?? undefined,
				suggestions: (error?.context?.suggestions ?? []) as IDataObject[],
				hints,
			};
		},
		close: () => service.close(),
	};
}
