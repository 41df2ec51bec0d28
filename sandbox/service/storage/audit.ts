import type { Database } from './database.ts';

type AuditEvent =
	| 'client provisioned'
	| 'refresh token issued'
	| 'first exchanged'
	| 'last exchanged'
	| 'refresh token revoked'
	| 'status set'
	| 'scopes set'
	| 'permission set'
	| 'resource server added'
	| 'resource server removed';

export interface AuditRecord {
	/** ISO 8601, in UTC. */
	at: string;
	event: AuditEvent;
	/** Identifier of the client, organization or resource server. */
	subject: string;
	/** For example the new status, or the identifier of the refresh token. Never a secret. */
	detail: string;
}

export interface Audit {
	/**
	 * Adds a record; call it in the transaction of the change that it describes.
	 *
	 * @param at ISO 8601, in UTC; the current time by default
	 */
	record(event: AuditEvent, subject: string, detail?: string, at?: string): void;
	/** @returns all records, oldest first, or those of one subject */
	list(subject?: string): AuditRecord[];
}

export function createAudit(database: Database): Audit {
	const insert = database.prepare(
		'INSERT INTO audit (at, event, subject, detail) VALUES (?, ?, ?, ?)',
	);
	// The last exchange is stored with the refresh token, so that exchanges do not fill the trail.
	const select = database.prepare(`
		SELECT at, event, subject, detail FROM (
			SELECT id, at, event, subject, detail FROM audit
			UNION ALL
			SELECT NULL, last_used_at, 'last exchanged', client, id FROM refresh_tokens
			WHERE last_used_at IS NOT NULL
		)
		WHERE :subject IS NULL OR subject = :subject
		ORDER BY at, id IS NULL, id`);

	return {
		record: (event, subject, detail = '', at = now()) => {
			insert.run(at, event, subject, detail);
		},
		list: (subject) =>
			select.all({ subject: subject ?? null }).map((row) => ({ ...row }) as unknown as AuditRecord),
	};
}

/** @returns the current time as the database stores it: ISO 8601, in UTC */
export function now(): string {
	return new Date().toISOString();
}
