import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCommunityPackage } from '../../../sandbox/n8n/community-package.ts';
import { temporaryFolder } from '../system/temporary-folder.ts';

const folder = temporaryFolder();

it('recognizes the package that n8n has by the hash in its name', async () => {
	const has = (hash: string) =>
		hasCommunityPackage({ tarball: `/package/node-0.1.0-${hash}.tgz`, userFolder: folder.path });
	expect(await has('aaa')).toBe(false);

	mkdirSync(join(folder.path, '.n8n/nodes'), { recursive: true });
	const dependencies = { node: 'file:../../../package/node-0.1.0-aaa.tgz' };
	writeFileSync(join(folder.path, '.n8n/nodes/package.json'), JSON.stringify({ dependencies }));

	expect(await has('aaa')).toBe(true);
	expect(await has('bbb')).toBe(false);
});
