import { HttpError, type HttpErrorCode } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import { writeHttpError } from './error-bodies.ts';
import type { HostApp } from './host-app.ts';
import type { HostHandler } from './https-origin.ts';

/**
 * Creates a host that follows the settings: when any process has changed them, the host is rebuilt
 * before the next request. Pending requests keep the previous settings.
 *
 * @returns the handler for the origin of the host
 */
export async function createLiveHost(
	store: SettingsStore,
	build: (settings: Settings) => HostApp,
): Promise<HostHandler> {
	const start = async (settings: Settings) => {
		const app = build(settings);
		await app.ready();
		return { settings, app };
	};
	let current = await start(store.current());
	let reloading: Promise<void> = Promise.resolve();

	const reload = async () => {
		const settings = store.current();
		if (current.settings !== settings) {
			current = await start(settings);
		}
	};

	return {
		request(request, response) {
			try {
				if (store.current() === current.settings) {
					current.app.routing(request, response);
					return;
				}
				reloading = reloading.then(reload);
				reloading.then(
					() => current.app.routing(request, response),
					(error: Error) => response.destroy(error),
				);
			} catch (error) {
				response.destroy(error as Error);
			}
		},
		clientError({ code }, connection) {
			const error = new HttpError(parserErrors[code ?? ''] ?? 'invalid_request');
			writeHttpError(connection, error, current.settings.errorForm);
		},
	};
}

/** Codes of Node.js's HTTP server; any other is a malformed request. */
const parserErrors: Record<string, HttpErrorCode> = {
	HPE_HEADER_OVERFLOW: 'headers_too_large',
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
	ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};
