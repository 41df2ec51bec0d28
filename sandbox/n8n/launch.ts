import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Environment, n8nEnvironment } from './environment.ts';
import { UserError } from '../system/user-error.ts';
import type { N8nInstallation } from './install.ts';
import { lastLines } from '../system/log-file.ts';
import { freePorts, LOOPBACK } from '../system/ports.ts';
import { endGroup, type Exit, spawnInGroup } from '../system/process-group.ts';

export interface LaunchOptions {
	installation: N8nInstallation;
	/** The folder `sandbox/n8n`. */
	launcherFolder: string;
	/** Holds n8n's `.n8n`: database, encryption key, community packages. */
	userFolder: string;
	/** Where editor and REST API listen; for a worker, its health check. */
	port: number;
	/** n8n's output goes here; written anew. */
	logFile: string;
	/** `start` is the whole of n8n; `worker` and `webhook` are its parts in queue mode. */
	command?: 'start' | 'worker' | 'webhook';
	/** More arguments for the command, such as `--concurrency=5`. */
	commandArguments?: string[];
	/** n8n's settings beyond those of the sandbox, by environment variable; these win. */
	environment?: Environment;
	signal?: AbortSignal;
}

/** An n8n that answers requests. */
export interface RunningN8n {
	url: string;
	pid: number;
	logFile: string;
	/** Settles when n8n ends, by itself or because it was stopped. */
	exited: Promise<Exit>;
	/** Stops n8n and all that it started; does nothing when it has ended. */
	stop(): Promise<void>;
}

/**
 * Starts an n8n on loopback, on the Node.js of this process, and waits until it is ready. Any number
 * may run side by side, each with a user folder and port of its own. n8n ends when this process
 * ends, in whatever way that happens.
 *
 * @throws UserError when n8n does not come up; the signal's reason when it aborts first. Nothing
 *   is left running then.
 */
export async function launchN8n(options: LaunchOptions): Promise<RunningN8n> {
	options.signal?.throwIfAborted();
	await mkdir(join(options.userFolder, '.n8n'), { recursive: true, mode: 0o700 });
	const [brokerPort] = await freePorts(1);
	const log = openSync(options.logFile, 'w', 0o600);
	const { child, exited } = spawnInGroup(
		process.execPath,
		[
			'--import',
			pathToFileURL(join(options.launcherFolder, 'end-with-parent.mjs')).href,
			join(options.installation.folder, 'node_modules/n8n/bin/n8n'),
			options.command ?? 'start',
			...(options.commandArguments ?? []),
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
		await ready(url, exited, options);
	} catch (error) {
		await stop();
		throw error;
	}
	return { url, pid: child.pid!, logFile: options.logFile, exited, stop };
}

/** n8n waits for running executions when it stops; a demo's are short. */
const N8N_GRACE_MS = 15_000;

function sandboxSettings(userFolder: string, port: number, brokerPort: number): Environment {
	return {
		N8N_USER_FOLDER: userFolder,
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		N8N_HOST: LOOPBACK,
		N8N_LISTEN_ADDRESS: LOOPBACK,
		N8N_PORT: String(port),
		// A worker answers its health check only when told to.
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		QUEUE_HEALTH_CHECK_PORT: String(port),
		N8N_WORKER_SERVER_ADDRESS: LOOPBACK,
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The editor is on plain HTTP, on loopback.
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: String(N8N_GRACE_MS / 1_000 - 5),
		// Nothing is told to or asked from anybody outside.
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		// The second one would greet with the offer of an assistant in place of the workflows.
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai',
	};
}

/** n8n needs about 10 s on an empty database; a busy machine with two cores, several times that. */
const READY_DEADLINE_MS = 180_000;

async function ready(url: string, exited: Promise<Exit>, options: LaunchOptions): Promise<void> {
	let exit: Exit | undefined;
	exited.then(
		(ended) => (exit = ended),
		() => (exit = { code: null, signal: null }),
	);
	const deadline = Date.now() + READY_DEADLINE_MS;
	while (!(await answers(`${url}/healthz/readiness`))) {
		options.signal?.throwIfAborted();
		if (exit) throw await startError(options);
		if (Date.now() > deadline) {
			throw new UserError(
				`n8n was not ready ${READY_DEADLINE_MS / 1_000} s after its start.`,
				`See what it is doing in ${options.logFile}.`,
			);
		}
		await delay(100);
	}
}

async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(2_000) });
		await response.body?.cancel();
		return response.ok;
	} catch {
		// Refused until n8n listens.
		return false;
	}
}

async function startError({ logFile, port }: LaunchOptions): Promise<UserError> {
	const lines = await lastLines(logFile, 15);
	return /port \d+ is already in use/i.test(lines)
		? new UserError(`Port ${port}, for n8n, is in use.`, 'Stop what uses it, or choose another.')
		: new UserError(
				`n8n ended while it was starting. Its last lines:\n${lines}`,
				`The whole log: ${logFile}`,
			);
}
