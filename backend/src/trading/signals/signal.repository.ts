import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { decimalText } from '../../platform/persistence/column.query.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import { db, type Database } from '../../database.js';
import { isMarked, type MarkFilter } from './marks/signal-mark.repository.js';
import { hasEnded, type Phase } from './signal-phase.query.js';
import { signalMatches } from './signal-search.query.js';
import type { Side, SignalTerms } from './signal.input.js';

export interface PublishedSignal extends Omit<SignalTerms, 'projectedClosureAt'> {
  id: string;
  publishedAt: Date;
}

export const signalSorts = ['publishedAt', 'createdAt', 'id', 'asset', 'date'] as const;
export type SignalSort = (typeof signalSorts)[number];

export interface SignalFilter {
  id?: string[];
  q?: string;
  /** As typed or canonical: `BTCUSDT` finds `BTC/USDT`. */
  asset?: { base: string; quote: string };
  side?: Side;
  status?: Phase;
  /** As this user marked it. */
  marked?: { userId: string; mark: MarkFilter };
  /** As typed. */
  timeFrame?: string;
  riskLevel?: string;
}

/** `createdAt` is another name of `publishedAt`. */
const sortColumns: Record<SignalSort, (keyof Database['signals'])[]> = {
  publishedAt: ['published_at', 'id'],
  createdAt: ['published_at', 'id'],
  id: ['id'],
  asset: ['base', 'quote', 'id'],
  date: ['date', 'time', 'id'],
};

/** Selects the published fields of signals. */
export const selectSignals = (em: EntityManager) =>
  db(em)
    .selectFrom('signals')
    .select([
      'id',
      'asset',
      'base',
      'quote',
      'trade_type as tradeType',
      'side',
      'time_frame as timeFrame',
      'risk_level as riskLevel',
      'leverage',
      'leverage_factor as leverageFactor',
      'recommended_position_size as recommendedPositionSize',
      'duration',
      'trailing_stop_loss as trailingStopLoss',
      'market_condition as marketCondition',
      'signal_message as signalMessage',
      'date',
      'time',
      'projected_date_of_closure as projectedDateOfClosure',
      'published_at as publishedAt',
    ])
    .select((eb) => [
      decimalText(eb.ref('current_price')).as('currentPrice'),
      decimalText(eb.ref('entry_price')).as('entryPrice'),
      decimalText(eb.ref('stop_loss')).as('stopLoss'),
      decimalText(eb.ref('take_profit_1')).as('takeProfit1'),
      decimalText(eb.ref('take_profit_2')).as('takeProfit2'),
      decimalText(eb.ref('take_profit_3')).as('takeProfit3'),
    ]);

type SignalRow = Omit<PublishedSignal, 'publishedAt'> & { publishedAt: string };

/** Every read of published signals for people. */
@Injectable()
export class SignalRepository {
  constructor(private readonly em: EntityManager) {}

  findNewest(page: Page, filter: Pick<SignalFilter, 'side' | 'status' | 'marked' | 'q'> = {}): Promise<PageOf<PublishedSignal>> {
    return this.findPage({ ...page, sort: 'publishedAt', order: 'DESC', filter });
  }

  async findPage({ sort, order, offset, limit, filter }: ListQuery<SignalSort, SignalFilter>): Promise<PageOf<PublishedSignal>> {
    const rows = selectSignals(this.em)
      .where((eb) => matches(eb, filter))
      .$call(
        orderByColumns(
          sortColumns[sort].map((column) => sql.ref(column)),
          order,
        ),
      );
    const matching = db(this.em)
      .selectFrom('signals')
      .where((eb) => matches(eb, filter));
    // Matches of a search are counted up to the cap. Other totals are exact, because the dashboard shows the same count.
    const { rows: found, total } = filter.q
      ? await readPage(db(this.em), rows, matching, { offset, limit })
      : await readExactPage(rows, matching, { offset, limit });
    return { rows: found.map(toSignal), total };
  }

  /** Throws NotFound. */
  async getById(id: string, em: EntityManager = this.em): Promise<PublishedSignal> {
    const row = await selectSignals(em).where('id', '=', id).executeTakeFirst();
    if (!row) throw new NotFound('signal');
    return toSignal(row);
  }

  /** Leaves out ids that there are none of. */
  async findByIds(ids: readonly string[], em: EntityManager = this.em): Promise<PublishedSignal[]> {
    if (ids.length === 0) return [];
    const rows = await selectSignals(em).where('id', 'in', ids).execute();
    return rows.map(toSignal);
  }

  /** Returns when a signal is to close; of a day, its end. Throws NotFound. */
  async closesAt(id: string, em: EntityManager = this.em): Promise<Date> {
    const row = await db(em).selectFrom('signals').select('projected_closure_at as at').where('id', '=', id).executeTakeFirst();
    if (!row) throw new NotFound('signal');
    return new Date(row.at);
  }

  count(em: EntityManager = this.em): Promise<number> {
    return countAll(db(em).selectFrom('signals'));
  }
}

function matches(eb: ExpressionBuilder<Database, 'signals'>, { id, q, asset, side, status, marked, timeFrame, riskLevel }: SignalFilter) {
  return eb.and([
    ...(id === undefined ? [] : [sql<SqlBool>`id = any(${id}::uuid[])`]),
    ...(asset === undefined ? [] : [eb('base', '=', asset.base), eb('quote', '=', asset.quote)]),
    ...(side === undefined ? [] : [eb('side', '=', side)]),
    ...(timeFrame === undefined ? [] : [eb('time_frame', '=', timeFrame)]),
    ...(riskLevel === undefined ? [] : [eb('risk_level', '=', riskLevel)]),
    ...(status === undefined ? [] : [status === 'ended' ? hasEnded : eb.not(hasEnded)]),
    ...(marked === undefined ? [] : [isMarked(marked.userId, marked.mark)]),
    ...(q ? [signalMatches(q)] : []),
  ]);
}

async function readExactPage<Row>(
  rows: SelectQueryBuilder<Database, 'signals', Row>,
  matching: SelectQueryBuilder<Database, 'signals', object>,
  { offset, limit }: Page,
): Promise<PageOf<Row>> {
  const page = await rows.limit(limit).offset(offset).execute();
  const isLast = page.length < limit && (page.length > 0 || offset === 0);
  return { rows: page, total: isLast ? offset + page.length : await countAll(matching) };
}

async function countAll(matching: SelectQueryBuilder<Database, 'signals', object>): Promise<number> {
  const { n } = await matching.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

const toSignal = (row: SignalRow): PublishedSignal => ({ ...row, publishedAt: new Date(row.publishedAt) });
