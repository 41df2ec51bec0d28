import {
	type ExpressionError,
	type IDataObject,
	type INode,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { type ErrorMessage, ExplainedError } from '../../credentials/contactsApi/explainedError';
import type { Secrets } from './secrets';

/**
 * Converts an ExplainedError, or n8n's error about an expression, into n8n's own error without secrets:
 * NodeApiError when the service answered with an error status, NodeOperationError otherwise. The original
 * is not kept as its cause: n8n's HTTP errors contain the request with its `Authorization` header.
 */
export function toNodeError(node: INode, error: unknown, itemIndex: number, secrets: Secrets) {
	const isOwn = error instanceof ExplainedError;
	const shown = isOwn ? secrets.hideIn(error.userMessage) : (error as ErrorMessage);
	const { message, description, status, advice } = shown;
	const options = { message, description, itemIndex };
	const nodeError =
		isOwn && status
			? new NodeApiError(node, {}, { ...options, httpCode: String(status) })
			: new NodeOperationError(node, message, options);
	// n8n's editor shows which parameter and which node an expression error is about.
	const context = isOwn ? advice : (error as ExpressionError).context;
	Object.assign(nodeError.context, context, { itemIndex });
	return nodeError;
}

/** Adds what to do to the message, all that a model gets. n8n's panel shows both, so none must repeat the other. */
export function forModel(error: ReturnType<typeof toNodeError>) {
	if (!error.description) return error;
	if (error.context.suggestions) {
		// Only settings of the node can correct it, which the model does not see.
		error.message += `. Try again once. If it fails again, the person who set up this tool has to change its settings.`;
	} else {
		// n8n takes this word in a message for a canceled execution.
		error.message += `. ${error.description.replaceAll('canceled', 'cancelled')}`;
		error.description = undefined;
	}
	return error;
}

/** Builds the item of a failure. n8n takes it for an error item if it has only `error` and `details`. */
export function toErrorItem(error: NodeApiError | NodeOperationError): IDataObject {
	const { message, description, context } = error;
	const { unreadFields, suggestions, trace } = context;
	const details = {
		description,
		...(error instanceof NodeApiError && { status: Number(error.httpCode) }),
		...(unreadFields !== undefined && { unreadFields, suggestions, trace }),
	};
	return { error: message, details };
}
