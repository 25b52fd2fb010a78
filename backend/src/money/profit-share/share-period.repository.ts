import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { upsertChanged } from './upsert-changed.query.js';

/** The share of a period; decimals. `endsAt` is exclusive. */
export interface StoredPeriod {
  name: string;
  startsAt: Date;
  endsAt: Date;
  profit: string;
  cumulativeProfit: string;
  highWaterMarkBefore: string;
  highWaterMark: string;
  chargeable: string;
  exactShare: string;
  share: string;
  carryForward: string;
  /** Lines closed in the period that are frozen, and their profit as far as it is known. */
  frozenLines: number;
  frozenProfit: string;
}

/** Computed periods of members. */
@Injectable()
export class SharePeriodRepository {
  /** Replaces the periods of a member. */
  async store(tx: EntityManager, userId: string, periods: readonly StoredPeriod[]): Promise<void> {
    const names = periods.map(({ name }) => name);
    await db(tx)
      .deleteFrom('share_periods')
      .where('user_id', '=', userId)
      .where(sql<boolean>`not name = any(${names}::text[])`)
      .execute();
    await upsertChanged(
      tx,
      'share_periods',
      periods.map((period) => ({
        user_id: userId,
        name: period.name,
        starts_at: period.startsAt,
        ends_at: period.endsAt,
        profit: period.profit,
        cumulative_profit: period.cumulativeProfit,
        high_water_mark_before: period.highWaterMarkBefore,
        high_water_mark: period.highWaterMark,
        chargeable: period.chargeable,
        exact_share: period.exactShare,
        share: period.share,
        carry_forward: period.carryForward,
        frozen_lines: period.frozenLines,
        frozen_profit: period.frozenProfit,
      })),
      ['user_id', 'name'],
    );
  }

  /** Returns the periods of a member in order of time. */
  async findOf(em: EntityManager, userId: string): Promise<StoredPeriod[]> {
    const rows = await db(em)
      .selectFrom('share_periods as p')
      .select(periodColumns)
      .where('p.user_id', '=', userId)
      .orderBy('p.ends_at')
      .execute();
    return rows.map(toPeriod);
  }
}

export const periodColumns = [
  'p.name',
  'p.starts_at as startsAt',
  'p.ends_at as endsAt',
  'p.profit',
  'p.cumulative_profit as cumulativeProfit',
  'p.high_water_mark_before as highWaterMarkBefore',
  'p.high_water_mark as highWaterMark',
  'p.chargeable',
  'p.exact_share as exactShare',
  'p.share',
  'p.carry_forward as carryForward',
  'p.frozen_lines as frozenLines',
  'p.frozen_profit as frozenProfit',
] as const;

type PeriodRow = Omit<StoredPeriod, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string };

export const toPeriod = (row: PeriodRow): StoredPeriod => ({ ...row, startsAt: new Date(row.startsAt), endsAt: new Date(row.endsAt) });
