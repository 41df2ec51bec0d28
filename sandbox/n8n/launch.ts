import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Environment, n8nEnvironment } from './environment.ts';
import { UserError } from '../system/user-error.ts';
import type { N8nInstallation } from './install.ts';
import { describeLog } from '../system/files.ts';
import { freePorts, LOOPBACK } from '../system/ports.ts';
import {
	endGroup,
	type Exit,
	PRIVATE_FILE,
	PRIVATE_FOLDER,
	spawnInGroup,
} from '../system/platform.ts';

interface LaunchOptions {
	installation: N8nInstallation;
	/** Holds n8n's `.n8n`: database, encryption key, community packages. */
	userFolder: string;
	/** Port of the editor and the REST API; for a worker, of its health check. */
	port: number;
	/** File for n8n's output; overwritten. */
	logFile: string;
	/** n8n's command and its arguments: `start`, the default, or `worker` for queue mode. */
	command?: string[];
	/** Additional settings of n8n, as environment variables; they override those of the sandbox. */
	environment?: Environment;
	signal?: AbortSignal;
}

/** An n8n that is ready for requests. */
export interface RunningN8n {
	url: string;
	logFile: string;
	/** Settles when n8n has ended, for whatever reason. */
	exited: Promise<Exit>;
	/** Stops n8n and everything it has started; does nothing if n8n has ended. */
	stop(): Promise<void>;
}

/**
 * Starts n8n on loopback, with the Node.js of this process, and waits until it is ready. Several can
 * run at the same time, each with its own user folder and port. n8n ends when this process ends,
 * however that happens.
 *
 * @throws UserError if n8n does not start; the signal's reason if it aborts first. Nothing is left
 *   running in either case.
 */
export async function launchN8n(options: LaunchOptions): Promise<RunningN8n> {
	options.signal?.throwIfAborted();
	await mkdir(join(options.userFolder, '.n8n'), PRIVATE_FOLDER);
	const [brokerPort] = await freePorts(1);
	const log = openSync(options.logFile, 'w', PRIVATE_FILE.mode);
	const { child, exited } = spawnInGroup(
		process.execPath,
		[
			'--import',
			pathToFileURL(options.installation.preload).href,
			join(options.installation.folder, 'node_modules/n8n/bin/n8n'),
			...(options.command ?? ['start']),
		],
		{
			// n8n reads a .env file from its working directory.
			cwd: options.userFolder,
			env: n8nEnvironment(process.env, process.execPath, {
				...sandboxSettings(options.userFolder, options.port, brokerPort!),
				...options.environment,
			}),
			stdio: ['ignore', log, log, 'ipc'],
		},
	);
	closeSync(log);
	const stop = () => endGroup(child, N8N_GRACE_MS);
	const url = `http://${LOOPBACK}:${options.port}`;
	try {
		await waitUntilReady(url, child, options);
	} catch (error) {
		await stop();
		throw error;
	}
	return { url, logFile: options.logFile, exited, stop };
}

/** n8n waits for running executions when it stops; the sandbox's are short. */
const N8N_GRACE_MS = 15_000;

function sandboxSettings(userFolder: string, port: number, brokerPort: number): Environment {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_HOST: LOOPBACK,
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_PORT: String(port),
		// Workers have no health check unless it is turned on.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The editor is served over plain HTTP.
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(N8N_GRACE_MS / 1_000 - 5),
		// Nothing is sent to or loaded from n8n's own servers.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		// instance-ai would show an assistant instead of the workflows.
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai',
	};
}

/** n8n starts in about 10 s with an empty database; this is for one that hangs, not for slow machines. */
const READY_DEADLINE_MS = 600_000;

async function waitUntilReady(
	url: string,
	child: ChildProcess,
	{ signal, logFile }: LaunchOptions,
): Promise<void> {
	const deadline = Date.now() + READY_DEADLINE_MS;
	while (!(await succeeds(`${url}/healthz/readiness`))) {
		signal?.throwIfAborted();
		const hasEnded = child.exitCode !== null || child.signalCode !== null;
		if (hasEnded || Date.now() > deadline) {
			throw new UserError(
				`n8n ${hasEnded ? 'ended during its start' : 'was not ready in time'}.`,
				await describeLog(logFile),
			);
		}
		await delay(100);
	}
}

async function succeeds(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
		await response.body?.cancel();
		return response.ok;
	} catch {
		// Connections are refused until n8n listens.
		return false;
	}
}
