import type pg from 'pg';

/**
 * Rows that must not become valid again with a restore: sessions ended since the backup (security T17), used email links, data exports,
 * whose files are not in a backup, and the processes of that time.
 */
const statements = [
  `update sessions set ended_at = now(), end_reason = 'account-changed' where ended_at is null`,
  `update mail_tokens set used_at = now() where used_at is null`,
  `delete from webauthn_challenges`,
  `update data_exports set state = 'expired', step = null, parts = '[]', touched_at = now()
    where state in ('queued', 'running', 'ready')`,
  `delete from review_presences`,
  `delete from process_beats`,
];

export async function resetVolatileRows(client: pg.Client): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
