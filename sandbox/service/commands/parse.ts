import { InvalidArgumentError } from 'commander';

/** Parsers of option values. Commander prints their errors with the name of the option. */

export function parsePort(text: string): number {
	const port = parseWholeNumber(text);
	if (port > 65_535) {
		throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
	}
	return port;
}

export function parseWholeNumber(text: string): number {
	if (!/^[0-9]+$/.test(text)) {
		throw new InvalidArgumentError('Give a whole number, in digits.');
	}
	return Number(text);
}

export function parseShare(text: string): number {
	const share = Number(text);
	if (text.trim() === '' || !(share >= 0 && share <= 1)) {
		throw new InvalidArgumentError('Give a number from 0 to 1, such as 0.2.');
	}
	return share;
}
