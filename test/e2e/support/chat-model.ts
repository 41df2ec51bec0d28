import { json } from 'node:stream/consumers';

import { startHttpServer } from './http-server.ts';

/** A tool as a chat model is told of it: what n8n makes of a node. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: {
		properties: Record<string, { type: string; description?: string }>;
		required?: string[];
	};
}

export interface ToolCall {
	/** The first tool if not given. */
	tool?: string;
	/** What the model calls the tool with; it may depend on the answer to the call before. */
	arguments: object | ((answer: string) => object);
}

/**
 * A chat model with OpenAI's API, on loopback: in each conversation it makes the calls of its script,
 * one after the other, and then repeats the last answer.
 */
export interface ChatModel {
	/** For the credential of n8n's OpenAI Chat Model. */
	url: string;
	/** What the last conversation offered. */
	offeredTools: OfferedTool[];
	/** What the tools answered in the last conversation. */
	toolAnswers: string[];
	/** What the model calls in the conversations that follow. */
	script: ToolCall[];
	close(): Promise<void>;
}

export async function startChatModel(script: ToolCall[] = []): Promise<ChatModel> {
	const answer = ({ messages, tools }: ChatRequest) => {
		model.offeredTools = tools.map((tool) => tool.function);
		model.toolAnswers = messages.filter(({ role }) => role === 'tool').map((tool) => tool.content);
		const calls = model.toolAnswers.length;
		const last = model.toolAnswers.at(-1) ?? '';
		const next = model.script[calls];
		if (!next) return { role: 'assistant', content: `The tool says: ${last}` };
		const toolArguments =
			typeof next.arguments === 'function' ? next.arguments(last) : next.arguments;
		const call = {
			name: next.tool ?? model.offeredTools[0]!.name,
			arguments: JSON.stringify(toolArguments),
		};
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
			response.end(
				JSON.stringify({
					id: 'chatcmpl-1',
					object: 'chat.completion',
					created: 0,
					model: 'stand-in',
					choices: [{ index: 0, message, finish_reason }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		});
	});
	const model: ChatModel = { url: `${url}/v1`, offeredTools: [], toolAnswers: [], script, close };
	return model;
}

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: OfferedTool }>;
}
