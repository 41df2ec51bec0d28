/**
 * What differs between operating systems: processes with everything that they have started, and files
 * that only their owner can read. Only Linux has been tried.
 */
import { type ChildProcess, type SpawnOptions, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import spawn from 'cross-spawn';

const IS_WINDOWS = process.platform === 'win32';

/** For `mkdir`. Windows ignores modes; there, other users cannot read a user's folders by default. */
export const PRIVATE_FOLDER = { recursive: true, mode: 0o700 } as const;

/** For `writeFile`. */
export const PRIVATE_FILE = { mode: 0o600 } as const;

/** How a process ended: with an exit code, or by a signal. */
export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/**
 * Starts a program whose children can be ended with it. Ctrl-C in the terminal does not reach it, except
 * on Windows, so the sandbox controls the order of shutdown.
 */
export function spawnInGroup(
	command: string,
	args: string[],
	options: SpawnOptions,
): { child: ChildProcess; exited: Promise<Exit> } {
	// On Windows, a detached program would open a window.
	const child = spawn(command, args, { ...options, detached: !IS_WINDOWS, windowsHide: true });
	const exited = new Promise<Exit>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, signal) => resolve({ code, signal }));
	});
	// Callers await it later; until then, a rejection must not count as unhandled.
	exited.catch(() => undefined);
	return { child, exited };
}

/**
 * Asks a program to end, so that it can stop its own children, and after the grace period kills
 * everything that is left of it.
 *
 * @param graceMs milliseconds between the two
 */
export async function endGroup(child: ChildProcess, graceMs: number): Promise<void> {
	if (child.pid === undefined) return;
	const isRunning = child.exitCode === null && child.signalCode === null;
	// Windows has no SIGTERM: only a program with a channel can be asked, which ends when it closes.
	if (isRunning && (child.connected || !IS_WINDOWS)) {
		const exited = once(child, 'exit');
		if (child.connected) child.disconnect();
		else child.kill('SIGTERM');
		await Promise.race([exited, delay(graceMs, undefined, { ref: false })]);
	}
	if (IS_WINDOWS) {
		// Does not find what a program that has ended has left behind.
		spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F']);
		return;
	}
	if (!signalGroup(child.pid, 'SIGKILL')) return;
	// Killed processes remain in the group until they are reaped, which some init processes never do.
	for (let waitedMs = 0; waitedMs < 500 && signalGroup(child.pid, 0); waitedMs += 20) {
		await delay(20);
	}
}

/** @returns whether the process group still had a process to receive the signal */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch (error) {
		// macOS fails with EPERM if only zombie processes are left.
		if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
		throw error;
	}
}
