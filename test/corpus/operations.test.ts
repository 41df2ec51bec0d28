/** Lists the emulated list operations of public APIs in several situations. */
import { load } from '../../sandbox/corpus/corpus.ts';
import type { CorpusService } from '../../sandbox/corpus/service.ts';
import { someOf } from '../support/runs';
import { type Read, reads } from './read';
import {
	isSilent,
	readAll,
	readAsSuggested,
	type Reading,
	reported,
	shareOfWhole,
} from './readings';

/** What holds at least, or at most. */
const LIMITS = {
	/** Share of the operations with pages that are read whole in every situation. */
	whole: 0.94,
	/** Errors among the lists that are complete on one page, where that can be known. */
	falseAlarms: 0.019,
	/** Requests beyond the least, where the last page does not state the end. */
	extraRequestsIfLinked: { median: 1, most: 24 },
	extraRequests: { median: 3, most: 24 },
};

/** Have two lists, and neither name shows which one has the contacts. */
const AMBIGUOUS = ['brandlovers.com /orders', 'deutschebahn.com /bookingproposals'];

/** Get Page requests the page again that the search for the way has brought. */
const REQUESTED_TWICE = { List: 0, 'Get Page': 1 };

const ON_ONE_PAGE = ['all on one page', 'empty', 'seven only'];

/** Situations that stand for the others. */
const ADVISED = ['page size honored', 'cut to 17', 'seven only'];

const PLAIN = ['page', 'offset', 'skip', 'start'];

const operations = load('operations');
const services = someOf(operations, operations.length / 2);
let all: Reading[];

beforeAll(async () => {
	all = await readAll(services);
});

const isPaged = ({ description }: CorpusService) => description.pagedBy.length > 0;

/** Whether responses link to the next page, or say anything else of which its place or the end follows. */
const hasLinks = uses('nextLink');
const saysAnything = uses(
	'(nextLink|previousLink|lastLink|next|last|total|size|count|number|pages|lastPage|start|end|hasMore|isLast)',
);

function uses(value: string) {
	const pattern = new RegExp(`\\{${value}[ .}]`);
	return ({ description }: CorpusService) => pattern.test(JSON.stringify(description.responses));
}

describe.each(Object.keys(reads) as Read[])('%s', (read) => {
	const readings = () =>
		all.filter(({ shape, ...reading }) => reading.read === read && !shape.description.unreadable);
	const paged = () => readings().filter(({ shape }) => isPaged(shape));

	it('reads most operations whole in every situation', () => {
		expect(shareOfWhole(paged())).toBeGreaterThanOrEqual(LIMITS.whole);
	});

	it('never returns a part of a list without an error', () => {
		expect(readings().filter(isSilent).map(reported)).toEqual([]);
	});

	it('rarely fails on a list that is complete on one page', () => {
		const complete = readings().filter(isCompleteOnOnePage);
		const alarms = complete.filter(({ result }) => result === 'error');
		expect(alarms.length / complete.length).toBeLessThanOrEqual(LIMITS.falseAlarms);
	});

	it('reads all services that say nothing but take page, offset, skip or start', () => {
		const failed = paged()
			.filter(({ shape }) => !saysAnything(shape) && !AMBIGUOUS.includes(shape.name))
			.filter(({ shape }) => PLAIN.includes(shape.description.pagedBy[0]!.parameter))
			.filter(({ result }) => result !== 'whole');
		expect(failed.map(reported)).toEqual([]);
	});

	it('suggests settings that lead to the whole list or to an error', async () => {
		const failed = paged().filter((one) => one.advice && ADVISED.includes(one.situation.name));
		const suggested = await Promise.all(failed.map(readAsSuggested));
		expect(suggested.flat().filter(isSilent).map(reported)).toEqual([]);
	});

	it.each([
		['with links', true, LIMITS.extraRequestsIfLinked],
		['without links', false, LIMITS.extraRequests],
	])('sends hardly more requests than pages, %s', (_name, isLinked, { median, most }) => {
		const extra = paged()
			.filter(({ result }) => result === 'whole')
			.filter(({ shape }) => hasLinks(shape) === isLinked)
			.map((reading) => reading.requests.length - leastRequests(reading) - REQUESTED_TWICE[read])
			.sort((a, b) => a - b);
		expect(extra[Math.floor(extra.length / 2)]).toBeLessThanOrEqual(median);
		expect(extra.at(-1)).toBeLessThanOrEqual(most);
	});
});

it('Get Page fails as List does', () => {
	const failuresWith = (read: Read) =>
		all.filter((one) => one.read === read).map((one) => comparable(one));
	const [list, page] = [failuresWith('List'), failuresWith('Get Page')];
	const both = list.map((_, at) => at).filter((at) => list[at]!.message && page[at]!.message);
	expect(both.map((at) => page[at])).toEqual(both.map((at) => list[at]));
});

/** Each call of Get Page has requests and a trace of its own: its pages are those of the page size. */
function comparable(reading: Reading) {
	const { unreadFields, suggestions } = reading.advice ?? {};
	const { shape, situation, message } = reported(reading);
	return { shape, situation, message, unreadFields, suggestions };
}

/** Whether one page has all contacts, and its response or its length shows it. */
function isCompleteOnOnePage({ shape, situation }: Reading): boolean {
	const isOnOnePage = !isPaged(shape) || ON_ONE_PAGE.includes(situation.name);
	return isOnOnePage && (saysAnything(shape) || situation.total < situation.pageSize);
}

/** Requests that a reader who knows the service would send for all pages. */
function leastRequests({ situation: { total, pageSize, service } }: Reading): number {
	const size = service.fixedPageSize ?? Math.min(pageSize, service.maxPageSize);
	return Math.max(1, Math.ceil(total / size));
}
