import type { CursorPage, FillsByTime, FuturesTradeRow, SpotTradeRow, TimeWindow } from '../../port/index.js';
import type { Call, WireRow } from '../ccxt/index.js';
import { firstWithRows } from '../pages.js';
import { endpoints, type BybitEndpoint } from './endpoints.js';
import { pageOf, type CursorTrail, type WirePage } from './envelope.js';
import { fillKey, realizedPnl } from './realized-pnl.js';
import { futuresTrade, spotTrade } from './rows.js';

const PAGE = 100;
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/**
 * Fills of all symbols of a category, newest first, in windows of up to seven days (exchange.md section 1.2). Everything is a fill but the
 * funding fees, which the venue lists among them: liquidations, auto-deleveraging, deliveries and what kinds there may be one day change
 * positions and balances as trades do. Inverse contracts and options are not read.
 */
export class BybitFills implements FillsByTime {
  readonly by = 'time';
  /** Seven days at most, with room for the second that the journal's span is wider. */
  readonly windowMs = 7 * DAY_MS - 5 * SECOND_MS;

  constructor(
    private readonly call: Call<BybitEndpoint>,
    private readonly trail: CursorTrail,
  ) {}

  async spot(window: TimeWindow, cursor: string | null): Promise<CursorPage<SpotTradeRow>> {
    const { rows, next } = await firstWithRows(cursor, (from) => this.#page(endpoints.spotFills, 'spot', window, from));
    return { rows: rows.map(spotTrade), next };
  }

  async futures(window: TimeWindow, cursor: string | null): Promise<CursorPage<FuturesTradeRow>> {
    const { rows, next } = await firstWithRows(cursor, (from) => this.#page(endpoints.futuresFills, 'linear', window, from));
    const profits = await realizedPnl(this.call, rows);
    return { rows: rows.map((row) => futuresTrade(row, profits.get(fillKey(row, 'execId')) ?? '0')), next };
  }

  async #page(endpoint: BybitEndpoint, category: 'spot' | 'linear', { from, to }: TimeWindow, cursor: string | null): Promise<WirePage> {
    // A millisecond more at the end: nothing says that the end belongs to the window.
    const params = { category, startTime: from.getTime(), endTime: to.getTime() + 1, limit: PAGE, ...(cursor !== null && { cursor }) };
    const page = pageOf(endpoint.path, await this.call(endpoint, params), 'list', category);
    return {
      rows: page.rows.filter((row: WireRow) => row.textOr('execType', '') !== 'Funding'),
      next: this.trail.follow(endpoint.path, `${category} ${from.getTime()}-${to.getTime()}`, cursor, page.next),
    };
  }
}
