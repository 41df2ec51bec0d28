import {
	FAILURE_REASONS,
	type FailureDetails,
	failureMessage,
	type FailureReason,
	type RequestWords,
} from '../../../../credentials/contactsApi/http/failureMessages';

const words: RequestWords = {
	server: 'Contacts API',
	field: 'Base URL',
	what: 'page 3',
	request: 'the request for page 3',
	secret: 'the access token for page 3',
	remedies: {
		unauthorized: 'Get a token.',
		forbidden: 'Get a scope.',
		notFound: 'Get an address.',
		refused: 'Ask for less.',
	},
};

const CHECK = "Check 'Base URL' in the Contacts API credential";
const RIGHT = 'If it is right, ask the operator of the service';

/** Word for word: message and description. */
const messages: Array<[FailureReason, FailureDetails, string, string]> = [
	[
		'redirected',
		{ status: 302 },
		'The Contacts API redirected the request for page 3 (302)',
		"Redirects are not followed, because a token would go along. Enter the final address as 'Base URL' in the Contacts API credential.",
	],
	[
		'unauthorized',
		{ status: 401 },
		'The Contacts API did not accept the access token for page 3 (401)',
		'Get a token.',
	],
	[
		'forbidden',
		{ status: 403 },
		'The Contacts API does not permit the request for page 3 (403)',
		'Get a scope.',
	],
	[
		'notFound',
		{ status: 405 },
		'The Contacts API has nothing at the address of page 3 (405)',
		'Get an address.',
	],
	[
		'proxyStatus',
		{ status: 407 },
		'The Contacts API answered the request for page 3 like a proxy that asks for a password (407)',
		`${CHECK}: it may be the address of a proxy. ${RIGHT}.`,
	],
	[
		'rateLimited',
		{ status: 429, retryAfterMs: 45_000 },
		'The Contacts API accepts no more requests for now, and refused the request for page 3 (429)',
		'Try again in 45 seconds.',
	],
	[
		'refused',
		{ status: 400 },
		'The Contacts API refused the request for page 3 (400)',
		'Ask for less.',
	],
	[
		'failed',
		{ status: 503, retryAfterMs: 120_000 },
		'The Contacts API failed to answer the request for page 3 (503)',
		'Try again in 2 minutes. If this keeps happening, ask the operator of the service.',
	],
	[
		'unreachable',
		{},
		'The Contacts API could not be reached for page 3',
		`${CHECK} and the network of n8n, then try again. If n8n is behind a proxy, set NODE_USE_ENV_PROXY=1 on it besides HTTPS_PROXY.`,
	],
	[
		'dropped',
		{},
		'The Contacts API closed the connection without answering the request for page 3',
		'Try again in a minute. If this keeps happening, ask the operator of the service, also whether it requires a client certificate, which the credential cannot hold.',
	],
	[
		'brokenOff',
		{},
		'The connection to the Contacts API dropped during the response to the request for page 3',
		'Try again in a minute. If this keeps happening, check the network of n8n.',
	],
	[
		'certificateUntrusted',
		{},
		"The Contacts API's certificate is not trusted",
		`${CHECK}. If the service uses a private certificate authority, set NODE_EXTRA_CA_CERTS on n8n to its certificate.`,
	],
	[
		'tlsRefused',
		{},
		'The Contacts API refused the TLS connection',
		'It may require a client certificate, which the credential cannot hold, or a version of TLS that Node.js does not use: ask the operator of the service.',
	],
	[
		'timedOut',
		{ waitedMs: 60_400 },
		'The Contacts API did not answer the request for page 3 within 60 seconds',
		`Try again in a minute. If this keeps happening, check 'Base URL' in the Contacts API credential and the network of n8n, or ask the operator of the service.`,
	],
	[
		'tooLarge',
		{ maxBytes: 67_108_864 },
		'The response to the request for page 3 is larger than 64 MiB',
		`${CHECK}. ${RIGHT}.`,
	],
	[
		'headersTooLarge',
		{},
		'The headers of the response to the request for page 3 are too large for Node.js',
		`${CHECK}. ${RIGHT} why they are, or allow n8n more with --max-http-header-size in NODE_OPTIONS.`,
	],
	[
		'lengthContradictory',
		{},
		'The response to the request for page 3 contradicts itself about its length',
		`${CHECK}. ${RIGHT}: the header Content-Length is sent twice, or beside Transfer-Encoding.`,
	],
	[
		'notHttp',
		{},
		'The response to the request for page 3 is not valid HTTP',
		`${CHECK}: it may be the address of another kind of service. ${RIGHT}.`,
	],
	[
		'portBlocked',
		{},
		"The port in the credential's 'Base URL' is one that HTTP clients do not connect to",
		`Node.js's fetch refuses ports that belong to other protocols, such as 25, 6000 or 10080. ${CHECK}. ${RIGHT} for an address with another port.`,
	],
	[
		'proxyRefused',
		{ status: 407 },
		'The proxy did not open a connection to the Contacts API (407)',
		'Check HTTPS_PROXY on n8n: with 407, the proxy asks for a user name and a password in that address. Otherwise ask the administrator of the proxy to allow the host, or exclude it with NO_PROXY.',
	],
	[
		'encodingInvalid',
		{},
		'The response to the request for page 3 does not match its Content-Encoding',
		`${CHECK}. ${RIGHT}: the header Content-Encoding does not match the body.`,
	],
	[
		'protocolSwitched',
		{},
		'The Contacts API switched to a protocol other than HTTP (101)',
		`${CHECK}: it may be the address of a WebSocket service. ${RIGHT}.`,
	],
	[
		'canceled',
		{},
		'The execution was canceled before the request for page 3 was answered',
		'Start it again when you want to.',
	],
];

