/**
 * Services written from their documentation alone, without a look at the reader, to measure it with. They
 * are not to be changed to suit it.
 */
import { cursorServices } from './services-1';
import { lastIdServices, linkServices } from './services-2';
import { pageServices } from './services-3';
import { offsetServices } from './services-4';
import { homemadeServices } from './services-5';

export const services = [
	...cursorServices,
	...linkServices,
	...lastIdServices,
	...pageServices,
	...offsetServices,
	...homemadeServices,
];
