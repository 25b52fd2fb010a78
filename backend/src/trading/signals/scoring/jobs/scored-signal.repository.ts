import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { decimalText, epochSeconds } from '../../../../platform/persistence/column.query.js';
import { db } from '../../../../database.js';
import { marketOfSignal, venueOfSignal } from '../../signal-market.query.js';
import { toScoredSignal, type ScoredSignal, type SignalPair } from './scored-signal.mapper.js';
import { finalStatuses, METHODOLOGY } from './signal-score.entity.js';

// Reads of signals `s` with their current score `x`, for scoring. Functions take the entity manager of their job.

const withScore = (em: EntityManager) =>
  db(em)
    .selectFrom('signals as s')
    .leftJoin('signal_scores as x', (join) => join.onRef('x.signal_id', '=', 's.id').on('x.methodology', '=', METHODOLOGY));

const isOpen = sql<SqlBool>`(x.status is null or x.status not in (${sql.join(finalStatuses.map((status) => sql.lit(status)))}))`;

const scoredSignals = (em: EntityManager) =>
  withScore(em)
    .select(['s.id', 's.side', 's.trailing_stop_loss as trail', 'x.status'])
    .select((eb) => [
      decimalText(eb.ref('s.entry_price')).as('entry'),
      decimalText(eb.ref('s.stop_loss')).as('stop'),
      decimalText(eb.ref('s.take_profit_1')).as('first'),
      decimalText(eb.ref('s.take_profit_2')).as('second'),
      decimalText(eb.ref('s.take_profit_3')).as('third'),
      epochSeconds(eb.ref('s.published_at')).as('publishedAt'),
      epochSeconds(eb.ref('s.projected_closure_at')).as('closesAt'),
      sql<string | null>`x.updated_at::text`.as('writtenAt'),
    ]);

const ofPair = (em: EntityManager, { venue, market, base, quote }: SignalPair) =>
  scoredSignals(em)
    .where('s.base', '=', base)
    .where('s.quote', '=', quote)
    .where(venueOfSignal, '=', venue)
    .where(marketOfSignal, '=', market)
    .orderBy('s.id');

/** Returns the open signals of a pair, ordered by id. */
export async function findOpenSignals(em: EntityManager, pair: SignalPair, limit: number): Promise<ScoredSignal[]> {
  const rows = await ofPair(em, pair).where(isOpen).limit(limit).execute();
  return rows.map((row) => toScoredSignal(row, pair));
}

/** Returns the signals of a pair with ids after `after`, published since `from`, ordered by id. */
export async function findSignalsAfter(
  em: EntityManager,
  pair: SignalPair,
  { after, from, limit }: { after: string; from: string; limit: number },
): Promise<ScoredSignal[]> {
  const rows = await ofPair(em, pair).where('s.id', '>', after).where('s.published_at', '>=', from).limit(limit).execute();
  return rows.map((row) => toScoredSignal(row, pair));
}

export async function findScoredSignal(em: EntityManager, id: string): Promise<(ScoredSignal & { pair: SignalPair }) | null> {
  const row = await scoredSignals(em)
    .select(['s.base', 's.quote', venueOfSignal.as('venue'), marketOfSignal.as('market')])
    .where('s.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { venue, market, base, quote } = row;
  const pair = { venue, market, base, quote };
  return { ...toScoredSignal(row, pair), pair };
}

/** Returns a signal's pair and the seconds at which its life begins and ends or is projected to end. */
export async function findLifespan(em: EntityManager, id: string) {
  const row = await withScore(em)
    .select(['s.base', 's.quote', venueOfSignal.as('venue'), marketOfSignal.as('market')])
    .select((eb) => [
      epochSeconds(eb.ref('s.published_at')).as('begins'),
      epochSeconds(eb.fn.coalesce('x.closed_at', 's.projected_closure_at')).as('closes'),
    ])
    .where('s.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Returns pairs with open signals. Pairs that the venue does not list are due once an hour, because they may be listed later. */
export function findDuePairs(em: EntityManager, limit: number): Promise<SignalPair[]> {
  return withScore(em)
    .select([venueOfSignal.as('venue'), marketOfSignal.as('market'), 's.base', 's.quote'])
    .distinct()
    .where(isOpen)
    .where((eb) =>
      eb.or([
        eb('x.status', 'is distinct from', 'unscored'),
        eb.and([eb('x.updated_at', '<', sql<string>`now() - interval '1 hour'`), eb('s.projected_closure_at', '>', sql<string>`now()`)]),
      ]),
    )
    .limit(limit)
    .execute();
}

/** Returns all pairs of signals published since `from`, with the seconds from the first publication to the last closure or now. */
export function findPairsSince(em: EntityManager, from: string): Promise<(SignalPair & { from: number; to: number })[]> {
  return db(em)
    .selectFrom('signals as s')
    .select([venueOfSignal.as('venue'), marketOfSignal.as('market'), 's.base', 's.quote'])
    .select((eb) => [
      epochSeconds(eb.fn.min<string>('s.published_at')).as('from'),
      sql<number>`extract(epoch from least(max(s.projected_closure_at), now()))::float8`.as('to'),
    ])
    .where('s.published_at', '>=', from)
    .groupBy([venueOfSignal, marketOfSignal, 's.base', 's.quote'])
    .orderBy(venueOfSignal)
    .orderBy(marketOfSignal)
    .orderBy('s.base')
    .orderBy('s.quote')
    .execute();
}
