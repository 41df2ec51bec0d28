/** The parts in use of packages that bring no types. */

declare module 'cli-progress' {
	export class SingleBar {
		constructor(options: { format: string; stream: NodeJS.WriteStream; clearOnComplete: boolean });
		start(total: number, startValue: number): void;
		update(current: number): void;
		stop(): void;
	}
}

declare module 'autocannon' {
	namespace autocannon {
		interface Options {
			url: string;
			connections: number;
			/** Seconds. */
			duration: number;
			/** Requests per second over all connections; as many as can be unless given. */
			overallRate?: number;
			headers: Record<string, string>;
			requests: Array<{ path: string }>;
			tlsOptions: { ca: string };
		}
		interface Result {
			/** Per second. */
			requests: { average: number };
			/** In ms. */
			latency: { p50: number; p90: number; p99: number; max: number };
			non2xx: number;
			errors: number;
		}
	}
	function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
	export default autocannon;
}
