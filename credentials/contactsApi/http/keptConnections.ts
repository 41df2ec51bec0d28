/** More origins than the credentials of an n8n instance have. */
const MAX_ORIGINS = 1_000;

/** How long to close each connection after its response, once the server was seen to do so by itself. */
const CLOSING_MS = 60_000;

const origins = new Map<string, KeptConnections>();

/** The connections of this process to the origin of a URL. */
export function connectionsTo(url: string): KeptConnections {
	const { origin } = new URL(url);
	if (origins.size >= MAX_ORIGINS && !origins.has(origin)) origins.clear();
	const connections = origins.get(origin) ?? new KeptConnections();
	origins.set(origin, connections);
	return connections;
}

/**
 * Counts the connections that fetch may keep to an origin. A server may close one just when the next
 * request is on its way: to the client, that looks like a server that does not answer. As long as a kept
 * connection may be left, it was that one. Meanwhile, requests ask for connections of their own.
 */
class KeptConnections {
	#inFlight = 0;
	/** Upper bound of the connections that have answered and may be open. */
	#kept = 0;
	#closingUntil = -Infinity;

	/** @param send receives whether the connection may be kept after the response */
	async use<T extends { status: number }>(send: (isKept: boolean) => Promise<T>): Promise<T> {
		const isKept = performance.now() >= this.#closingUntil;
		this.#inFlight++;
		const outcome = await send(isKept);
		// fetch opens a connection only while all others are in use.
		if (isKept && outcome.status > 0) this.#kept = Math.max(this.#kept, this.#inFlight);
		this.#inFlight--;
		return outcome;
	}

	/** @returns whether the dropped connection may have been a kept one */
	recordDrop(): boolean {
		if (this.#kept === 0) return false;
		this.#kept--;
		this.#closingUntil = performance.now() + CLOSING_MS;
		return true;
	}
}