describe('A failed request', () => {
	it.each(messages)(
		'has words that say what happened and what to do: %s %j',
		(reason, details, message, description) => {
			expect(failureMessage(reason, words, details)).toMatchObject({ message, description });
		},
	);

	it('has words for every reason', () => {
		expect(messages.map(([reason]) => reason)).toEqual(FAILURE_REASONS);
	});

	it('has the status of the server, but not that of a proxy', () => {
		expect(failureMessage('failed', words, { status: 503 }).httpCode).toBe('503');
		expect(failureMessage('proxyRefused', words, { status: 407 })).not.toHaveProperty('httpCode');
		expect(failureMessage('dropped', words)).not.toHaveProperty('httpCode');
	});

	it('may have a remedy besides the common one', () => {
		const besides = { dropped: 'Or try less.' };
		expect(failureMessage('dropped', { ...words, besides }).description).toMatch(
			/^Try again in a minute\..* Or try less\.$/,
		);
		expect(failureMessage('failed', { ...words, besides }).description).not.toMatch('less');
	});

	it.each([
		[0, 'in a minute'],
		[1, 'in 1 second'],
		[1_000, 'in 1 second'],
		[1_001, 'in 2 seconds'],
		[119_000, 'in 119 seconds'],
		[119_200, 'in 2 minutes'],
		[7_199_000, 'in 120 minutes'],
		[7_200_000, 'in 2 hours'],
		[604_800_000, 'in 168 hours'],
		[604_800_001, 'later'],
		[Infinity, 'later'],
	])('says when to try again: after %d ms, %s', (retryAfterMs, expected) => {
		const { description } = failureMessage('rateLimited', words, { status: 429, retryAfterMs });
		expect(description).toBe(`Try again ${expected}.`);
	});

	it.each([
		[65_536, '64 KiB'],
		[1_048_576, '1 MiB'],
	])('states a limit of %d bytes as %s', (maxBytes, expected) => {
		const { message } = failureMessage('tooLarge', words, { maxBytes });
		expect(message).toMatch(` larger than ${expected}`);
	});
});
