import { cursorShapes } from './cursors.ts';
import { headerShapes } from './headers.ts';
import { homemadeShapes } from './homemade.ts';
import { linkShapes } from './links.ts';
import { offsetShapes } from './offsets.ts';
import { pageShapes } from './pages.ts';
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
