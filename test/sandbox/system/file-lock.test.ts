import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tryLock } from '../../../sandbox/system/file-lock.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MODULE = join(__dirname, '../../../sandbox/system/file-lock.ts');

const folder = temporaryFolder();

it('is held until it is released, or until its holder is killed', async () => {
	const file = join(folder, 'test.lock');
	const script = `
		globalThis.lock = (await import(process.argv[1])).tryLock(process.argv[2]);
		console.log('held');
		setInterval(() => {}, 60_000);`;
	const args = ['--input-type=module', '--eval', script, '--', MODULE, file];
	const holder = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	await once(holder.stdout, 'data');
	expect(tryLock(file)).toBeUndefined();
	holder.kill('SIGKILL');
	await once(holder, 'exit');

	const own = tryLock(file)!;
	expect(tryLock(file)).toBeUndefined();
	own.release();
	tryLock(file)!.release();
});
