import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** At intervals of a tenth of a second. */
const INSPECTOR_TRIES = 100;

/** @returns current and peak resident memory of a process in MB (Linux only) */
export async function residentMegabytes(pid: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const read = (field: string) =>
		Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
	return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Resets the peak to the current size (proc(5), clear_refs). */
export async function resetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/**
 * Makes a Node.js process collect its garbage, through the inspector that SIGUSR1 starts.
 *
 * @param inspectPort `--inspect-port` of that process
 */
export async function collectGarbage(pid: number, inspectPort: number): Promise<void> {
	process.kill(pid, 'SIGUSR1');
	const inspector = new WebSocket(await inspectorAddress(inspectPort));
	await once(inspector, 'open');
	inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
	await once(inspector, 'message');
	inspector.close();
	await once(inspector, 'close');
}

async function inspectorAddress(port: number): Promise<string> {
	for (let tries = 1; ; tries++) {
		try {
			const response = await fetch(`http://127.0.0.1:${port}/json/list`);
			const [target] = (await response.json()) as Array<{ webSocketDebuggerUrl: string }>;
			return target!.webSocketDebuggerUrl;
		} catch (error) {
			if (tries === INSPECTOR_TRIES) throw error;
			await delay(100);
		}
	}
}
