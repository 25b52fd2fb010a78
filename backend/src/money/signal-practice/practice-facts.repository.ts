import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { scaled } from '../../platform/domain/scaled.js';
import { METHODOLOGY } from '../../trading/signals/index.js';
import { entryUntil } from '../profit-share/index.js';
import type { FilledSignal } from './follow-rate.rules.js';

/** The newest signals that count. */
const MAX_SIGNALS = 100_000;

/** Filled signals that have ended: of those that run nothing is public, not even in a sum. */
const filledSignals = (em: EntityManager) =>
  db(em)
    .selectFrom('signals as s')
    .innerJoin('signal_scores as c', (join) => join.onRef('c.signal_id', '=', 's.id').on('c.methodology', '=', METHODOLOGY))
    .where('c.status', '=', 'closed')
    .where('c.closed_at', 'is not', null)
    .where('c.entry_price', '>', '0');

/** Entries of all but one in these signals. */
const entriesBut = (em: EntityManager, userId: string | null) =>
  filledSignals(em)
    .innerJoin('share_entries as e', 'e.signal_id', 's.id')
    .$if(userId !== null, (query) => query.where('e.user_id', '<>', userId!));

export interface EntryCounts {
  members: number;
  signals: number;
  observations: number;
  period: { from: Date; to: Date } | null;
}

/** Reads what was entered of the signals. */
@Injectable()
export class PracticeFactsRepository {
  /** Returns filled signals with what a member entered of each, and their quote. Newest first. */
  async findFilled(em: EntityManager, userId: string): Promise<(FilledSignal & { quote: string })[]> {
    const rows = await filledSignals(em)
      .leftJoin('share_entries as e', (join) => join.onRef('e.signal_id', '=', 's.id').on('e.user_id', '=', userId))
      .select(['s.quote', 's.published_at', 's.recommended_position_size', 'c.closed_at', 'e.qty'])
      .select([entryUntil.as('entry_until'), sql<string>`c.entry_price::text`.as('model_entry')])
      .orderBy('s.published_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(MAX_SIGNALS)
      .execute();
    return rows.map((row) => ({
      quote: row.quote,
      publishedAt: Date.parse(row.published_at),
      entryUntil: Date.parse(row.entry_until),
      endedAt: Date.parse(row.closed_at!),
      modelEntry: scaled(row.model_entry),
      recommendedSize: row.recommended_position_size,
      entryQty: row.qty === null ? 0n : scaled(row.qty),
    }));
  }

  async hasFilled(em: EntityManager): Promise<boolean> {
    return (await filledSignals(em).select('s.id').limit(1).executeTakeFirst()) !== undefined;
  }

  /** Returns when a member's trades were attributed last. Null: never. */
  async findAttributedAt(em: EntityManager, userId: string): Promise<Date | null> {
    const row = await db(em).selectFrom('share_results').select('computed_at').where('user_id', '=', userId).executeTakeFirst();
    return row ? new Date(row.computed_at) : null;
  }

  /** Returns the first day (YYYY-MM-DD) from which all is known of at least one of a member's accounts. */
  async findCompleteFrom(em: EntityManager, userId: string): Promise<string | null> {
    const row = await db(em)
      .selectFrom('portfolio_states as p')
      .innerJoin('exchange_accounts as a', 'a.id', 'p.account_id')
      .select(sql<string | null>`min(p.complete_from)::text`.as('day'))
      .where('a.user_id', '=', userId)
      .executeTakeFirst();
    return row?.day ?? null;
  }

  /** Counts the entries of all members but one. */
  async countEntries(em: EntityManager, without: string | null): Promise<EntryCounts> {
    const row = await entriesBut(em, without)
      .select([
        sql<number>`count(distinct e.user_id)::int`.as('members'),
        sql<number>`count(distinct e.signal_id)::int`.as('signals'),
        sql<number>`count(*)::int`.as('observations'),
        sql<string | null>`min(s.published_at)`.as('first'),
        sql<string | null>`max(c.closed_at)`.as('last'),
      ])
      .executeTakeFirstOrThrow();
    const { first, last, ...counts } = row;
    return { ...counts, period: first === null || last === null ? null : { from: new Date(first), to: new Date(last) } };
  }

  /** Returns the slippages at some places of all, sorted, from 0. */
  async findSlippages(em: EntityManager, without: string | null, places: readonly number[]): Promise<Map<number, bigint>> {
    const rows = await db(em)
      .with('sorted', () =>
        entriesBut(em, without).select(['e.slippage', sql<number>`(row_number() over (order by e.slippage) - 1)::int`.as('place')]),
      )
      .selectFrom('sorted')
      .selectAll()
      .where('place', 'in', [...places])
      .execute();
    return new Map(rows.map(({ place, slippage }) => [place, scaled(slippage)]));
  }
}
