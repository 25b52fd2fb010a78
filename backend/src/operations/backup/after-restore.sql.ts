import type pg from 'pg';

/**
 * What was true at the instant of the backup and must not be true again. Sessions that were ended since would live again (security T17),
 * mailed links that were used would work again; copies of members' data are not in a backup, and the processes of that time do not run.
 */
const statements = [
  `update sessions set ended_at = now(), end_reason = 'account-changed' where ended_at is null`,
  `update mail_tokens set used_at = now() where used_at is null`,
  `delete from webauthn_challenges`,
  `update data_exports set state = 'expired', step = null, parts = '[]', touched_at = now() where state in ('queued', 'running', 'ready')`,
  `delete from review_presences`,
  `delete from process_beats`,
];

export async function makeAfresh(client: pg.Client): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
