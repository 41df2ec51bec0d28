import type { Page } from '../../../sandbox/service/shapes/shape.ts';
import { compile, type Template } from '../../../sandbox/service/shapes/template.ts';

let requests = 0;

/**
 * A body with values that differ in every response: `{requestId}`, `{now}` (ISO 8601), `{seconds}` (Unix
 * time), `{took}` (milliseconds), and `{quota}` (requests that remain).
 */
export function changing(template: Template): (page: Page) => unknown {
	const fill = compile(template);
	return (page) => fill(Object.assign(Object.create(page) as Page, nextNoise()));
}

function nextNoise() {
	requests += 1;
	const time = Date.UTC(2025, 0, 1) + requests * 1_370;
	return {
		requestId: `${(requests * 2_654_435_761) % 4_294_967_296}-${requests}`,
		now: new Date(time).toISOString(),
		seconds: Math.floor(time / 1_000),
		took: 3 + ((requests * 7) % 50),
		quota: 100_000 - requests,
	};
}
