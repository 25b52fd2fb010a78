import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';

/** Versions of what a share is computed from. Equal versions: nothing has changed. */
export interface InputVersions {
  /** Rows of the member's accounts: counts every write of a sync. */
  trades: number;
  /** Counts disputes that were opened and closed, and invoices. */
  changes: number;
  /** Signals and periods, which are the same for all members. */
  rules: string;
}

export interface NewResult {
  computedAt: Date;
  versions: InputVersions;
  /** JSON, as members download it. */
  caseFile: string;
}

export interface ShareState {
  computedAt: Date;
  /** Trades or disputes have changed since. */
  isBehind: boolean;
}

const tradesVersion = (user: string) =>
  sql<number>`(select coalesce(sum(coalesce(s.marks, 0) + 1), 0)::int from exchange_accounts a
    left join portfolio_states s on s.account_id = a.id where a.user_id = ${sql.ref(user)})`;
const changesVersion = (user: string) =>
  sql<number>`((select count(*) + count(d.closed_at) from share_disputes d where d.user_id = ${sql.ref(user)})
    + (select count(*) from share_invoices i where i.user_id = ${sql.ref(user)}))::int`;

/** From what the share of each member was computed last, and whom it has to be computed of again. */
@Injectable()
export class ShareResultRepository {
  /** Returns the present versions of a member's inputs. `rules`: as `ShareSignalsRepository` and `SharePeriodsReader` tell them. */
  async findVersions(em: EntityManager, userId: string, rules: string): Promise<InputVersions> {
    const row = await db(em)
      .selectFrom('users as u')
      .select([tradesVersion('u.id').as('trades'), changesVersion('u.id').as('changes')])
      .where('u.id', '=', userId)
      .executeTakeFirst();
    return { trades: row?.trades ?? 0, changes: row?.changes ?? 0, rules };
  }

  /**
   * Returns members of the trade club whose share is missing, was computed from other inputs, or before `midnight`: prices of coins that
   * fees were paid in arrive later. By id after `after`.
   */
  async findDue(
    em: EntityManager,
    { rules, midnight, after, limit }: { rules: string; midnight: Date; after: string | null; limit: number },
  ): Promise<string[]> {
    const rows = await db(em)
      .selectFrom('users as u')
      .leftJoin('share_results as r', 'r.user_id', 'u.id')
      .select('u.id')
      .where('u.role', '=', 'trade club')
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('exchange_accounts as a')
            .select('a.id')
            .whereRef('a.user_id', '=', 'u.id')
            .where('a.last_synced_at', 'is not', null),
        ),
      )
      .where((eb) =>
        eb.or([
          eb('r.user_id', 'is', null),
          eb('r.computed_at', '<', midnight.toISOString()),
          eb('r.rules_version', '<>', rules),
          eb('r.trades_version', '<>', tradesVersion('u.id')),
          eb('r.changes_version', '<>', changesVersion('u.id')),
        ]),
      )
      .$if(after !== null, (query) => query.where('u.id', '>', after!))
      .orderBy('u.id')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Locks the member's row, as whatever issues or pays invoices does first. False: there is no such member with an account any more. */
  async lockMember(tx: EntityManager, userId: string): Promise<boolean> {
    await db(tx).selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const account = await db(tx).selectFrom('exchange_accounts').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
    return account !== undefined;
  }

  /** Stores a result. False: what is stored was computed later. */
  async store(tx: EntityManager, userId: string, { computedAt, versions, caseFile }: NewResult): Promise<boolean> {
    const row = {
      computed_at: computedAt,
      trades_version: versions.trades,
      changes_version: versions.changes,
      rules_version: versions.rules,
      case_file: caseFile,
    };
    const stored = await db(tx)
      .insertInto('share_results')
      .values({ user_id: userId, ...row })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(row)
          .where('share_results.computed_at', '<=', sql<string>`excluded.computed_at`),
      )
      .returning('user_id')
      .executeTakeFirst();
    return stored !== undefined;
  }

  async findState(em: EntityManager, userId: string): Promise<ShareState | null> {
    const row = await db(em)
      .selectFrom('share_results as r')
      .select('r.computed_at')
      .select((eb) =>
        eb
          .or([eb('r.trades_version', '<>', tradesVersion('r.user_id')), eb('r.changes_version', '<>', changesVersion('r.user_id'))])
          .as('is_behind'),
      )
      .where('r.user_id', '=', userId)
      .executeTakeFirst();
    return row ? { computedAt: new Date(row.computed_at), isBehind: Boolean(row.is_behind) } : null;
  }

  async findCaseFile(em: EntityManager, userId: string): Promise<string | null> {
    const row = await db(em).selectFrom('share_results').select('case_file').where('user_id', '=', userId).executeTakeFirst();
    return row?.case_file ?? null;
  }

  /** Returns what the figures were computed from, unless a dispute or an invoice has changed them since. */
  async findCurrentCase(tx: EntityManager, userId: string): Promise<string | null> {
    const row = await db(tx)
      .selectFrom('share_results as r')
      .select('r.case_file')
      .where('r.user_id', '=', userId)
      .where((eb) => eb('r.changes_version', '=', changesVersion('r.user_id')))
      .executeTakeFirst();
    return row?.case_file ?? null;
  }

  /** Returns how many members' figures were computed by other rules. */
  async countBehind(em: EntityManager, rules: string): Promise<number> {
    const row = await db(em)
      .selectFrom('share_results')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('rules_version', '<>', rules)
      .executeTakeFirstOrThrow();
    return row.count;
  }
}
