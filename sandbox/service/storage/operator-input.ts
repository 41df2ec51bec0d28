import type { z } from 'zod/v4';
import { OperatorError, UsageError } from '../errors.ts';

/** @throws {UsageError} with the rule, when the value does not have the form */
export function requireForm<Value>(schema: z.ZodType<Value>, value: unknown, rule: string): Value {
	const { data, error } = schema.safeParse(value);
	if (error !== undefined) {
		throw new UsageError(`${rule}. Give it in this form.`);
	}
	return data;
}

/** @throws {OperatorError} that names the list to look at, when there is no such thing */
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
