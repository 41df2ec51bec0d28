import { z } from 'zod/v4';
import type { Database } from './storage/database.ts';
import { OperatorError } from './errors.ts';
import { pageStyleNames, pageStyles } from './hosts/page-styles.ts';

/**
 * What the contract leaves open ("not shown") or optional, and the choice that holds until the
 * operator makes another. README.md beside this file lists them with the contract's words.
 */
export const settingsSchema = z
	.strictObject({
		pageStyle: z
			.enum(pageStyleNames)
			.default('cursor')
			.describe('How further pages are requested; "single" has no further pages'),
		contactsForm: z
			.enum(['object', 'array'])
			.default('object')
			.describe('The body is an object that holds the list, or the bare list'),
		contactsKey: z.string().min(1).default('contacts').describe('Where the list is in the object'),
		pageMetadata: z
			.boolean()
			.default(true)
			.describe('The object also holds the counters that go with the page style'),
		linkForm: z.enum(['absolute', 'relative']).default('absolute').describe('Form of next links'),
		defaultPageSize: z.int().min(1).default(50).describe('Contacts on a page without pageSize'),
		maxPageSize: z.int().min(1).max(1_000_000).default(1000).describe('Largest pageSize'),
		tooLargePageSize: z
			.enum(['clamp', 'refuse'])
			.default('clamp')
			.describe('A pageSize over the maximum is lowered to it, or answered with 400'),
		tokenScopes: z
			.enum(['both', 'scope', 'scopes', 'none'])
			.default('both')
			.describe('Which of the two scope forms the token response has'),
		accessTokenLifetimeSeconds: z
			.int()
			.min(1)
			.nullable()
			.default(null)
			.describe('null: access tokens do not expire'),
		scopeEnforcement: z
			.enum(['off', 'claims', 'introspection'])
			.default('off')
			.describe("Scopes are not checked, read from the JWT's claims, or asked at /introspect"),
		requiredScope: z.string().min(1).default('contacts.read').describe('Needed to list contacts'),
		inactiveClientTokens: z
			.enum(['issue', 'refuse'])
			.default('issue')
			.describe('Whether a client that is not active still gets access tokens'),
		errorForm: z
			.enum(['problem', 'json', 'text', 'empty'])
			.default('problem')
			.describe('Error bodies: RFC 9457 problem details, {error, message}, plain text, none'),
	})
	.refine(
		(settings) =>
			settings.contactsForm === 'object' || !['cursor', 'nextLink'].includes(settings.pageStyle),
		{
			path: ['contactsForm'],
			message:
				'a bare array has no room for what this page style puts beside the list; use "object"',
		},
	)
	.refine(({ pageStyle, contactsKey }) => !(contactsKey in pageStyles[pageStyle].memberSchemas), {
		path: ['contactsKey'],
		message: 'this page style has another member of this name; use another one',
	})
	.refine((settings) => settings.defaultPageSize <= settings.maxPageSize, {
		path: ['defaultPageSize'],
		message: 'must not be larger than maxPageSize',
	});

export type Settings = z.output<typeof settingsSchema>;

export interface SettingsStore {
	/** The settings in force; the same object until one of them changes, in whatever process. */
	current(): Settings;
	/**
	 * Changes the given settings and keeps the others.
	 *
	 * @throws {OperatorError} naming each setting that is unknown or has a value that does not fit
	 */
	change(changes: Partial<Settings>): Settings;
}

/** Settings kept in the database, so that a change by one process holds in all others at once. */
export function createSettingsStore(database: Database): SettingsStore {
	const select = database.prepare('SELECT document FROM settings');
	const update = database.prepare(
		'INSERT INTO settings (id, document) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
	);
	let loaded = { text: '', settings: settingsSchema.parse({}) };

	const current = () => {
		const text = (select.get()?.['document'] as string | undefined) ?? '{}';
		if (text !== loaded.text) {
			loaded = { text, settings: parseSettings(JSON.parse(text)) };
		}
		return loaded.settings;
	};

	return {
		current,
		change: (changes) =>
			database.transaction(() => {
				const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
				const settings = parseSettings({ ...current(), ...Object.fromEntries(defined) });
				update.run(JSON.stringify(settings));
				return current();
			}),
	};
}

function parseSettings(values: unknown): Settings {
	const result = settingsSchema.safeParse(values);
	if (!result.success) {
		const problems = result.error.issues.map((issue) =>
			[issue.path.join('.'), issue.message].filter(Boolean).join(': '),
		);
		throw new OperatorError(`These settings do not fit. ${problems.join('; ')}`);
	}
	return result.data;
}

/** What there is to set, for people: possible values and meaning. */
export function describeSettings(): Array<{
	name: keyof Settings;
	values: string;
	description: string;
}> {
	const { properties = {} } = z.toJSONSchema(settingsSchema, { io: 'input' });
	return Object.entries(properties).map(([name, property]) => {
		const { description = '', ...schema } = property as JsonSchema;
		return { name: name as keyof Settings, values: describeValues(schema), description };
	});
}

interface JsonSchema {
	description?: string;
	type?: string;
	enum?: string[];
	minimum?: number;
	maximum?: number;
	anyOf?: JsonSchema[];
}

function describeValues({ type, enum: values, anyOf, minimum }: JsonSchema): string {
	if (anyOf !== undefined) {
		return anyOf.map(describeValues).join(' or ');
	}
	if (values !== undefined) {
		return values.join(', ');
	}
	return minimum === undefined ? String(type) : `${type}, at least ${minimum}`;
}
