import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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
	afterAll(async () => await resources.disposeAsync());
	return (resource) => resources.adopt(resource, async () => await resource.close());
}

/** Starts a resource with a temporary folder for its data, which is removed when it is closed. */
export async function inTemporaryFolder<T extends Resource>(
	prefix: string,
	start: (folder: string) => Promise<T>,
): Promise<T> {
	const folder = await mkdtemp(join(tmpdir(), prefix));
	const resource = await start(folder);
	const { close } = resource;
	const remove = async () => await rm(folder, { recursive: true, force: true });
	return Object.assign(resource, { close: async () => await close().then(remove) });
}
