import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tryLock, waitForLock } from '../../../sandbox/system/file-lock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const lockFile = () => join(folder.path, 'test.lock');

it('cannot be acquired while it is held', () => {
	const lock = tryLock(lockFile());

	expect(tryLock(lockFile())).toBeUndefined();
	lock!.release();
	tryLock(lockFile())!.release();
});

it('waits until the lock is free, and reports once that it waits', async () => {
	const onWait = jest.fn();
	const holder = tryLock(lockFile())!;

	const waiting = waitForLock(lockFile(), onWait);
	holder.release();

	(await waiting).release();
	expect(onWait).toHaveBeenCalledTimes(1);
});

it('stops waiting when the signal aborts', async () => {
	const holder = tryLock(lockFile())!;
	const reason = new Error('stopped');

	await expect(waitForLock(lockFile(), () => undefined, AbortSignal.abort(reason))).rejects.toBe(
		reason,
	);
	holder.release();
});

it('is released when its holder is killed', async () => {
	const holder = spawn(
		process.execPath,
		[
			'--input-type=module-typescript',
			'-e',
			`import { tryLock } from ${JSON.stringify(join(__dirname, '../../../sandbox/system/file-lock.ts'))};
			globalThis.lock = tryLock(${JSON.stringify(lockFile())});
			console.log('held');
			setInterval(() => {}, 60_000);`,
		],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	);
	await once(holder.stdout, 'data');
	expect(tryLock(lockFile())).toBeUndefined();

	holder.kill('SIGKILL');
	await once(holder, 'exit');

	tryLock(lockFile())!.release();
});
