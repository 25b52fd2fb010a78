import { spotTrades } from '../history/tables.js';
import { RateLimited, RequestRefused, type AssetBalance, type SpotTradeRow } from '../port/index.js';
import { readCursors, type Cursor } from './cursors.js';
import { eachLimited } from './each-limited.js';
import { FillsReader } from './fills-reader.js';
import { SpotDiscovery } from './spot-discovery.js';
import { PARALLEL, SCAN_CHUNK, SMALL_UNIVERSE, type SyncContext } from './sync-context.js';

const YEAR_MS = 365 * 86_400_000;

/** Spot fills of every symbol that the account may have traded. */
export class SpotSync {
  private readonly feeAssets = new Set<string>();
  private readonly reader: FillsReader<SpotTradeRow>;

  constructor(private readonly context: SyncContext) {
    const { em, accountId, writer, client, signal } = context;
    const page = async (symbol: string, fromId: string) => {
      const answer = await client.spotTrades(symbol, fromId);
      for (const { feeAsset } of answer.rows) this.feeAssets.add(feeAsset);
      return answer;
    };
    this.reader = new FillsReader(em, accountId, writer, { dataset: 'spot_trades', table: spotTrades, page }, client.facts.fillLagMs, signal);
  }

  /** `capitalRead` settles when deposits and withdrawals are stored: their coins are hints. */
  async run(balances: readonly AssetBalance[], capitalRead: Promise<unknown>): Promise<void> {
    const { em, accountId, client, full } = this.context;
    const [cursors, universe, swept] = await Promise.all([readCursors(em, accountId, 'spot_trades'), client.spotSymbols(), this.sweptBalances()]);
    const amounts = amountsOf(balances);
    const discovery = new SpotDiscovery(universe, cursors, movedCoins(swept, amounts), full);
    const small = universe.length <= SMALL_UNIVERSE;

    await this.readAll(discovery.known(), discovery, cursors);
    discovery.hold(balances.map(({ coin }) => coin));
    await this.close(discovery, cursors);
    await capitalRead;
    discovery.hold(await this.capitalCoins());
    if (!small && full) discovery.hold(await this.hintedCoins());
    await this.close(discovery, cursors);

    if (small && full) await this.readAll(discovery.rest(), discovery, cursors);
    else await this.searchOn(small ? Infinity : SCAN_CHUNK, discovery, cursors);
    await em.execute('update exchange_accounts set swept_balances = ?::jsonb where id = ?', [JSON.stringify(amounts), accountId]);
  }

  /** Asks for symbols between assets held until no trade brings a new one. */
  private async close(discovery: SpotDiscovery, cursors: ReadonlyMap<string, Cursor>): Promise<void> {
    for (let symbols = discovery.candidates(); symbols.length > 0; symbols = discovery.candidates()) await this.readAll(symbols, discovery, cursors);
  }

  private async readAll(symbols: readonly string[], discovery: SpotDiscovery, cursors: ReadonlyMap<string, Cursor>): Promise<void> {
    await eachLimited(symbols, PARALLEL, async (symbol) => this.readOne(symbol, discovery, cursors.get(symbol)));
  }

  private async readOne(symbol: string, discovery: SpotDiscovery, cursor: Cursor | undefined): Promise<void> {
    const { journal, now } = this.context;
    const gone = `The exchange does not list ${symbol} any more: what it kept of its trades is incomplete`;
    if (this.reader.isResting(cursor, now)) return void (cursor && cursor.rowCount > 0 && journal.warn(gone));
    try {
      const read = await this.reader.read(symbol, cursor, now);
      journal.count('spot_trades', read.added);
      if (read.gone && read.seen + (cursor?.rowCount ?? 0) > 0) journal.warn(gone);
      if (read.seen > 0) discovery.traded(symbol, this.feeAssets);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      journal.warn(`Spot trades of ${symbol} could not be read: ${error.message}`);
    }
  }

  /** Goes on searching a large venue, a chunk a run, in what the others leave of the limits. */
  private async searchOn(limit: number, discovery: SpotDiscovery, cursors: ReadonlyMap<string, Cursor>): Promise<void> {
    const left = discovery.unsearched();
    try {
      await this.readAll(discovery.visit(left.slice(0, limit)), discovery, cursors);
    } catch (error) {
      if (!(error instanceof RateLimited) || limit === Infinity) throw error;
    }
    const open = discovery.unsearched().length;
    if (open > 0) this.context.journal.warn(`${open} rarely used symbols are still to be searched for spot trades`);
  }

  private async capitalCoins(): Promise<string[]> {
    const { em, accountId } = this.context;
    const rows = await em.execute<{ coin: string }[]>('select coin from deposits where account_id = ? union select coin from withdrawals where account_id = ?', [accountId, accountId]);
    return rows.map(({ coin }) => coin);
  }

  /** Coins that came by other ways. Where the venue does not tell, the search finds them later. */
  private async hintedCoins(): Promise<string[]> {
    const { client, journal, now } = this.context;
    const since = new Date(now.getTime() - YEAR_MS);
    const sources: [string, () => Promise<string[]>][] = [
      ['small balances swept', () => client.dustCoins()],
      ['dividends', () => client.dividendCoins(since)],
      ['conversions', () => client.convertedCoins(since)],
    ];
    const coins: string[] = [];
    for (const [name, read] of sources) {
      try {
        coins.push(...(await read()));
      } catch (error) {
        if (!(error instanceof RequestRefused)) throw error;
        journal.warn(`The list of ${name} could not be read: ${error.message}`);
      }
    }
    return coins;
  }

  private async sweptBalances(): Promise<Record<string, string>> {
    const [row] = await this.context.em.execute<{ swept_balances: Record<string, string> | null }[]>('select swept_balances from exchange_accounts where id = ?', [this.context.accountId]);
    return row?.swept_balances ?? {};
  }
}

function amountsOf(balances: readonly AssetBalance[]): Record<string, string> {
  return Object.fromEntries(balances.map(({ coin, free, locked }) => [coin, `${free} ${locked}`]));
}

function movedCoins(before: Record<string, string>, now: Record<string, string>): Set<string> {
  return new Set([...Object.keys(before), ...Object.keys(now)].filter((coin) => before[coin] !== now[coin]));
}
