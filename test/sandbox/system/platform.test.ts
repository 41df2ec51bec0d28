import { once } from 'node:events';
import { endGroup, spawnInGroup } from '../../../sandbox/system/platform.ts';

const WAIT = 'setTimeout(() => {}, 60_000)';

/** A program that starts another one, which keeps the output open. */
const parent = (then: string, first = '') => `
	${first}
	require('node:child_process').spawn(process.execPath, ['-e', '${WAIT}'], { stdio: 'inherit' })
		.on('spawn', () => console.log('started'))
		.on('spawn', () => { ${then} });`;

async function startProgram(script: string, stdio: 'ignore' | 'ipc' = 'ignore') {
	const { child, exited } = spawnInGroup(process.execPath, ['-e', script], {
		stdio: [
			stdio === 'ipc' ? 'ignore' : stdio,
			'pipe',
			'inherit',
			...(stdio === 'ipc' ? [stdio] : []),
		],
	});
	const output = child.stdout!;
	await once(output, 'data');
	return { child, exited, output, allEnded: once(output, 'end') };
}

it.each([
	['ends a program and what it has started', '', 60_000, 'SIGTERM'],
	[
		'kills what does not stop in the grace period',
		"process.on('SIGTERM', () => {})",
		50,
		'SIGKILL',
	],
])('%s', async (_name, first, graceMs, signal) => {
	const { child, exited, output, allEnded } = await startProgram(parent('', first));
	expect(output.readableEnded).toBe(false);

	await endGroup(child, graceMs);

	expect(await exited).toEqual({ code: null, signal });
	await allEnded;
});

// Windows does not know whose children they were.
const onPosix = process.platform === 'win32' ? it.skip : it;

onPosix('ends processes that a program has left behind', async () => {
	const { child, exited, output, allEnded } = await startProgram(parent('process.exit()'));
	expect(await exited).toEqual({ code: 0, signal: null });
	expect(output.readableEnded).toBe(false);

	await endGroup(child, 60_000);

	await allEnded;
});

it('closes the channel to a program that has one, which can then end by itself', async () => {
	const script = "console.log('started'); process.on('disconnect', () => process.exit(7))";
	const { child, exited } = await startProgram(script, 'ipc');

	await endGroup(child, 60_000);

	expect(await exited).toEqual({ code: 7, signal: null });
});
