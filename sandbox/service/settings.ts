import { z } from 'zod/v4';
import { pageStyleNames, pageStyles } from './page-styles.ts';
import { findShape, shapesLike } from './shapes/find-shape.ts';

const MAX_PAGE_SIZE = 1_000_000;
/** More than the service can answer in a second. */
const MAX_REQUESTS = 10_000;
const TEN_YEARS_SECONDS = 315_360_000;
const FIRST_PAGE = { offset: 0, pageSize: 1, total: 0 };

/** Name of a scope: scope-token of RFC 6749, 3.3. */
export const scopeSchema = z
	.string()
	.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'a scope is one word of printable ASCII')
	.max(200);

const count = (maximum: number) => z.int().min(1).max(maximum);
const countOrNull = (maximum: number) => count(maximum).nullable().default(null);

/**
 * What the contract leaves open ("not shown") or optional, with defaults. README.md in this folder
 * lists the settings with the contract's words.
 */
export const settingsSchema = z
	.strictObject({
		like: z
			.string()
			.transform((name, context) => {
				const shape = findShape(name);
				if (shape === undefined) context.addIssue(explainUnknownShape(name));
				return shape?.name ?? z.NEVER;
			})
			.nullable()
			.default(null)
			.describe(
				'Public API whose responses to imitate, with made-up contacts of its form; the command "shapes" lists them. Page style, contacts form and default page size are then those of that API. null: none',
			),
		pageStyle: z
			.enum(pageStyleNames)
			.default('cursor')
			.describe('How further pages are requested; "single" has no further pages'),
		contactsForm: z
			.enum(['object', 'array'])
			.default('object')
			.describe('Whether the body is an object with the list or a bare array'),
		contactsKey: z.string().min(1).default('contacts').describe('Name of the member with the list'),
		pageMetadata: z
			.boolean()
			.default(true)
			.describe('Whether the object has the counters of the page style'),
		linkForm: z.enum(['absolute', 'relative']).default('absolute').describe('Form of next links'),
		defaultPageSize: count(MAX_PAGE_SIZE)
			.default(50)
			.describe('Page size of requests without pageSize'),
		maxPageSize: count(MAX_PAGE_SIZE).default(1000).describe('Largest pageSize'),
		fixedPageSize: countOrNull(MAX_PAGE_SIZE).describe(
			'Page size of all requests, whatever they ask for; null: as requested',
		),
		tooLargePageSize: z
			.enum(['clamp', 'refuse'])
			.default('clamp')
			.describe('Whether a larger pageSize is lowered to the maximum or rejected with 400'),
		tokenScopes: z
			.enum(['both', 'scope', 'scopes', 'none'])
			.default('both')
			.describe('Which of the two scope forms the token response has'),
		accessTokenLifetimeSeconds: countOrNull(TEN_YEARS_SECONDS).describe(
			'Lifetime of access tokens; null: they do not expire',
		),
		requestsPerSecond: countOrNull(MAX_REQUESTS).describe(
			'Maximum number of requests for contacts in any second, in each process that serves them; more get 429. null: no limit',
		),
		requestsAtATime: countOrNull(MAX_REQUESTS).describe(
			'Maximum number of concurrent requests for contacts, in each process that serves them; more get 429. null: no limit',
		),
		scopeEnforcement: z
			.enum(['off', 'claims', 'introspection'])
			.default('off')
			.describe(
				'How scopes are checked: not at all, by the claims of the JWT, or with /introspect',
			),
		requiredScope: scopeSchema.default('contacts.read').describe('Scope needed to list contacts'),
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
			message: 'a bare array cannot hold the cursor or link of this page style; use "object"',
		},
	)
	.refine(
		({ pageStyle, contactsKey }) =>
			!Object.keys(pageStyles[pageStyle].members(FIRST_PAGE, null)).includes(contactsKey),
		{
			path: ['contactsKey'],
			message: 'this page style has a member of the same name; use another one',
		},
	);

export type Settings = z.output<typeof settingsSchema>;

function explainUnknownShape(name: string): string {
	const similar = shapesLike(name).map((shape) => shape.name);
	const meant = similar.length > 0 ? ` Did you mean ${similar.join(', ')}?` : '';
	return `there is no API "${name}".${meant} The command "shapes" lists them`;
}

/** Lists the settings for people, with possible values and meaning. */
export function describeSettings() {
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

function describeValues({ type, enum: values, anyOf, minimum, maximum }: JsonSchema): string {
	if (anyOf !== undefined) return anyOf.map(describeValues).join(' or ');
	if (values !== undefined) return values.join(', ');
	return maximum === undefined ? String(type) : `${type}, ${minimum} to ${maximum}`;
}
