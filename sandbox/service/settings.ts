import { z } from 'zod/v4';
import { UserError } from '../system/user-error.ts';
import { findService, servicesLike } from '../corpus/corpus.ts';
import type { Database } from './storage/database.ts';

/** The shape of a service that is like no API in particular. */
export const DEFAULT_SHAPE = 'Plain: cursor';

/** Name of a scope: scope-token of RFC 6749, 3.3. */
export const scopeSchema = z
	.string()
	.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'a scope is one word of printable ASCII')
	.max(200);

/** A response with as many contacts still fits into memory. */
const pageSize = z.int().min(1).max(100_000);

/** Dates far in the future cannot be expressed in a token. */
const TEN_YEARS_SECONDS = 10 * 365 * 24 * 60 * 60;

/**
 * What the contract leaves open ("not shown") or optional, with defaults. README.md in this folder
 * lists the settings with the contract's words.
 */
export const settingsSchema = z.strictObject({
	like: z
		.string()
		.transform((name, context) => {
			const shape = findService(name);
			if (shape === undefined) context.addIssue(explainUnknownShape(name));
			return shape?.name ?? z.NEVER;
		})
		.prefault(DEFAULT_SHAPE)
		.describe('Shape of the list, such as that of a public API; the command "shapes" lists them'),
	maxPageSize: pageSize.default(1000).describe('Number to which a larger pageSize is lowered'),
	fixedPageSize: pageSize
		.nullable()
		.default(null)
		.describe('Page size of all requests, whatever they ask for; null: as requested'),
	tokenScopes: z
		.enum(['both', 'scope', 'scopes', 'none'])
		.default('both')
		.describe('Which scope forms the token response has: both, scope, scopes or none'),
	accessTokenLifetimeSeconds: z
		.int()
		.min(1)
		.max(TEN_YEARS_SECONDS)
		.nullable()
		.default(null)
		.describe('Lifetime of access tokens, at most ten years; null: they do not expire'),
	scopeEnforcement: z
		.enum(['off', 'claims', 'introspection'])
		.default('off')
		.describe('How scopes are checked: off, claims (of the JWT) or introspection'),
});

export type Settings = z.output<typeof settingsSchema>;

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Stores settings in the database, so that a change applies to a running service at once. */
export function createSettingsStore({ read, write }: Database) {
	const current = (): Settings => {
		// Settings of an earlier version may not be valid any more, such as a shape that was renamed.
		const { data } = settingsSchema.safeParse(read('settings') ?? {});
		return data ?? settingsSchema.parse({});
	};
	return {
		current,
		/**
		 * Changes the given settings and keeps the others. @returns all settings
		 *
		 * @throws {UserError} naming each setting that is unknown or has an invalid value
		 */
		change(changes: Partial<Settings>): Settings {
			const { data, error } = settingsSchema.safeParse({ ...current(), ...changes });
			if (error !== undefined) {
				throw new UserError('These settings are invalid.', z.prettifyError(error));
			}
			write('settings', data);
			return data;
		},
	};
}

function explainUnknownShape(name: string): string {
	const similar = servicesLike(name).map((service) => service.name);
	const meant = similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : '';
	return `there is no API "${name}".${meant} The command "shapes" lists them`;
}
