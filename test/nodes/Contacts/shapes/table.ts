import { cursorShapes } from './cursors';
import { headerShapes } from './headers';
import { homemadeShapes } from './homemade';
import { linkShapes } from './links';
import { offsetShapes } from './offsets';
import { pageShapes } from './pages';
import type { Shape } from './shape';

/** All shapes: those of public APIs by paging style, then the invented ones. */
export const shapes: Shape[] = [
	...cursorShapes,
	...linkShapes,
	...pageShapes,
	...offsetShapes,
	...headerShapes,
	...homemadeShapes,
];
