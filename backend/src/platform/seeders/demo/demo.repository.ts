import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type RawBuilder } from 'kysely';
import { db } from '../../../database.js';

export interface CaseDates {
  signedUp: Date;
  documentsSent: Date;
  documentsDecided: Date;
  paid: Date;
  paymentDecided: Date;
  /** Time of the deactivation, deletion or erasure request. */
  ended: Date;
}

/** Advisory lock of a running seeder. */
const DEMO_LOCK = 7489208;
/** The advisory lock that the transparency log takes for each entry. */
const LOG_LOCK = 7489204;

const timestamp = (date: Date) => sql<Date>`${date}::timestamptz`;
/** Replaces a date that is set. */
const ifSet = (column: RawBuilder<unknown>, date: Date) => sql<Date>`case when ${column} is not null then ${date}::timestamptz end`;

/**
 * The statements of the demo history. The services stamp rows with the database's now(), so these methods change dates afterwards, in the
 * transaction that made the rows. Audit events and consents keep the time at which they were written.
 */
@Injectable()
export class DemoRepository {
  /** Takes the lock of the seeder until the transaction ends. Returns false if another process holds it. */
  async tryLock(em: EntityManager): Promise<boolean> {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(${sql.lit(DEMO_LOCK)}) as locked`.execute(db(em));
    return rows[0]?.locked === true;
  }

  async lockLog(tx: EntityManager): Promise<void> {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOG_LOCK)})`.execute(db(tx));
  }

  async hasBroadcasts(tx: EntityManager): Promise<boolean> {
    return (await db(tx).selectFrom('broadcasts').select('id').limit(1).executeTakeFirst()) !== undefined;
  }

  async findUserId(tx: EntityManager, email: string): Promise<string | null> {
    return (await db(tx).selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id ?? null;
  }

  /** Dates a member's case. */
  async moveDates(tx: EntityManager, userId: string, dates: CaseDates): Promise<void> {
    const { signedUp, documentsSent, documentsDecided, paid, paymentDecided, ended } = dates;
    await db(tx)
      .updateTable('users')
      .set({ updated_at: signedUp, rejected_at: ifSet(sql.ref('rejected_at'), ended) })
      .where('id', '=', userId)
      .execute();
    await db(tx)
      .updateTable('kyc_submissions')
      .set({ submitted_at: documentsSent, decided_at: ifSet(sql.ref('decided_at'), documentsDecided) })
      .where('user_id', '=', userId)
      .execute();
    await db(tx)
      .updateTable('payments')
      .set({ submitted_at: paid, decided_at: ifSet(sql.ref('decided_at'), paymentDecided) })
      .where('user_id', '=', userId)
      .execute();
    await db(tx)
      .updateTable('erasure_requests')
      .set({ requested_at: ended, answer_due_at: sql<Date>`${timestamp(ended)} + interval '1 month'` })
      .where('user_id', '=', userId)
      .execute();
  }

  /** Dates a demo member who was created by this start, once. */
  async moveSignUp(tx: EntityManager, email: string, dates: CaseDates): Promise<void> {
    const user = await db(tx)
      .updateTable('users')
      .set({ created_at: dates.signedUp, email_confirmed_at: dates.signedUp })
      .where('email', '=', email)
      .where('created_at', '>', sql<string>`${timestamp(dates.signedUp)}`)
      .returning('id')
      .executeTakeFirst();
    if (user) await this.moveDates(tx, user.id, dates);
  }

  /** Deletes the emails of a case before the transaction that queued them commits. */
  async withdrawEmails(tx: EntityManager, userId: string): Promise<void> {
    await db(tx)
      .deleteFrom('outbox')
      .where('id', 'in', (eb) => eb.selectFrom('mail_deliveries').select('outbox_id').where('user_id', '=', userId))
      .execute();
  }
}
