/** Lists contacts in n8n's engine from the sandbox's service, which answers like an API. */
import type { Shape } from '../../../../sandbox/service/shapes/shape.ts';
import { runContacts } from '../../../support/engine';
import { startTestService } from '../../../support/service';
import { compare, type Comparison } from './compare';
import { type Situation, situations } from './situations';

export interface ShapeServer {
	/** Lists all contacts of the shape in the situation; `endless` after more requests than that takes. */
	list: (shape: Shape, situation: Situation) => Promise<Comparison | 'error' | 'endless'>;
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
		list: async (shape, { pageSize, total, service: treatment }) => {
			service.configure({ like: shape.name, fixedPageSize: null, ...treatment });
			faults.set('/v1/contacts', { status: 400, skip: MAX_REQUESTS });
			requests.reset();
			const { outputs, error } = await runContacts({
				credentials: credentials.get(total)!,
				parameters: { returnAll: true, pageSize },
			});
			if (requests.contacts.count > MAX_REQUESTS) return 'endless';
			if (error) return 'error';
			const contacts = Array.from({ length: total }, (_, n) => shape.contact(n));
			const received = outputs[0]!.map(({ json }) => json);
			return compare(received, contacts, shape);
		},
		close: () => service.close(),
	};
}
