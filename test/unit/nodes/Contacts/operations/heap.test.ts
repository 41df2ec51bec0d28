import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { readList } from '../../../../../nodes/Contacts/operations/readPages';
import { type Contact, listRequest, sourceOf } from '../../../../corpus/read';
import { contactsOf } from '../../../../corpus/services';

it('A list keeps only what is selected of a contact once the next page is read', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const whole: Array<WeakRef<object>> = [];
	let kept = 0;
	const respond = async ({ number }: { number: number }) => {
		// WeakRefs that were just dereferenced stay alive until the next turn of the event loop.
		await new Promise(setImmediate);
		collectGarbage();
		// The previous page is still compared with this one, and the first one may be asked for again.
		kept += whole.slice(20, 20 * (number - 2)).filter((contact) => contact.deref()).length;
		const list = contactsOf(20, 20 * number);
		whole.push(...list.map((contact) => new WeakRef(contact)));
		return { body: { list, next: number < 7 ? `?page=${number + 1}` : null } };
	};
	const { source } = sourceOf({ respond }, listRequest({ pageSize: 20 }));
	const { contacts } = await readList(source, true, ({ id }: Contact) => ({ id }));
	expect(contacts).toHaveLength(140);
	// The stack may hold a page at times; kept pages would be 200 contacts.
	expect(kept).toBeLessThanOrEqual(40);
});
