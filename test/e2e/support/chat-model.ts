import { fastify } from 'fastify';

type Json = ReturnType<typeof JSON.parse>;

/** The tool to call, and its arguments; `result` is that of the previous call. */
type ToolCall = [tool: string, argumentsOf: (result: Json) => object];

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: { name: string; parameters: { properties: object } } }>;
}

export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

/**
 * Starts a fake chat model with OpenAI's API, on loopback. In each conversation it makes the tool calls
 * of its script in turn, and then repeats the last result.
 */
export async function startChatModel(script: ToolCall[]) {
	const server = fastify({ forceCloseConnections: true });
	const model = {
		/** Base URL for the credential of n8n's OpenAI Chat Model. */
		url: '',
		/** The tools that the last conversation offered, as n8n describes them. */
		offeredTools: [] as Array<ChatRequest['tools'][number]['function']>,
		/** Results of the tools in the last conversation. */
		toolResults: [] as Json[],
		close: () => server.close() as Promise<void>,
	};
	server.post<{ Body: ChatRequest }>('*', async ({ body: { messages, tools } }) => {
		const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
		model.offeredTools = tools.map((tool) => tool.function);
		model.toolResults = results.map((result) => JSON.parse(result));
		const [name, argumentsOf] = script[results.length] ?? [];
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const reply = (message: object, finish_reason: string) => ({
			choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
			usage,
		});
		if (!name) return reply({ content: `The tool says: ${results.at(-1)}` }, 'stop');
		const call = { name, arguments: JSON.stringify(argumentsOf!(model.toolResults.at(-1))) };
		const tool_calls = [{ id: `call_${results.length}`, type: 'function', function: call }];
		return reply({ content: null, tool_calls }, 'tool_calls');
	});
	model.url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/v1`;
	return model;
}
