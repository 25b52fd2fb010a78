import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { plainDecimal } from '../../platform/domain/scaled.js';
import type { KnownFollowRate, KnownSlippage, SignalPractice } from './signal-practice.types.js';

/** The stored figures. */
@Injectable()
export class SignalPracticeRepository {
  /** Stores figures, unless those that are stored were computed later. */
  async store(em: EntityManager, { computedAt, managerId, follow, slippage }: SignalPractice): Promise<void> {
    const row = { computed_at: computedAt, manager_id: managerId, ...followColumns(follow), ...slippageColumns(slippage) };
    await db(em)
      .insertInto('signal_practice')
      .values({ id: 1, ...row })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(row)
          .where('signal_practice.computed_at', '<=', sql<string>`excluded.computed_at`),
      )
      .execute();
  }

  /** Null: nothing has been computed so far. */
  async find(em: EntityManager): Promise<SignalPractice | null> {
    const row = await db(em).selectFrom('signal_practice').selectAll().executeTakeFirst();
    if (!row) return null;
    const period = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
    return {
      computedAt: new Date(row.computed_at),
      managerId: row.manager_id,
      follow:
        row.follow_unknown === null
          ? {
              unknown: null,
              known: {
                filled: row.filled!,
                followed: row.followed!,
                tooSmall: row.too_small!,
                unsized: row.unsized!,
                notEntered: row.not_entered!,
                outside: row.outside!,
                period: period(row.follow_from!, row.follow_to!),
              },
            }
          : { unknown: row.follow_unknown, known: null },
      slippage:
        row.slippage_unknown === null
          ? {
              unknown: null,
              known: {
                members: row.members!,
                signals: row.signals!,
                observations: row.observations!,
                median: plainDecimal(row.median!),
                p10: plainDecimal(row.p10!),
                p90: plainDecimal(row.p90!),
                period: period(row.slippage_from!, row.slippage_to!),
              },
            }
          : { unknown: row.slippage_unknown, known: null },
    };
  }
}

/** Columns that are not given become null: a figure that is no longer known must not stay. */
const followColumns = ({ unknown, known }: { unknown: SignalPractice['follow']['unknown']; known: KnownFollowRate | null }) => ({
  follow_unknown: unknown,
  filled: known?.filled ?? null,
  followed: known?.followed ?? null,
  too_small: known?.tooSmall ?? null,
  unsized: known?.unsized ?? null,
  not_entered: known?.notEntered ?? null,
  outside: known?.outside ?? null,
  follow_from: known?.period.from ?? null,
  follow_to: known?.period.to ?? null,
});

const slippageColumns = ({ unknown, known }: { unknown: SignalPractice['slippage']['unknown']; known: KnownSlippage | null }) => ({
  slippage_unknown: unknown,
  members: known?.members ?? null,
  signals: known?.signals ?? null,
  observations: known?.observations ?? null,
  median: known?.median ?? null,
  p10: known?.p10 ?? null,
  p90: known?.p90 ?? null,
  slippage_from: known?.period.from ?? null,
  slippage_to: known?.period.to ?? null,
});
