/** The relays of `npm run bench`: `relay-process.ts <round trip in ms> <auth URL> <base URL>`. */
import { startRelay } from './relay.ts';

process.once('disconnect', () => process.exit());

const [roundTripMs, ...origins] = process.argv.slice(2);
const [authUrl, baseUrl] = await Promise.all(
	origins.map(async (origin) => {
		const { hostname, port } = new URL(origin);
		const relay = await startRelay({ host: hostname, port: Number(port) }, Number(roundTripMs));
		return `https://127.0.0.1:${relay.port}`;
	}),
);
process.send!({ authUrl, baseUrl });
