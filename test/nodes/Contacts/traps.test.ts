/** Reads the lists that are made to trap the end of a list. */
import { type Read, reads } from './read';
import { serviceOf, type Trap, traps } from './traps';

/** Which lists come out in part without a word, and why. */
const KNOWN: Array<{ reason: string; isOf: (trap: Trap) => boolean }> = [
	{
		reason: 'The service says that the list ends; it says otherwise when asked for fewer.',
		isOf: (trap) => trap.kind === 'the end where fewer came than requested' && isCut(trap),
	},
	{
		reason:
			'A page says nothing, and has no cursor; the page size is fixed, so that none ever comes.',
		isOf: (trap) =>
			trap.kind === 'more by a look-ahead that the cap cuts' &&
			trap.style === 'cursors' &&
			trap.isFixed &&
			isCut(trap),
	},
	{
		reason: 'Two pages of 50 are as many as the total says.',
		isOf: ({ kind, style, pageSize, count }) =>
			kind === 'a total of up to 100' &&
			(style === 'camel case' || style === 'links') &&
			pageSize === 50 &&
			count === 125,
	},
];

/** Whether the first page has neither all contacts nor as many as requested. */
const isCut = ({ cap, pageSize, count }: Trap) => cap < Math.min(pageSize, count);

it.each(Object.keys(reads) as Read[])(
	'%s falls into the known traps, and no others',
	async (read) => {
		const silent: string[] = [];
		for (const trap of traps) {
			const { result } = await reads[read](serviceOf(trap), { pageSize: trap.pageSize });
			if (result !== 'whole' && result !== 'error') silent.push(nameOf(trap));
		}
		const known = traps.filter((trap) => KNOWN.some(({ isOf }) => isOf(trap)));
		expect(silent).toEqual(known.map(nameOf));
	},
);

function nameOf({ kind, style, count, isFixed, cap, pageSize }: Trap): string {
	const pages = `${isFixed ? 'fixed at' : 'of up to'} ${cap}`;
	return `${kind} (${style}): ${count} contacts in pages ${pages}, requested by ${pageSize}`;
}
