import { oddShapes } from './odd.ts';
import { plainShapes } from './plain.ts';
import type { Shape } from './shape.ts';
import { shapes } from './table.ts';

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
