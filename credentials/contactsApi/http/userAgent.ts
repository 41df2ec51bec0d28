/** Shows the operator of the service which client sends the requests. A test compares it with package.json. */
export const USER_AGENT = 'n8n-nodes-contacts-api/0.1.0';
