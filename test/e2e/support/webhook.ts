import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { INode } from 'n8n-workflow';

import { CLOSE_CONNECTION } from '../../../sandbox/n8n/rest-client.ts';
import type { N8n } from './n8n-instance.ts';
import { chain, node } from './workflows.ts';

export interface WebhookResponse {
	status: number;
	/** The first item of the last node. */
	body: Record<string, unknown>;
}

/**
 * Publishes a workflow that runs the nodes when its webhook is called.
 *
 * @returns a function that calls it and waits for the last node's first item
 */
export async function publish(n8n: N8n, nodes: INode[]): Promise<() => Promise<WebhookResponse>> {
	const path = randomUUID();
	const webhook = node(
		'Webhook',
		'n8n-nodes-base.webhook',
		2,
		{ path, responseMode: 'lastNode', responseData: 'firstEntryJson', options: {} },
		{ webhookId: path },
	);
	const workflow = await n8n.client.createWorkflow(chain(webhook, ...nodes));
	await n8n.client.activateWorkflow(workflow);
	return async () => {
		const request = () => fetch(`${n8n.url}/webhook/${path}`, { headers: CLOSE_CONNECTION });
		let response = await request();
		// n8n responds to the activation before the webhook is registered.
		for (let tries = 0; response.status === 404 && tries < REGISTRATION_TRIES; tries++) {
			await delay(100);
			response = await request();
		}
		return { status: response.status, body: (await response.json()) as WebhookResponse['body'] };
	};
}

/** At intervals of a tenth of a second. */
const REGISTRATION_TRIES = 100;
