import { UsageError } from '../errors.ts';
import { type Settings, settingsSchema } from '../settings.ts';
import type { Database } from './database.ts';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Stores settings in the database, so that a change applies to all processes at once. */
export function createSettingsStore(database: Database) {
	const select = database.prepare('SELECT document FROM settings');
	const update = database.prepare(
		'INSERT INTO settings (id, document) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
	);
	let loaded = { text: '{}', settings: settingsSchema.parse({}) };

	const current = () => {
		const text = (select.get()?.['document'] as string | undefined) ?? '{}';
		if (text !== loaded.text) {
			loaded = { text, settings: settingsSchema.parse(JSON.parse(text)) };
		}
		return loaded.settings;
	};
	const write = (changes: Partial<Settings>, readOthers: () => Partial<Settings>) =>
		database.transaction(() => {
			const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
			const settings = parseSettings({ ...readOthers(), ...Object.fromEntries(defined) });
			update.run(JSON.stringify(settings));
			return current();
		});

	return {
		/** The current settings: the same object until any process changes one. */
		current,
		/**
		 * Changes the given settings and keeps the others.
		 *
		 * @throws {UsageError} naming each setting that is unknown or has an invalid value
		 */
		change: (changes: Partial<Settings>) => write(changes, current),
		/** The same, but the others get their defaults. */
		reset: (changes: Partial<Settings> = {}) => write(changes, () => ({})),
	};
}

function parseSettings(values: object): Settings {
	const { data, error } = settingsSchema.safeParse(values);
	if (error === undefined) return data;
	const messages = error.issues.map((issue) =>
		issue.code === 'unrecognized_keys'
			? issue.keys.map(describeUnknown).join(' ')
			: `${issue.path.join('.')}: ${issue.message}.`,
	);
	throw new UsageError(`These settings are invalid. ${messages.join(' ')}`);
}

function describeUnknown(name: string): string {
	const names = Object.keys(settingsSchema.shape);
	const meant = names.find((known) => known.toLowerCase() === name.toLowerCase());
	return `There is no setting ${name}. ${meant === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`}`;
}
