/** Paths of the operations that the contract names. */
export const routes = {
	token: '/token',
	introspect: '/introspect',
	contacts: '/v1/contacts',
} as const;

export type Route = (typeof routes)[keyof typeof routes];
