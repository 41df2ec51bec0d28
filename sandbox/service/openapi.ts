import { z } from 'zod/v4';
import { type HttpErrorCode, httpErrors } from './errors.ts';
import { listQuerySchema, listResponseSchema } from './hosts/api-host.ts';
import {
	introspectionRequestSchema,
	introspectionResponseSchema,
	tokenRequestSchema,
	tokenResponseSchema,
} from './hosts/authorization-host.ts';
import { errorBodies, retryAfterSeconds } from './hosts/error-bodies.ts';
import { pageStyles } from './page-styles.ts';
import { routes } from './routes.ts';
import type { Settings } from './settings.ts';

type Json = Record<string, unknown>;

/**
 * Describes the service with these settings in OpenAPI 3.1. The schemas are those that validate
 * requests and serialize responses.
 */
export function describeService(
	settings: Settings,
	{ authUrl, baseUrl }: { authUrl: string; baseUrl: string },
): Json {
	return {
		openapi: '3.1.0',
		info: {
			title: 'Contacts service',
			version: '1',
			description:
				'A stand-in for the Contacts API. Settings decide what the contract does not show.',
		},
		paths: {
			[routes.token]: {
				servers: [{ url: authUrl, description: 'Authorization host' }],
				post: {
					operationId: 'exchangeRefreshToken',
					summary: 'Exchange refresh token for access token',
					security: [],
					requestBody: requestBody('application/json', tokenRequestSchema),
					responses: {
						200: jsonResponse('An access token', tokenResponseSchema(settings)),
						...errorResponses(settings, ['invalid_credentials', ...bodyErrors]),
					},
				},
			},
			[routes.introspect]: {
				servers: [{ url: authUrl, description: 'Authorization host' }],
				post: {
					operationId: 'introspectAccessToken',
					summary: 'Check a token and its scopes, as in RFC 7662',
					security: [{ resourceServer: [] }],
					requestBody: requestBody('application/x-www-form-urlencoded', introspectionRequestSchema),
					responses: {
						200: jsonResponse('State of the token', introspectionResponseSchema),
						...errorResponses(settings, ['invalid_resource_server', ...bodyErrors]),
					},
				},
			},
			[routes.contacts]: {
				servers: [{ url: baseUrl, description: 'API host' }],
				get: {
					operationId: 'listContacts',
					summary: 'List contacts',
					security: [{ accessToken: [] }],
					parameters: queryParameters(settings),
					responses: {
						200: {
							...jsonResponse('A page of contacts', listResponseSchema(settings)),
							...(pageStyles[settings.pageStyle].linkHeader ? { headers: linkHeader } : {}),
						},
						...errorResponses(settings, [...listErrors, ...limitErrors(settings)]),
					},
				},
			},
		},
		components: {
			securitySchemes: {
				accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
				resourceServer: { type: 'http', scheme: 'basic' },
			},
		},
	};
}

const bodyErrors: HttpErrorCode[] = [
	'invalid_request',
	'body_too_large',
	'unsupported_media_type',
	'unsupported_content_encoding',
	'database_busy',
	'internal_error',
];

const listErrors: HttpErrorCode[] = [
	'missing_token',
	'invalid_token',
	'revoked_token',
	'inactive_client',
	'organization_denied',
	'insufficient_scope',
	'invalid_request',
	'introspection_failed',
	'database_busy',
	'internal_error',
];

function limitErrors({ requestsPerSecond, requestsAtATime }: Settings): HttpErrorCode[] {
	return requestsPerSecond === null && requestsAtATime === null ? [] : ['rate_limited'];
}

const retryAfterHeader = {
	'retry-after': {
		description: 'Whole seconds to wait before the next request, for temporary errors',
		schema: { type: 'integer', minimum: 1 },
	},
};

const linkHeader = {
	link: {
		description: 'The next page, with rel="next" (RFC 8288); absent on the last page',
		schema: { type: 'string' },
	},
};

function requestBody(mediaType: string, schema: z.ZodType): Json {
	return { required: true, content: { [mediaType]: { schema: toJsonSchema(schema, 'input') } } };
}

function jsonResponse(description: string, schema: z.ZodType): Json {
	return {
		description,
		content: { 'application/json': { schema: toJsonSchema(schema, 'output') } },
	};
}

/** One response for each status, with all its possible reasons. */
function errorResponses({ errorForm }: Settings, codes: HttpErrorCode[]): Json {
	const { mediaType, schema } = errorBodies[errorForm];
	const content = mediaType &&
		schema && { content: { [mediaType]: { schema: toJsonSchema(schema, 'output') } } };
	const statuses = new Set(codes.map((code) => httpErrors[code][0]));
	return Object.fromEntries(
		[...statuses].map((status) => {
			const reasons = codes.filter((code) => httpErrors[code][0] === status);
			const description = reasons.map((code) => httpErrors[code][1]).join(' Or: ');
			const isTemporary = reasons.some((code) => code in retryAfterSeconds);
			return [
				status,
				{ description, ...(isTemporary && { headers: retryAfterHeader }), ...content },
			];
		}),
	);
}

function queryParameters(settings: Settings): Json[] {
	const { properties = {} } = toJsonSchema(listQuerySchema(settings), 'input') as {
		properties?: Record<string, Json>;
	};
	const pageSizeDescription = describePageSize(settings);
	return Object.entries(properties).map(([name, { description, ...parameterSchema }]) => ({
		name,
		in: 'query',
		required: false,
		description: name === 'pageSize' ? pageSizeDescription : description,
		schema: parameterSchema,
	}));
}

function describePageSize({ defaultPageSize, maxPageSize, tooLargePageSize }: Settings): string {
	const tooLarge = tooLargePageSize === 'clamp' ? 'lowered to the maximum' : 'refused';
	return `Number of contacts requested per page. Default ${defaultPageSize}, maximum ${maxPageSize}; larger values are ${tooLarge}.`;
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
	const { $schema: _dialect, ...jsonSchema } = z.toJSONSchema(schema, { io });
	return jsonSchema;
}
