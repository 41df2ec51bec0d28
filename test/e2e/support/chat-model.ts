import { json } from 'node:stream/consumers';

import { startHttpServer } from './http-server.ts';

/** A tool as a chat model is told of it: what n8n makes of a node. */
export interface OfferedTool {
	name: string;
	description: string;
	parameters: { properties: Record<string, { type: string; description?: string }> };
}

/** A chat model with OpenAI's API, on loopback: it calls the first tool once and repeats its answer. */
export interface ChatModel {
	/** For the credential of n8n's OpenAI Chat Model. */
	url: string;
	offeredTools: OfferedTool[];
	/** What the tool answered. */
	toolAnswers: string[];
	close(): Promise<void>;
}

/** @param toolArguments what the model calls the tool with */
export async function startChatModel(toolArguments: object): Promise<ChatModel> {
	const offeredTools: OfferedTool[] = [];
	const toolAnswers: string[] = [];
	const answer = ({ messages, tools }: ChatRequest) => {
		const last = messages.at(-1)!;
		if (last.role === 'tool') {
			toolAnswers.push(last.content);
			return { role: 'assistant', content: `The tool says: ${last.content}` };
		}
		offeredTools.push(...tools.map((tool) => tool.function));
		const call = { name: tools[0]!.function.name, arguments: JSON.stringify(toolArguments) };
		return {
			role: 'assistant',
			content: null,
			tool_calls: [{ id: 'call_1', type: 'function', function: call }],
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
	return { url: `${url}/v1`, offeredTools, toolAnswers, close };
}

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools: Array<{ function: OfferedTool }>;
}
