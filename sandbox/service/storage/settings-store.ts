import { UsageError } from '../errors.ts';
import { type Settings, settingsSchema } from '../settings.ts';
import type { Documents } from './documents.ts';

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Stores settings in the database, so that a change applies to a running service at once. */
export function createSettingsStore(documents: Documents) {
	let loaded = { text: '{}', settings: settingsSchema.parse({}) };

	const current = () => {
		const text = documents.read('settings') ?? '{}';
		if (text !== loaded.text) {
			// Settings of an earlier version may not be valid any more, such as a shape that was renamed.
			const { data } = settingsSchema.safeParse(JSON.parse(text));
			loaded = { text, settings: data ?? settingsSchema.parse({}) };
		}
		return loaded.settings;
	};
	return {
		/** The current settings: the same object until any process changes one. */
		current,
		/**
		 * Changes the given settings and keeps the others.
		 *
		 * @throws {UsageError} naming each setting that is unknown or has an invalid value
		 */
		change(changes: Partial<Settings>): Settings {
			const settings = parseSettings({ ...current(), ...changes });
			documents.write('settings', JSON.stringify(settings));
			return current();
		},
	};
}

function parseSettings(values: object): Settings {
	const { data, error } = settingsSchema.safeParse(values);
	if (error === undefined) return data;
	const names = Object.keys(settingsSchema.shape).join(', ');
	const messages = error.issues.map((issue) =>
		issue.code === 'unrecognized_keys'
			? `There is no setting ${issue.keys.join(' or ')}. There are ${names}.`
			: `${issue.path.join('.')}: ${issue.message}.`,
	);
	throw new UsageError(`These settings are invalid. ${messages.join(' ')}`);
}
