import { once } from 'node:events';
import { endGroup, spawnInGroup } from '../../../sandbox/system/process-group.ts';

/**
 * Runs a shell script that starts a child process and prints a line. The output ends when both the
 * shell and its child have ended.
 */
async function shellWithChild(script: string) {
	const { child, exited } = spawnInGroup('sh', ['-c', script], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const output = child.stdout!;
	await once(output, 'data');
	return { child, exited, allEnded: once(output, 'end'), isEnded: () => output.readableEnded };
}

it('ends a program and everything that it has started', async () => {
	const { child, exited, allEnded, isEnded } = await shellWithChild(
		'sleep 60 & echo started; wait',
	);
	expect(isEnded()).toBe(false);

	await endGroup(child, 5_000);

	expect(await exited).toEqual({ code: null, signal: 'SIGTERM' });
	await allEnded;
});

it('kills processes that do not stop within the grace period', async () => {
	const { child, exited, allEnded } = await shellWithChild(
		"trap '' TERM; sleep 60 & echo started; while :; do wait; done",
	);

	await endGroup(child, 50);

	expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
	await allEnded;
});

it('ends processes that a program has left behind', async () => {
	const { child, exited, allEnded, isEnded } = await shellWithChild('sleep 60 & echo started');
	expect(await exited).toEqual({ code: 0, signal: null });
	expect(isEnded()).toBe(false);

	await endGroup(child, 5_000);

	await allEnded;
});

it('rejects if the program does not exist', async () => {
	const { child, exited } = spawnInGroup('no-such-program', [], {});

	await expect(exited).rejects.toMatchObject({ code: 'ENOENT' });
	await endGroup(child, 5_000);
});
