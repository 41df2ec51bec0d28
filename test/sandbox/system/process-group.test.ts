import { once } from 'node:events';
import { endGroup, spawnInGroup } from '../../../sandbox/system/process-group.ts';

/**
 * Runs a shell script that starts a child and says so. Its output ends when the shell and the child,
 * who share it, have both ended.
 */
async function shellWithChild(script: string) {
	const { child, exited } = spawnInGroup('sh', ['-c', script], {
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const output = child.stdout!;
	await once(output, 'data');
	return { child, exited, allEnded: once(output, 'end'), isEnded: () => output.readableEnded };
}

it('ends a program with all that it has started', async () => {
	const { child, exited, allEnded, isEnded } = await shellWithChild(
		'sleep 60 & echo started; wait',
	);
	expect(isEnded()).toBe(false);

	await endGroup(child, 5_000);

	expect(await exited).toEqual({ code: null, signal: 'SIGTERM' });
	await allEnded;
});

it('kills what does not stop within the grace period', async () => {
	const { child, exited, allEnded } = await shellWithChild(
		"trap '' TERM; sleep 60 & echo started; while :; do wait; done",
	);

	await endGroup(child, 50);

	expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
	await allEnded;
});

it('ends what a program has left behind', async () => {
	const { child, exited, allEnded, isEnded } = await shellWithChild('sleep 60 & echo started');
	expect(await exited).toEqual({ code: 0, signal: null });
	expect(isEnded()).toBe(false);

	await endGroup(child, 5_000);

	await allEnded;
});

it('reports a program that does not exist', async () => {
	const { child, exited } = spawnInGroup('no-such-program', [], {});

	await expect(exited).rejects.toMatchObject({ code: 'ENOENT' });
	await endGroup(child, 5_000);
});
