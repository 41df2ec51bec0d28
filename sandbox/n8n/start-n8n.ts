import { execa } from 'execa';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describeLog, PRIVATE_FOLDER } from '../system/files.ts';
import { LOOPBACK, onFreePorts } from '../system/ports.ts';
import { UserError } from '../system/user-error.ts';
import { type Environment, n8nEnvironment } from './environment.ts';
import { installN8n } from './install.ts';

interface N8nOptions {
	/** Holds n8n's `.n8n`: database, encryption key, community packages. */
	userFolder: string;
	/** File for n8n's output; overwritten. */
	logFile: string;
	/** Port of the editor and the REST API; for a worker, of its health check. By default a free one. */
	port?: number | undefined;
	/** n8n's command and its arguments: `start`, the default, or `worker` for queue mode. */
	command?: string[];
	/** A program that runs n8n, and its arguments. */
	runner?: string[];
	/** Additional settings of n8n, as environment variables; they override those of the sandbox. */
	environment?: Environment;
	signal?: AbortSignal;
}

export type RunningN8n = Awaited<ReturnType<typeof startN8n>>;

/**
 * Starts the pinned n8n on loopback, installs it first if need be, and waits until it is ready. Several
 * can run at the same time, each with its own user folder. n8n ends with this process.
 *
 * @throws UserError if n8n does not start; the signal's reason if it aborts first. Nothing is left
 *   running in either case.
 */
export async function startN8n(options: N8nOptions) {
	const { folder } = await installN8n(options.signal);
	await mkdir(join(options.userFolder, '.n8n'), PRIVATE_FOLDER);
	return await onFreePorts(2, async ([port, brokerPort]) => {
		return await startInstalled(folder, options.port ?? port!, brokerPort!, options);
	});
}

async function startInstalled(
	folder: string,
	port: number,
	brokerPort: number,
	options: N8nOptions,
) {
	const { userFolder, logFile, command = ['start'], runner = [], environment, signal } = options;
	const settings = {
		...sandboxSettings(userFolder, port, brokerPort),
		// From its second start on, n8n is ready some seconds earlier.
		NODE_COMPILE_CACHE: join(folder, '.compile-cache'),
		...environment,
	};
	const n8n = [process.execPath, join(folder, 'node_modules/n8n/bin/n8n'), ...command];
	const [program, ...args] = [...runner, ...n8n];
	const child = execa(program!, args, {
		// n8n reads a .env file from its working directory.
		cwd: userFolder,
		env: n8nEnvironment(process.env, process.execPath, settings),
		extendEnv: false,
		stdin: 'ignore',
		stdout: { file: logFile },
		stderr: { file: logFile },
		buffer: false,
		reject: false,
		forceKillAfterDelay: N8N_GRACE_MS,
	});
	let hasEnded = false;
	const exited = child.then(async ({ exitCode, signal: killedBy }) => {
		hasEnded = true;
		const how = killedBy ?? `exit code ${exitCode}`;
		return new UserError(`n8n ended (${how}).`, await describeLog(logFile));
	});
	const stop = async () => {
		child.kill();
		await exited;
	};
	const url = `http://${LOOPBACK}:${port}`;
	try {
		const deadline = Date.now() + READY_DEADLINE_MS;
		while (!(await succeeds(`${url}/healthz/readiness`))) {
			signal?.throwIfAborted();
			if (hasEnded) throw await exited;
			if (Date.now() > deadline) {
				throw new UserError('n8n was not ready in time.', await describeLog(logFile));
			}
			await delay(100);
		}
	} catch (error) {
		await stop();
		throw error;
	}
	return {
		url,
		logFile,
		/** Settles with what to tell the user when n8n has ended, for whatever reason. */
		exited,
		/** Stops n8n; does nothing if it has ended. */
		stop,
	};
}

/** n8n waits for running executions when it stops; the sandbox's are short. */
const N8N_GRACE_MS = 15_000;

/** n8n starts in about 10 s with an empty database; this is for one that hangs, not for slow machines. */
const READY_DEADLINE_MS = 600_000;

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
