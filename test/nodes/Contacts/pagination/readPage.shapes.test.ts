import { type SituationName, situations } from '../shapes/situations';
import { shapes } from '../../../../sandbox/service/shapes/table.ts';
import { fetchFrom, listRequest, readPageByPage, readWhole } from './pageByPage';

/** What Get Page may hand to a workflow for each page. */
const MAX_CONTINUATION = 2 * 1024;

const SAMPLE: SituationName[] = ['page size honored', 'cut to 17', 'exact multiple', 'seven only'];

describe.each(shapes)('$name', (shape) => {
	it.each(SAMPLE)('gives page by page what Return All gives: %s', async (name) => {
		const { pageSize, total, service } = situations.find((situation) => situation.name === name)!;
		const contacts = Array.from({ length: total }, (_, n) => shape.contact(n));
		const fetchPage = fetchFrom((request) => shape.respond(request, contacts, service));
		const whole = await readWhole(listRequest(pageSize), fetchPage);
		const paged = await readPageByPage(listRequest(pageSize), fetchPage);
		if (Array.isArray(whole)) {
			expect(paged.error?.message).toBeUndefined();
			expect(JSON.stringify(paged.contacts)).toBe(JSON.stringify(whole));
		} else {
			expect(paged.error?.reason).toBe(whole.reason);
		}
		const lengths = paged.continuations.map(({ length }) => length);
		expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(MAX_CONTINUATION);
	});
});
