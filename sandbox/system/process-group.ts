import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

/** How a process ended: with an exit code, or by a signal. */
export interface Exit {
	code: number | null;
	signal: NodeJS.Signals | null;
}

/**
 * Starts a program in a process group of its own. A Ctrl-C in the terminal does not reach it, so
 * the sandbox decides in which order things stop, and all that the program starts can be ended.
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
	// Whoever waits for it gets the error; until then it is not an unhandled one.
	exited.catch(() => undefined);
	return { child, exited };
}

/**
 * Ends the program and everything left of its group: SIGTERM for the program, which knows how to
 * stop its own children, and SIGKILL for what is still there after the grace period.
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
	// They are gone in a moment, but stay listed until they are reaped, which some inits never do.
	for (let waitedMs = 0; waitedMs < 500 && signalGroup(child.pid, 0); waitedMs += 20) {
		await delay(20);
	}
}

/** @returns whether there was anybody in the group to get the signal */
function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-group, signal);
	} catch (error) {
		// macOS answers EPERM for a group of which only unreaped processes are left.
		if (['ESRCH', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
		throw error;
	}
}
