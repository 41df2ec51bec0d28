import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../system/ports.ts';
import type { BenchN8n } from './bench-n8n.ts';

/** Time until n8n has loaded everything after its start. */
const SETTLE_MS = 5_000;

/** Time from the end of the connection to the end of n8n. */
const EXIT_MS = 5_000;

/** At intervals of a tenth of a second. */
const INSPECTOR_TRIES = 100;

export type StartN8n = (environment: Record<string, string>) => Promise<BenchN8n>;

/**
 * Runs a workflow once in a new n8n.
 *
 * @param publish publishes the workflow and returns a function that runs it
 * @param nodeOptions NODE_OPTIONS of n8n's process
 * @returns memory in MB beyond that of the idle n8n, at the peak and retained after a final garbage
 *   collection, and the time in ms; undefined if n8n has run out of memory
 */
export async function measurePeak(
	startN8n: StartN8n,
	publish: (n8n: BenchN8n) => Promise<() => Promise<unknown>>,
	nodeOptions = '',
): Promise<{ peak: number; retained: number; durationMs: number } | undefined> {
	const [inspectPort] = await freePorts(1);
	const n8n = await startN8n({ NODE_OPTIONS: `--inspect-port=${inspectPort} ${nodeOptions}` });
	try {
		const run = await publish(n8n);
		await delay(SETTLE_MS);
		// Garbage from the start must not distort the measurement.
		await collectGarbage(n8n.pid, inspectPort!);
		const { now: idle } = await residentMegabytes(n8n.pid);
		// Resets the peak to the current size (proc(5)).
		await writeFile(`/proc/${n8n.pid}/clear_refs`, '5');
		const startedAt = performance.now();
		try {
			await run();
		} catch (error) {
			// V8 aborts a process that is out of memory.
			const exit = await Promise.race([n8n.exited, delay(EXIT_MS)]);
			if (exit?.signal === 'SIGABRT') return undefined;
			throw error;
		}
		const durationMs = performance.now() - startedAt;
		const { peak } = await residentMegabytes(n8n.pid);
		await collectGarbage(n8n.pid, inspectPort!);
		const { now: retained } = await residentMegabytes(n8n.pid);
		return { peak: peak - idle, retained: retained - idle, durationMs };
	} finally {
		await n8n.stop();
	}
}

/** @returns current and peak resident memory of a process in MB (Linux only) */
async function residentMegabytes(pid: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const read = (field: string) =>
		Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
	return { now: read('VmRSS'), peak: read('VmHWM') };
}

/**
 * Makes a Node.js process collect its garbage, through the inspector that SIGUSR1 starts.
 *
 * @param inspectPort `--inspect-port` of that process
 */
async function collectGarbage(pid: number, inspectPort: number): Promise<void> {
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
