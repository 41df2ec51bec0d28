import { fastify } from 'fastify';

/** A tool as n8n describes it to a chat model. */
interface OfferedTool {
	name: string;
	parameters: { properties: object };
}

/** The tool to call, and the arguments; `result` is that of the previous call. */
type ToolCall = [tool: string, argumentsOf: (result: string) => object];

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: OfferedTool }>;
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
		/** The tools that the last conversation offered. */
		offeredTools: [] as OfferedTool[],
		/** Results of the tools in the last conversation. */
		toolResults: [] as string[],
		close: () => server.close() as Promise<void>,
	};
	server.post<{ Body: ChatRequest }>('*', async ({ body: { messages, tools } }) => {
		model.offeredTools = tools.map((tool) => tool.function);
		model.toolResults = messages.filter(({ role }) => role === 'tool').map((tool) => tool.content);
		const last = model.toolResults.at(-1) ?? '';
		const [name, argumentsOf] = script[model.toolResults.length] ?? [];
		const call = name && { name, arguments: JSON.stringify(argumentsOf!(last)) };
		const id = `call_${model.toolResults.length + 1}`;
		const message = call
			? { content: null, tool_calls: [{ id, type: 'function', function: call }] }
			: { content: `The tool says: ${last}` };
		const finish_reason = call ? 'tool_calls' : 'stop';
		const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		return { choices: [choice], usage };
	});
	model.url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/v1`;
	return model;
}
