import { once } from 'node:events';
import { endGroup, spawnInGroup } from '../../../sandbox/system/process-group.ts';

/** The output ends when the shell and its children have ended. */
async function startShell(script: string) {
	const { child, exited } = spawnInGroup('sh', ['-c', script], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const output = child.stdout!;
	await once(output, 'data');
	return { child, exited, output, allEnded: once(output, 'end') };
}

it.each([
	['ends a program and what it has started', 'sleep 60 & echo started; wait', 5_000, 'SIGTERM'],
	[
		'kills processes that do not stop within the grace period',
		"trap '' TERM; sleep 60 & echo started; while :; do wait; done",
		50,
		'SIGKILL',
	],
])('%s', async (_name, script, graceMs, signal) => {
	const { child, exited, output, allEnded } = await startShell(script);
	expect(output.readableEnded).toBe(false);

	await endGroup(child, graceMs);

	expect(await exited).toEqual({ code: null, signal });
	await allEnded;
});

it('ends processes that a program has left behind', async () => {
	const { child, exited, output, allEnded } = await startShell('sleep 60 & echo started');
	expect(await exited).toEqual({ code: 0, signal: null });
	expect(output.readableEnded).toBe(false);

	await endGroup(child, 5_000);

	await allEnded;
});
