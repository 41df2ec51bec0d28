import type { z } from 'zod/v4';
import { UsageError } from '../errors.ts';
import { type Settings, settingsSchema } from '../settings.ts';
import type { Database } from './database.ts';

export interface SettingsStore {
	/**
	 * The current settings: the same object until any process changes one. Values from another version
	 * of the service that this one cannot use are replaced by defaults.
	 */
	current(): Settings;
	/** Names of the settings in the database that this version cannot use. Any change removes them. */
	unusable(): string[];
	/**
	 * Changes the given settings and keeps the others.
	 *
	 * @throws {UsageError} naming each setting that is unknown or has an invalid value
	 */
	change(changes: Partial<Settings>): Settings;
	/** The same, but the others get their defaults. */
	reset(changes?: Partial<Settings>): Settings;
}

/** Stores settings in the database, so that a change applies to all processes at once. */
export function createSettingsStore(database: Database): SettingsStore {
	const select = database.prepare('SELECT document FROM settings');
	const update = database.prepare(
		'INSERT INTO settings (id, document) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET document = excluded.document',
	);
	let loaded = { text: '{}', ...readSettings({}) };

	const load = () => {
		const text = (select.get()?.['document'] as string | undefined) ?? '{}';
		if (text !== loaded.text) {
			loaded = { text, ...readSettings(JSON.parse(text) as object) };
		}
		return loaded;
	};
	const write = (changes: Partial<Settings>, readOthers: () => Partial<Settings>) =>
		database.transaction(() => {
			const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
			const settings = parseSettings({ ...readOthers(), ...Object.fromEntries(defined) });
			update.run(JSON.stringify(settings));
			return load().settings;
		});

	return {
		current: () => load().settings,
		unusable: () => load().unusable,
		change: (changes) => write(changes, () => load().settings),
		reset: (changes = {}) => write(changes, () => ({})),
	};
}

/** Drops invalid settings, as few as possible. */
function readSettings(document: object): { settings: Settings; unusable: string[] } {
	const usable: Record<string, unknown> = { ...document };
	const unusable: string[] = [];
	for (;;) {
		const { data, error } = settingsSchema.safeParse(usable);
		if (error === undefined) {
			return { settings: data, unusable };
		}
		const named = error.issues.flatMap(settingsOfIssue).filter((name) => name in usable);
		// A setting that is valid by itself may conflict with a default: then drop all.
		for (const name of named.length > 0 ? named : Object.keys(usable)) {
			delete usable[name];
			unusable.push(name);
		}
	}
}

function parseSettings(values: object): Settings {
	const { data, error } = settingsSchema.safeParse(values);
	if (error === undefined) {
		return data;
	}
	const messages = error.issues.map((issue) =>
		issue.code === 'unrecognized_keys'
			? issue.keys.map(describeUnknown).join(' ')
			: `${issue.path.join('.')}: ${issue.message}.`,
	);
	throw new UsageError(`These settings are invalid. ${messages.join(' ')}`);
}

function settingsOfIssue(issue: z.core.$ZodIssue): string[] {
	return issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])];
}

function describeUnknown(name: string): string {
	const names = Object.keys(settingsSchema.shape);
	const meant = names.find((known) => known.toLowerCase() === name.toLowerCase());
	return `There is no setting ${name}. ${meant === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`}`;
}
