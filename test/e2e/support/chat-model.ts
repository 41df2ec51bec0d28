import { json } from 'node:stream/consumers';

import { startHttpServer } from './http-server.ts';

/** A tool as n8n describes it to a chat model. */
interface OfferedTool {
	name: string;
	parameters: { properties: object };
}

interface ToolCall {
	tool: string;
	/** @returns the arguments of the call; `result` is that of the previous one */
	arguments: (result: string) => object;
}

export type ChatModel = Awaited<ReturnType<typeof startChatModel>>;

/**
 * Starts a fake chat model with OpenAI's API, on loopback. In each conversation it makes the tool calls
 * of its script in turn, and then repeats the last result.
 */
export async function startChatModel(script: ToolCall[]) {
	const answer = ({ messages, tools }: ChatRequest) => {
		model.offeredTools = tools.map((tool) => tool.function);
		model.toolResults = messages.filter(({ role }) => role === 'tool').map((tool) => tool.content);
		const calls = model.toolResults.length;
		const last = model.toolResults.at(-1) ?? '';
		const next = script[calls];
		if (!next) return { role: 'assistant', content: `The tool says: ${last}` };
		const call = { name: next.tool, arguments: JSON.stringify(next.arguments(last)) };
		return {
			role: 'assistant',
			content: null,
			tool_calls: [{ id: `call_${calls + 1}`, type: 'function', function: call }],
		};
	};
	const { url, close } = await startHttpServer((request, response) => {
		void json(request).then((body) => {
			const message = answer(body as ChatRequest);
			const finish_reason = message.content === null ? 'tool_calls' : 'stop';
			response.setHeader('content-type', 'application/json');
			const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
			response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason }], usage }));
		});
	});
	const model = {
		/** Base URL for the credential of n8n's OpenAI Chat Model. */
		url: `${url}/v1`,
		/** The tools that the last conversation offered. */
		offeredTools: [] as OfferedTool[],
		/** Results of the tools in the last conversation. */
		toolResults: [] as string[],
		close,
	};
	return model;
}

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: OfferedTool }>;
}
