import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { db } from '../../database.js';
import type { FundFeeKind, MandateState } from './fund.entities.js';

export interface Mandate {
  id: string;
  userId: string;
  /** Null: the account was deleted. */
  accountId: string | null;
  state: MandateState;
  termsVersion: string;
  textSha256: string;
  signedName: string | null;
  signedAt: Date;
  decidedAt: Date | null;
  declineReason: string | null;
  startsAt: Date | null;
  openingEquity: string | null;
  endedAt: Date | null;
  /** When admins were told that its valuations are missing. */
  waitingToldAt: Date | null;
}

/** A mandate whose days are counted. */
export type RunningMandate = Mandate & { decidedAt: Date; startsAt: Date; openingEquity: string };

export const isRunning = (mandate: Mandate): mandate is RunningMandate => mandate.state === 'active' || mandate.state === 'ended';

export interface StoredRedemption {
  id: string;
  requestedAt: Date;
  /** Decimal; null: everything. */
  amount: string | null;
  cancelledAt: Date | null;
}

export interface IssuedFee {
  mandateId: string;
  kind: FundFeeKind;
  period: string;
  /** Decimal. */
  amount: string;
  /** Null: nothing was charged. */
  invoiceId: string | null;
}

/** Columns of a Mandate, of the table's alias in a query. */
export const mandateColumns = <Alias extends string>(alias: Alias) =>
  [
    `${alias}.id`,
    `${alias}.user_id as userId`,
    `${alias}.account_id as accountId`,
    `${alias}.state`,
    `${alias}.terms_version as termsVersion`,
    `${alias}.text_sha256 as textSha256`,
    `${alias}.signed_name as signedName`,
    `${alias}.signed_at as signedAt`,
    `${alias}.decided_at as decidedAt`,
    `${alias}.decline_reason as declineReason`,
    `${alias}.starts_at as startsAt`,
    `${alias}.opening_equity as openingEquity`,
    `${alias}.ended_at as endedAt`,
    `${alias}.waiting_told_at as waitingToldAt`,
  ] as const;

/** A page of mandates, by id after `after`; with `ids`, of these alone. */
export interface MandateRange {
  after: string | null;
  ids?: readonly string[];
  limit: number;
}

/** Mandates, redemptions, and which invoices charged their fees. Methods that take `tx` run in the caller's transaction. */
@Injectable()
export class MandateRepository {
  async insert(tx: EntityManager, mandate: NewMandate): Promise<void> {
    const { id, userId, accountId, termsVersion, textSha256, signedName, signedAt } = mandate;
    await db(tx)
      .insertInto('fund_mandates')
      .values({
        id,
        user_id: userId,
        account_id: accountId,
        state: 'signed',
        terms_version: termsVersion,
        text_sha256: textSha256,
        signed_name: signedName,
        signed_at: signedAt,
      })
      .execute();
  }

  async find(em: EntityManager, id: string): Promise<Mandate | null> {
    const row = await mandates(em).where('m.id', '=', id).executeTakeFirst();
    return row ? toMandate(row) : null;
  }

  /** Returns the member's newest mandate. */
  async findOf(em: EntityManager, userId: string): Promise<Mandate | null> {
    return (await this.findAllOf(em, userId, 1))[0] ?? null;
  }

  /** Returns the member's mandates, newest first. */
  async findAllOf(em: EntityManager, userId: string, limit: number): Promise<Mandate[]> {
    const ofMember = mandates(em).where('m.user_id', '=', userId);
    return (await ofMember.orderBy('m.signed_at', 'desc').orderBy('m.id', 'desc').limit(limit).execute()).map(toMandate);
  }

  /** Locks the member's row, as whatever issues or pays invoices does first, and then the mandate. */
  async lock(tx: EntityManager, id: string): Promise<Mandate | null> {
    await db(tx)
      .selectFrom('users')
      .select('id')
      .where('id', '=', (eb) => eb.selectFrom('fund_mandates').select('user_id').where('id', '=', id))
      .forNoKeyUpdate()
      .execute();
    const row = await mandates(tx).where('m.id', '=', id).forNoKeyUpdate().executeTakeFirst();
    return row ? toMandate(row) : null;
  }

  /** Locks mandates as `lock` does, and skips those whose member another transaction has locked. */
  async lockFree(tx: EntityManager, ids: readonly string[]): Promise<Mandate[]> {
    const free = await db(tx)
      .selectFrom('users')
      .select('id')
      .where('id', 'in', (eb) => eb.selectFrom('fund_mandates').select('user_id').where(among('id', ids)))
      .orderBy('id')
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const userIds = free.map(({ id }) => id);
    const rows = await mandates(tx).where(among('m.id', ids)).where(among('m.user_id', userIds)).orderBy('m.id').forNoKeyUpdate().execute();
    return rows.map(toMandate);
  }

  /** Records an admin's decision about a signed mandate. */
  async decide(
    tx: EntityManager,
    id: string,
    decision: { state: 'starting' | 'declined'; at: Date; by: string; startsAt: Date | null; reason: string | null },
  ): Promise<void> {
    await db(tx)
      .updateTable('fund_mandates')
      .set({
        state: decision.state,
        decided_at: decision.at,
        decided_by: decision.by,
        starts_at: decision.startsAt,
        decline_reason: decision.reason,
      })
      .where('id', '=', id)
      .execute();
  }

  /** Fixes the values that mandates start with, by their ids. */
  async open(tx: EntityManager, openingEquity: ReadonlyMap<string, string>): Promise<void> {
    await sql`update fund_mandates m set state = 'active', opening_equity = o.equity
      from unnest(${[...openingEquity.keys()]}::uuid[], ${[...openingEquity.values()]}::numeric[]) as o (id, equity)
      where m.id = o.id`.execute(db(tx));
  }

