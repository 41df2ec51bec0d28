import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How a process ended: with an exit code, or by a signal. */
export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/**
 * Starts a program in its own process group. Ctrl-C in the terminal does not reach it, so the sandbox
 * controls the order of shutdown, and everything that the program has started can be ended.
 */
export function spawnInGroup(
	command: string,
	args: string[],
	options: SpawnOptions,
): { child: ChildProcess; exited: Promise<Exit> } {
	const child = spawn(command, args, { ...options, detached: true });
	const exited = new Promise<Exit>((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', (code, signal) => resolve({ code, signal }));
	});
	// Callers await it later; until then, a rejection must not count as unhandled.
	exited.catch(() => undefined);
	return { child, exited };
}

/**
 * Ends a program and its group: sends SIGTERM to the program, which can stop its own children, and
 * after the grace period SIGKILL to everything that is left of the group.
 *
 * @param graceMs milliseconds between the two
 */
export async function endGroup(child: ChildProcess, graceMs: number): Promise<void> {
	if (child.pid === undefined) return;
	if (child.exitCode === null && child.signalCode === null) {
		const waited = new AbortController();
		child.kill('SIGTERM');
		await Promise.race([
			once(child, 'exit', { signal: waited.signal }),
			delay(graceMs, undefined, { signal: waited.signal }),
		]).finally(() => waited.abort());
	}
	if (!signalGroup(child.pid, 'SIGKILL')) return;
	// Killed processes remain in the group until they are reaped, which some init processes never do.
	for (let waitedMs = 0; waitedMs < 500 && signalGroup(child.pid, 0); waitedMs += 20) {
		await delay(20);
	}
}

/** @returns whether the group still had a process to receive the signal */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch (error) {
		// macOS fails with EPERM if only zombie processes are left.
		if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
		throw error;
	}
}
