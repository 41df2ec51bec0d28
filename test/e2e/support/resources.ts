import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

interface Resource {
	close(): Promise<void>;
}

/**
 * For what the tests of a file start: closes it after them, the last first, each even if another
 * cannot be closed. To be called where the tests are described.
 *
 * @returns a function that takes what was started and gives it back
 */
export function closedAfterAll(): <T extends Resource>(resource: T) => T {
	const resources = new AsyncDisposableStack();
	afterAll(async () => await resources.disposeAsync(), ALL_CLOSED_DEADLINE_MS);
	return (resource) => {
		if (!resources.disposed) return resources.adopt(resource, closeInTime);
		// It took so long to start that the tests are over.
		void closeInTime(resource);
		throw new Error('The tests are over.');
	};
}

/**
 * Starts what keeps its data in a temporary folder. The folder goes when it is closed, or when it
 * cannot be started.
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
		throw new Error('It could not be closed in time.');
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
