import type { RequestListener } from 'node:http';
import type { HostApp } from './host-app.ts';
import type { Settings, SettingsStore } from './settings.ts';

export interface LiveHost {
	/** Answers requests according to the settings in force when they arrive. */
	listener: RequestListener;
	close(): Promise<void>;
}

/**
 * Keeps a host in step with the settings: when they have changed, whoever changed them, the host is
 * built anew before the next request is answered.
 */
export async function createLiveHost(
	store: SettingsStore,
	build: (settings: Settings) => HostApp,
): Promise<LiveHost> {
	const start = async (settings: Settings) => {
		const app = build(settings);
		await app.ready();
		return { settings, app };
	};
	let current = await start(store.current());
	let next: Promise<unknown> = Promise.resolve();

	const catchUp = async () => {
		const settings = store.current();
		if (current.settings !== settings) {
			const previous = current;
			current = await start(settings);
			await previous.app.close();
		}
	};

	return {
		listener: (request, response) => {
			if (store.current() === current.settings) {
				current.app.routing(request, response);
				return;
			}
			next = next.then(catchUp);
			next.then(
				() => current.app.routing(request, response),
				(error: Error) => response.destroy(error),
			);
		},
		close: () => current.app.close(),
	};
}
