import { execFileSync } from 'node:child_process';

import Ajv2020 from 'ajv/dist/2020';
import OpenAPIResponseValidator from 'openapi-response-validator';
import type { Settings } from '../../../sandbox/service/index.ts';
import { type Answer, startTestService, type TestService } from './test-service.ts';

let test: TestService;
beforeAll(async () => {
	test = await startTestService();
	await test.service.operator.fillContacts({ orgId: 'org_demo', count: 5 });
});
afterAll(() => test.close());

const variants: Array<Partial<Settings>> = [
	{ pageStyle: 'cursor', tokenScopes: 'both' },
	{ pageStyle: 'single', contactsForm: 'array', tokenScopes: 'none', errorForm: 'text' },
	{ pageStyle: 'pageNumber', contactsForm: 'object', contactsKey: 'items', errorForm: 'json' },
	{ pageStyle: 'pageNumber', pageMetadata: false, tokenScopes: 'scope' },
	{ pageStyle: 'offset', pageMetadata: true, tokenScopes: 'scopes', errorForm: 'empty' },
	{ pageStyle: 'nextLink', tooLargePageSize: 'refuse', errorForm: 'problem' },
	{ pageStyle: 'linkHeader', contactsForm: 'array', requestsPerSecond: 10_000 },
];

describe('OpenAPI description', () => {
	it('is the same on both hosts, and names the origin of each operation', async () => {
		const [fromAuth, fromApi] = [await test.auth('/openapi.json'), await test.api('/openapi.json')];

		expect(fromAuth.json).toEqual(fromApi.json);
		expect(fromApi.json.openapi).toBe('3.1.0');
		expect(Object.keys(fromApi.json.paths)).toEqual(['/token', '/introspect', '/v1/contacts']);
		expect(fromApi.json.paths['/token'].servers[0].url).toBe(test.service.authUrl);
		expect(fromApi.json.paths['/v1/contacts'].servers[0].url).toBe(test.service.baseUrl);
	});

	it('has schemas that a JSON Schema validator accepts in strict mode', async () => {
		const { json } = await test.api('/openapi.json');
		const schemas = [...findSchemas(json)];

		expect(schemas.length).toBeGreaterThan(15);
		for (const schema of schemas) {
			new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
		}
	});

	it('has the query parameters of the page style, with their bounds', async () => {
		test.service.configure({ pageStyle: 'offset', tooLargePageSize: 'refuse', maxPageSize: 70 });
		const { parameters } = (await test.api('/openapi.json')).json.paths['/v1/contacts'].get;
		test.service.configure({ tooLargePageSize: 'clamp', maxPageSize: 1000 });

		expect(
			parameters.map(({ name, required, schema }: Parameter) => [name, required, schema.type]),
		).toEqual([
			['pageSize', false, 'integer'],
			['offset', false, 'integer'],
		]);
		expect(parameters[0].schema).toEqual({ type: 'integer', minimum: 1, maximum: 70 });
	});

	it('has no maximum for pageSize if larger values are lowered', async () => {
		const { parameters } = (await test.api('/openapi.json')).json.paths['/v1/contacts'].get;

		expect(parameters[0].schema).toEqual({ type: 'integer', minimum: 1 });
	});

	it.each(variants)('is valid and describes real responses: %j', async (settings) => {
		test.service.configure(settings);
		const { json: description } = await test.api('/openapi.json');
		expect(validate(description)).toEqual({ valid: true });
		const client = test.service.operator.provisionClient();
		const accessToken = (await test.exchange(client)).json.accessToken;
		const { id, secret } = test.service.operator.provisionResourceServer();
		const introspect = (token: string, credentials: string) =>
			test.auth('/introspect', {
				method: 'POST',
				headers: {
					'content-type': 'application/x-www-form-urlencoded',
					authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
				},
				body: new URLSearchParams({ token }).toString(),
			});

		const answers: Array<[string, string, Answer]> = [
			['/token', 'post', await test.exchange(client)],
			['/token', 'post', await test.exchange({ ...client, refreshToken: 'x' })],
			['/token', 'post', await test.exchange({} as typeof client)],
			['/token', 'post', await test.auth('/token', { method: 'POST', body: 'x' })],
			['/introspect', 'post', await introspect(accessToken, `${id}:${secret}`)],
			['/introspect', 'post', await introspect('x', `${id}:${secret}`)],
			['/introspect', 'post', await introspect(accessToken, 'x')],
			['/v1/contacts', 'get', await test.list(accessToken, '?pageSize=2')],
			['/v1/contacts', 'get', await test.list(accessToken)],
			['/v1/contacts', 'get', await test.list(accessToken, '?pageSize=0')],
			['/v1/contacts', 'get', await test.list('x')],
		];

		for (const [path, method, answer] of answers) {
			expect(findMismatch(description.paths[path][method], answer)).toBeUndefined();
		}
		expect(answers.map(([, , { status }]) => status)).toEqual([
			200, 401, 400, 415, 200, 200, 401, 200, 200, 400, 401,
		]);
	});

	it('is compared with responses by a validator that finds mismatches', async () => {
		test.service.configure({ pageStyle: 'cursor', contactsForm: 'object', errorForm: 'problem' });
		const { json: description } = await test.api('/openapi.json');
		const { get } = description.paths['/v1/contacts'];
		const answer = { status: 200, headers: { 'content-type': 'application/json' }, text: '' };

		expect(
			findMismatch(get, { ...answer, json: { contacts: [1], nextCursor: null } }),
		).toBeDefined();
		expect(findMismatch(get, { ...answer, json: { contacts: [] } })).toBeDefined();
		expect(findMismatch(get, { ...answer, status: 418, json: {} })).toBeDefined();
	});
});

/** Runs the validator's command, because the library is an ES module. */
function validate(description: object): unknown {
	const command = require.resolve('@seriousme/openapi-schema-validator/bin/validate-api-cli.js');
	// The command takes a single line for the name of a file.
	const args = [command, JSON.stringify(description, null, '\t')];
	return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

function* findSchemas(value: unknown): Generator<object> {
	if (typeof value === 'object' && value !== null) {
		for (const [name, member] of Object.entries(value)) {
			if (name === 'schema') {
				yield member;
			} else {
				yield* findSchemas(member);
			}
		}
	}
}

type Operation = ConstructorParameters<typeof OpenAPIResponseValidator>[0] & {
	responses: Record<string, { content?: Record<string, object> } | undefined>;
};

interface Parameter {
	name: string;
	required: boolean;
	schema: { type: string };
}

/** @returns how a response differs from the description of its operation, or undefined */
function findMismatch(operation: Operation, answer: Answer): unknown {
	const described = operation.responses[answer.status];
	if (described === undefined) {
		return `status ${answer.status} is not described`;
	}
	const mediaType = String(answer.headers['content-type'] ?? '').split(';')[0];
	if (described.content === undefined) {
		return answer.text === '' ? undefined : 'a body is not described';
	}
	if (described.content[mediaType!] === undefined) {
		return `media type ${mediaType} is not described`;
	}
	const body = mediaType!.endsWith('json') ? answer.json : answer.text;
	return new OpenAPIResponseValidator(operation).validateResponse(answer.status, body);
}
