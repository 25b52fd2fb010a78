import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import type { ListQuery, Page, PageOf } from '../../platform/http/index.js';
import { Conditions, readList } from '../../platform/persistence/list-reader.js';
import { ENDED, type Phase } from './signal-states.js';
import type { Side, SignalTerms } from './signal-terms.js';

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
  /** As typed. */
  timeFrame?: string;
  riskLevel?: string;
}

/** The only texts that reach `order by`; both names of the one moment there is. */
const sortColumns: Record<SignalSort, string[]> = {
  publishedAt: ['published_at'],
  createdAt: ['published_at'],
  id: [],
  asset: ['base', 'quote'],
  date: ['"date"', '"time"'],
};

/**
 * What a search looks through, exactly as `signals_search_index` has it: PostgreSQL uses an index on an expression for that expression
 * alone.
 */
const searched = `(base || '/' || quote || ' ' || base || quote || ' ' || market_condition || ' ' || signal_message)`;

/** Numbers as text and without the zeros that fill the column's scale. */
const price = (column: string, name: string) => `trim_scale(${column})::text as "${name}"`;

const columns = [
  `id, asset, base, quote, trade_type as "tradeType", side, time_frame as "timeFrame", risk_level as "riskLevel", leverage, leverage_factor as "leverageFactor"`,
  `recommended_position_size as "recommendedPositionSize", duration, trailing_stop_loss as "trailingStopLoss", market_condition as "marketCondition"`,
  `signal_message as "signalMessage", to_char("date", 'YYYY-MM-DD') as date, "time", projected_date_of_closure as "projectedDateOfClosure", published_at as "publishedAt"`,
  price('current_price', 'currentPrice'),
  price('entry_price', 'entryPrice'),
  price('stop_loss', 'stopLoss'),
  price('take_profit_1', 'takeProfit1'),
  price('take_profit_2', 'takeProfit2'),
  price('take_profit_3', 'takeProfit3'),
].join(', ');

type SignalRow = Omit<PublishedSignal, 'publishedAt'> & { publishedAt: string };

/** Reads of what was published. */
@Injectable()
export class SignalReader {
  constructor(private readonly em: EntityManager) {}

  newestFirst(page: Page, filter: Pick<SignalFilter, 'side' | 'status' | 'q'> = {}): Promise<PageOf<PublishedSignal>> {
    return this.list({ ...page, sort: 'publishedAt', order: 'DESC', filter });
  }

  list({
    sort,
    order,
    offset,
    limit,
    filter: { id, q, asset, side, status, timeFrame, riskLevel },
  }: ListQuery<SignalSort, SignalFilter>): Promise<PageOf<PublishedSignal>> {
    const where = new Conditions()
      .ids('id', id)
      .given('base = ?', asset?.base)
      .given('quote = ?', asset?.quote)
      .given('side = ?', side)
      .given('time_frame = ?', timeFrame)
      .given('risk_level = ?', riskLevel);
    if (status) where.add(status === 'ended' ? ENDED : `not ${ENDED}`);
    const by = [...sortColumns[sort], 'id'].map((column) => `${column} ${order}`).join(', ');
    // Without words the total is the whole: the dashboard counts the same. Words are counted up to the cap, each row of them being read.
    return this.page(where.contains([searched], q), by, { offset, limit, exact: !q });
  }

  /** Throws NotFound. */
  async one(id: string, em: EntityManager = this.em): Promise<PublishedSignal> {
    const { rows } = await this.page(new Conditions().add('id = ?', id), 'id', { offset: 0, limit: 1 }, em);
    const [signal] = rows;
    if (!signal) throw new NotFound('signal');
    return signal;
  }

  async count(em: EntityManager = this.em): Promise<number> {
    const [row] = await em.execute<{ n: number }[]>('select count(*)::int as n from signals');
    return row?.n ?? 0;
  }

  private async page(
    where: Conditions,
    by: string,
    { offset, limit, exact = false }: Page & { exact?: boolean },
    em: EntityManager = this.em,
  ): Promise<PageOf<PublishedSignal>> {
    const { rows, total } = await readList<SignalRow>(em, { select: columns, from: 'signals', where, orderBy: by, offset, limit, exact });
    return { rows: rows.map((row) => ({ ...row, publishedAt: new Date(row.publishedAt) })), total };
  }
}
