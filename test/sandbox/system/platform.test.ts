import { once } from 'node:events';
import { endGroup, spawnInGroup } from '../../../sandbox/system/platform.ts';

/** A program that starts another one, which keeps the output open. */
const parent = (then: string, first = '') => `
	${first}
	require('node:child_process')
		.spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'inherit' })
		.on('spawn', () => { console.log('started'); ${then} });`;

it.each([
	['ends a program and what it has started', parent(''), 60_000, null, 'SIGTERM'],
	['kills what does not stop', parent('', "process.on('SIGTERM', () => {})"), 50, null, 'SIGKILL'],
	['ends what a program has left behind', parent('process.exit()'), 60_000, 0, null],
] as const)('%s', async (_name, script, graceMs, code, signal) => {
	// Windows does not know whose child it was.
	if (code === 0 && process.platform === 'win32') return;
	const { child, exited } = spawnInGroup(process.execPath, ['-e', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const output = child.stdout!;
	const allEnded = once(output, 'end');
	await once(output, 'data');
	if (code === 0) await exited;
	expect(output.readableEnded).toBe(false);
	await endGroup(child, graceMs);
	expect(await exited).toEqual({ code, signal });
	await allEnded;
});

it('closes the channel to a program that has one, which can then end by itself', async () => {
	const script = "console.log('started'); process.on('disconnect', () => process.exit(7))";
	const { child, exited } = spawnInGroup(process.execPath, ['-e', script], {
		stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
	});
	await once(child.stdout!, 'data');
	await endGroup(child, 60_000);
	expect(await exited).toEqual({ code: 7, signal: null });
});
