import { Discoveries } from '../../../../nodes/Contacts/list/discoveries';
import type { Way } from '../../../../nodes/Contacts/list/state';
import { listState, REQUEST } from './lists';

const URL_A = REQUEST.url;
const URL_B = new URL(`${REQUEST.url.href}&q=b`);
const WAY: Way = { kind: 'page', parameter: 'page', value: 2, first: 1 };

/** The list that is to ask. */
async function asker(discoveries: Discoveries, url = URL_A) {
	const found = await discoveries.find(url);
	if (typeof found === 'object' && 'settle' in found) return found;
	throw new Error('Another list has asked');
}

describe('Of several lists, one asks', () => {
	it('and the others wait for the way that it finds', async () => {
		const discoveries = new Discoveries();
		const first = await asker(discoveries);
		const others = [discoveries.find(URL_A), discoveries.find(URL_B)];
		first.settle(listState({ found: WAY }));
		expect(await Promise.all(others)).toEqual([WAY, WAY]);
	});

	it('and where it finds nothing, those of other addresses ask one after the other', async () => {
		const discoveries = new Discoveries();
		const first = await asker(discoveries);
		const order: string[] = [];
		const others = [URL_B, URL_A, URL_B].map(async (url) => {
			const found = await discoveries.find(url);
			order.push(typeof found === 'object' && 'settle' in found ? 'asks' : (found as string));
			if (typeof found === 'object' && 'settle' in found) found.settle(listState());
		});
		first.settle(listState());
		await Promise.all(others);
		expect(order.sort()).toEqual(['asks', 'nothing', 'nothing']);
	});
});
