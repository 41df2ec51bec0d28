import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Resource {
	close(): Promise<void>;
}

/**
 * Closes resources after the tests of a `describe` block, in reverse order, even if one of them cannot
 * be closed.
 *
 * @returns a function that registers a resource and returns it
 */
export function closeAfterAll(): <T extends Resource>(resource: T) => T {
	const resources = new AsyncDisposableStack();
	afterAll(async () => await resources.disposeAsync(), ALL_CLOSED_DEADLINE_MS);
	return (resource) => {
		if (!resources.disposed) return resources.adopt(resource, closeInTime);
		// It started after the tests had timed out.
		void closeInTime(resource);
		throw new Error('The tests are over.');
	};
}

/**
 * Starts a resource with a temporary folder for its data, which is removed when the resource is closed
 * or fails to start.
 */
export async function inTemporaryFolder<T extends Resource>(
	prefix: string,
	start: (folder: string) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), prefix));
	const remove = async () => await rm(folder, { recursive: true, force: true });
	try {
		const resource = await start(folder);
		const close = resource.close.bind(resource);
		resource.close = async () => {
			await close();
			await remove();
		};
		return resource;
	} catch (error) {
		await remove();
		throw error;
	}
}

async function closeInTime(resource: Resource): Promise<void> {
	const isClosed = new AbortController();
	const deadline = delay(CLOSE_DEADLINE_MS, undefined, { signal: isClosed.signal }).then(() => {
		throw new Error('The resource could not be closed in time.');
	});
	try {
		await Promise.race([resource.close(), deadline]);
	} finally {
		isClosed.abort();
		await deadline.catch(() => undefined);
	}
}

/** n8n is killed when it has not stopped after 15 s. */
const CLOSE_DEADLINE_MS = 30_000;

const ALL_CLOSED_DEADLINE_MS = 10 * CLOSE_DEADLINE_MS;
