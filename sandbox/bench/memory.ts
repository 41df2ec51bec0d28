import { readFile, writeFile } from 'node:fs/promises';

/** Memory of a process in MB, as Linux counts it. */
export async function residentMegabytes(pid: number): Promise<{ now: number; peak: number }> {
	const status = await readFile(`/proc/${pid}/status`, 'utf8');
	const read = (field: string) =>
		Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024;
	return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Begins the peak anew (proc(5), clear_refs: 5 resets it to the current size). */
export async function resetPeak(pid: number): Promise<void> {
	await writeFile(`/proc/${pid}/clear_refs`, '5');
}
