import type { Way } from '../../../../../nodes/Contacts/paginate';
import { readWhole } from '../../../../corpus/read';
import { paged } from '../../../../corpus/services';
import { page } from '../../../../corpus/positions';

it('The lists of a run use a page number that another list has found', async () => {
	const service = paged(60, page('pageNo', 1), {}, { refuses: false, body: '{list}' });
	const ways: Way[] = [];
	const counts: number[] = [];
	for (const query of ['', 'n=2', 'n=3']) {
		const { result, requests } = await readWhole(service, { pageSize: 20, query, ways });
		expect(result).toBe('whole');
		counts.push(requests.length);
	}
	const [first, ...others] = counts;
	expect(others).toEqual([6, 6]);
	expect(first).toBeGreaterThan(6);
});
