import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tryLock } from '../../../sandbox/system/file-lock.ts';
import { temporaryFolder } from './temporary-folder.ts';

const MODULE = join(__dirname, '../../../sandbox/system/file-lock.ts');

const folder = temporaryFolder();
const lockFile = () => join(folder.path, 'test.lock');

it('is held until it is released', () => {
	const holder = tryLock(lockFile())!;
	expect(tryLock(lockFile())).toBeUndefined();

	holder.release();

	tryLock(lockFile())!.release();
});

it('is released when its holder is killed', async () => {
	const script = `
		globalThis.lock = (await import(process.argv[1])).tryLock(process.argv[2]);
		console.log('held');
		setInterval(() => {}, 60_000);`;
	const args = ['--input-type=module', '--eval', script, '--', MODULE, lockFile()];
	const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	await once(holder.stdout, 'data');
	expect(tryLock(lockFile())).toBeUndefined();

	holder.kill('SIGKILL');
	await once(holder, 'exit');

	tryLock(lockFile())!.release();
});