  /** Ends mandates, by their ids. */
  async end(tx: EntityManager, endedAt: ReadonlyMap<string, Date>): Promise<void> {
    await sql`update fund_mandates m set state = 'ended', ended_at = e.at
      from unnest(${[...endedAt.keys()]}::uuid[], ${[...endedAt.values()].map((at) => at.toISOString())}::timestamptz[]) as e (id, at)
      where m.id = e.id`.execute(db(tx));
  }

  async setWaitingTold(tx: EntityManager, id: string, at: Date | null): Promise<void> {
    await db(tx).updateTable('fund_mandates').set({ waiting_told_at: at }).where('id', '=', id).execute();
  }

  async findRedemptions(em: EntityManager, mandateIds: readonly string[]): Promise<(StoredRedemption & { mandateId: string })[]> {
    const rows = await db(em)
      .selectFrom('fund_redemptions')
      .select(['id', 'mandate_id', 'requested_at', 'amount', 'cancelled_at'])
      .where(among('mandate_id', mandateIds))
      .orderBy('requested_at')
      .orderBy('id')
      .execute();
    return rows.map(({ id, mandate_id, requested_at, amount, cancelled_at }) => ({
      id,
      mandateId: mandate_id,
      requestedAt: new Date(requested_at),
      amount,
      cancelledAt: dateOrNull(cancelled_at),
    }));
  }

  async addRedemption(tx: EntityManager, mandateId: string, { id, requestedAt, amount }: Omit<StoredRedemption, 'cancelledAt'>) {
    await db(tx).insertInto('fund_redemptions').values({ id, mandate_id: mandateId, requested_at: requestedAt, amount }).execute();
  }

  async cancelRedemption(tx: EntityManager, id: string, at: Date): Promise<void> {
    await db(tx).updateTable('fund_redemptions').set({ cancelled_at: at }).where('id', '=', id).execute();
  }

  /** Returns the fees of mandates that were invoiced. */
  async findIssued(em: EntityManager, mandateIds: readonly string[]): Promise<IssuedFee[]> {
    return db(em)
      .selectFrom('fund_invoices')
      .select(['mandate_id as mandateId', 'kind', 'period', 'amount', 'invoice_id as invoiceId'])
      .where(among('mandate_id', mandateIds))
      .orderBy('period')
      .orderBy('kind')
      .execute();
  }

  async addIssued(tx: EntityManager, fees: readonly IssuedFee[]): Promise<void> {
    if (fees.length === 0) return;
    await db(tx)
      .insertInto('fund_invoices')
      .values(
        fees.map(({ mandateId, kind, period, amount, invoiceId }) => ({
          mandate_id: mandateId,
          kind,
          period,
          amount,
          invoice_id: invoiceId,
        })),
      )
      .execute();
  }

  /** Returns mandates whose figures are missing or older than the account's days, the last midnight (`before`) or a payment, by id. */
  async findDue(em: EntityManager, { before, after, ids, limit }: MandateRange & { before: Date }): Promise<string[]> {
    const midnight = before.toISOString();
    const rows = await db(em)
      .selectFrom('fund_mandates as m')
      .leftJoin('fund_results as r', 'r.mandate_id', 'm.id')
      .leftJoin('portfolio_states as s', 's.account_id', 'm.account_id')
      .select('m.id')
      .where('m.state', 'in', ['starting', 'active', 'ended'])
      .where('m.starts_at', '<=', midnight)
      .where((eb) => {
        const isOpen = eb('m.state', '<>', 'ended');
        // The fee of a client who left on such a day waits too.
        const hasWaitingDays = eb('r.waiting_days', '>', 0);
        const hasNewPayment = eb.exists(
          eb
            .selectFrom('fund_invoices as f')
            .innerJoin('invoices as i', 'i.id', 'f.invoice_id')
            .select('f.period')
            .whereRef('f.mandate_id', '=', 'm.id')
            .whereRef('i.paid_at', '>', 'r.computed_at'),
        );
        return eb.or([
          eb('r.mandate_id', 'is', null),
          eb.and([isOpen, eb('r.until_at', '<', midnight)]),
          eb.and([eb.or([isOpen, hasWaitingDays]), eb('s.computed_at', '>', eb.ref('r.portfolio_at'))]),
          hasNewPayment,
        ]);
      })
      .$if(after !== null, (query) => query.where('m.id', '>', after!))
      .$if(ids !== undefined, (query) => query.where(among('m.id', ids!)))
      .orderBy('m.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }
}

type NewMandate = Pick<Mandate, 'id' | 'userId' | 'termsVersion' | 'textSha256' | 'signedAt'> & { accountId: string; signedName: string };

const among = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`;

const mandates = (em: EntityManager) => db(em).selectFrom('fund_mandates as m').select(mandateColumns('m'));

type Row = Omit<Mandate, 'signedAt' | 'decidedAt' | 'startsAt' | 'endedAt' | 'waitingToldAt'> & {
  signedAt: string;
  decidedAt: string | null;
  startsAt: string | null;
  endedAt: string | null;
  waitingToldAt: string | null;
};

export function toMandate(row: Row): Mandate {
  return {
    ...row,
    signedAt: new Date(row.signedAt),
    decidedAt: dateOrNull(row.decidedAt),
    startsAt: dateOrNull(row.startsAt),
    endedAt: dateOrNull(row.endedAt),
    waitingToldAt: dateOrNull(row.waitingToldAt),
  };
}
