import type { EntityManager } from '@mikro-orm/postgresql';

export interface CaseDates {
  signedUp: Date;
  documentsSent: Date;
  documentsDecided: Date;
  paid: Date;
  paymentDecided: Date;
  /** Deactivated, deleted, or asked to be erased. */
  ended: Date;
}

/**
 * Sets when a demo member's case happened, in the transaction that made it. The services stamp such rows with the database's now(), which
 * nobody can set; what was recorded of them (audit events, consents) keeps the time at which it was really written.
 */
export async function moveDates(tx: EntityManager, userId: string, dates: CaseDates): Promise<void> {
  const { signedUp, documentsSent, documentsDecided, paid, paymentDecided, ended } = dates;
  await tx.execute(
    'update users set updated_at = ?, rejected_at = case when rejected_at is not null then ?::timestamptz end where id = ?',
    [signedUp, ended, userId],
  );
  await tx.execute(
    `update kyc_submissions set submitted_at = ?, decided_at = case when decided_at is not null then ?::timestamptz end where user_id = ?`,
    [documentsSent, documentsDecided, userId],
  );
  await tx.execute(
    `update payments set submitted_at = ?, decided_at = case when decided_at is not null then ?::timestamptz end where user_id = ?`,
    [paid, paymentDecided, userId],
  );
  await tx.execute(
    `update erasure_requests set requested_at = ?::timestamptz, answer_due_at = ?::timestamptz + interval '1 month' where user_id = ?`,
    [ended, ended, userId],
  );
}

/** Does the same for a demo member who came with this start, once. */
export async function moveSignUp(tx: EntityManager, email: string, dates: CaseDates): Promise<void> {
  const [user] = await tx.execute<{ id: string }[]>(
    `update users set created_at = ?::timestamptz, email_confirmed_at = ?::timestamptz where email = ? and created_at > ?::timestamptz returning id`,
    [dates.signedUp, dates.signedUp, email, dates.signedUp],
  );
  if (user) await moveDates(tx, user.id, dates);
}

/**
 * Removes the emails about a case before the transaction that queued them commits: nobody is written to about a past that did not happen.
 */
export async function withdrawEmails(tx: EntityManager, userId: string): Promise<void> {
  await tx.execute('delete from outbox where id in (select outbox_id from mail_deliveries where user_id = ?)', [userId]);
}
