import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCK_FILE = join(__dirname, '../../../../sandbox/n8n/package-lock.json');

it('n8n is pinned with every package by its hash, independently of the registry', () => {
	const { packages } = JSON.parse(readFileSync(LOCK_FILE, 'utf8'));
	const pinned = Object.entries<Record<string, unknown>>(packages).filter(
		([path, { inBundle }]) => path !== '' && !inBundle,
	);
	expect(pinned.length).toBeGreaterThan(1_000);
	expect(pinned.filter(([, { integrity, resolved }]) => !integrity || resolved)).toEqual([]);
});
