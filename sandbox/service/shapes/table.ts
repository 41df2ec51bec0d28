import { cursorShapes } from './cursors.ts';
import { headerShapes } from './headers.ts';
import { homemadeShapes } from './homemade.ts';
import { linkShapes } from './links.ts';
import { oddShapes } from './odd.ts';
import { offsetShapes } from './offsets.ts';
import { pageShapes } from './pages.ts';
import { plainShapes } from './plain.ts';
import type { Shape } from './shape.ts';

/** All shapes: those of public APIs by paging style, then the invented ones. */
export const shapes: Shape[] = [
	...cursorShapes,
	...linkShapes,
	...pageShapes,
	...offsetShapes,
	...headerShapes,
	...homemadeShapes,
];

/** Everything that the service can be like, under different names. */
export const allShapes: Shape[] = [...plainShapes, ...shapes, ...oddShapes];

/** @returns the shape with this name, in upper or lower case */
export function findShape(name: string): Shape | undefined {
	return allShapes.find((shape) => shape.name.toLowerCase() === name.toLowerCase());
}

/** @returns the shapes whose names contain the text, or a word of it */
export function shapesLike(text: string): Shape[] {
	const words = text.toLowerCase().split(/\W+/).filter(Boolean);
	return allShapes.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)));
}
