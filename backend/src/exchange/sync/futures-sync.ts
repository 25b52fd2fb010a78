import { futuresOrders, futuresPositions, futuresTrades } from '../history/tables.js';
import { KeyRejected, RateLimited, RequestRefused, type FuturesTradeRow } from '../port/index.js';
import { readCursors, type Cursor } from './cursors.js';
import { eachLimited } from './each-limited.js';
import { FillsReader } from './fills-reader.js';
import { snapshotOf } from './ledger-writer.js';
import { PARALLEL, SCAN_CHUNK, SMALL_UNIVERSE, type SyncContext } from './sync-context.js';

const DAY_MS = 86_400_000;
/** As far back as the venue keeps its journal of commissions. */
const JOURNAL_MS = 88 * DAY_MS;

/** Futures: open orders and positions as they stand, and every fill the venue still keeps. */
export class FuturesSync {
  private readonly reader: FillsReader<FuturesTradeRow>;

  constructor(private readonly context: SyncContext) {
    const { em, accountId, writer, client, signal } = context;
    const source = { dataset: 'futures_trades' as const, table: futuresTrades, page: (symbol: string, fromId: string) => client.futuresTrades(symbol, fromId) };
    this.reader = new FillsReader(em, accountId, writer, source, client.facts.fillLagMs, signal);
  }

  async run(): Promise<void> {
    try {
      const open = await this.replaceSnapshots();
      await this.readTrades(open);
    } catch (error) {
      // Many read-only keys never see futures (exchange.md section 3): no reason to stop the rest. What is stored stays.
      if (error instanceof KeyRejected && error.scope === 'futures') this.context.journal.warn('Futures data is not available with this key');
      else if (error instanceof RequestRefused) this.context.journal.warn(`Futures data could not be read: ${error.message}`);
      else throw error;
    }
  }

  /** Both lists are asked for before either is replaced. Returns the symbols in them. */
  private async replaceSnapshots(): Promise<Set<string>> {
    const { client, writer, journal } = this.context;
    const [positions, orders] = await Promise.all([client.positions(), client.openOrders()]);
    for (const kind of orders.missing) journal.warn(`The exchange does not tell ${kind}`);
    const [open = 0, resting = 0] = await writer.replace([snapshotOf(futuresPositions, positions), snapshotOf(futuresOrders, orders.rows)]);
    journal.replaced('futures_positions', open);
    journal.replaced('futures_orders', resting);
    return new Set([...positions, ...orders.rows].map(({ symbol }) => symbol));
  }

  private async readTrades(open: ReadonlySet<string>): Promise<void> {
    const { em, accountId, client, full, journal } = this.context;
    const [cursors, contracts] = await Promise.all([readCursors(em, accountId, 'futures_trades'), client.futuresSymbols()]);
    const small = contracts.length <= SMALL_UNIVERSE;
    const traded = [...cursors.values()].filter(({ rowCount, state }) => rowCount > 0 || state === 'partial').map(({ symbol }) => symbol);
    const hinted = small && full ? [] : await this.hintedSymbols();
    const first = new Set([...traded, ...open, ...hinted]);
    await this.readAll(first, cursors);
    if (small) return this.readAll(contracts.filter((symbol) => !first.has(symbol) && (full || !cursors.has(symbol))), cursors);

    const left = contracts.filter((symbol) => !first.has(symbol) && !cursors.has(symbol));
    try {
      await this.readAll(left.slice(0, SCAN_CHUNK), cursors);
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
    }
    if (left.length > SCAN_CHUNK) journal.warn(`${left.length - SCAN_CHUNK} rarely used contracts are still to be searched for futures trades`);
  }

  /** Contracts with a commission since the last whole sync. */
  private async hintedSymbols(): Promise<string[]> {
    const { client, journal, now, previous } = this.context;
    const since = previous ? previous.getTime() - client.facts.fillLagMs : 0;
    try {
      return await client.futuresTradedSymbols(new Date(Math.max(since, now.getTime() - JOURNAL_MS)));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      journal.warn(`The list of futures commissions could not be read: ${error.message}`);
      return [];
    }
  }

  private async readAll(symbols: Iterable<string>, cursors: ReadonlyMap<string, Cursor>): Promise<void> {
    const { journal, now } = this.context;
    await eachLimited(symbols, PARALLEL, async (symbol) => {
      const cursor = cursors.get(symbol);
      if (this.reader.isResting(cursor, now)) return;
      const { added, seen, gone } = await this.reader.read(symbol, cursor, now);
      journal.count('futures_trades', added);
      if (gone && seen + (cursor?.rowCount ?? 0) > 0) journal.warn(`The exchange does not list ${symbol} any more: what it kept of its futures trades is incomplete`);
    });
  }
}
