import type { z } from 'zod/v4';
import { OperatorError, UsageError } from '../errors.ts';

/** @throws {UsageError} with the rule, if the value does not match the schema */
export function requireValid<Value>(schema: z.ZodType<Value>, value: unknown, rule: string): Value {
	const { data, error } = schema.safeParse(value);
	if (error !== undefined) {
		throw new UsageError(`${rule}.`);
	}
	return data;
}

/** @throws {OperatorError} if there is no such record; the message refers to the list of all */
export function requireFound<Found>(
	found: Found | undefined | false,
	kind: string,
	id: string,
	list = 'clients',
): Found {
	if (found === undefined || found === false) {
		throw new OperatorError(`There is no ${kind} ${id}. List the ${list} to see what there is.`);
	}
	return found;
}
