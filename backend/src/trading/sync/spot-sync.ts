import { spotTrades } from '../history/index.js';
import { RateLimited, VenueRejected, type FillsBySymbol, type SpotTradeRow } from '../venues/index.js';
import { noteUnsearched, saveSpotMark, setMarkedCapital } from './account-state.repository.js';
import { readCursors, markForRecheck, type Cursor } from './sync-cursor.repository.js';
import { eachLimited } from './each-limited.js';
import { FillsBySymbolReader } from './fills-by-symbol.js';
import { SpotDiscovery } from './spot-discovery.js';
import { capitalByCoin, capitalCoins } from './spot-capital.query.js';
import type { SpotSnapshot } from './spot-snapshot.js';
import { coinsOf } from './spot-changes.js';
import { SpotChangeReader } from './spot-change.reader.js';
import { PARALLEL, SCAN_CHUNK, SMALL_UNIVERSE, type SyncContext } from './sync-context.js';

/** Estimated weight of a page of fills. */
const WEIGHT = 20;

/** Reads the spot fills of every symbol that the account may have traded, where fills are read by symbol. */
export class SpotSync {
  readonly #feeAssets = new Set<string>();
  readonly #reader: FillsBySymbolReader<SpotTradeRow>;
  #cursors: ReadonlyMap<string, Cursor> = new Map();
  #discovery: SpotDiscovery | null = null;

  constructor(
    private readonly context: SyncContext,
    private readonly fills: FillsBySymbol,
    /** Reads new wallet movements; called where fills do not explain a balance change. */
    private readonly readMovements: () => Promise<void>,
  ) {
    const page = async (symbol: string, fromId: string) => {
      const answer = await fills.spot(symbol, fromId);
      for (const { feeAsset } of answer.rows) this.#feeAssets.add(feeAsset);
      return answer;
    };
    const reachMs = context.client.facts.reach.spotTrades;
    this.#reader = new FillsBySymbolReader(context, { dataset: 'spot_trades', table: spotTrades, page, reachMs, weight: WEIGHT });
  }

  /**
   * Reads the fills of one run. `capitalRead` settles when deposits, withdrawals and, in a full run, wallet movements are stored: they name
   * coins and explain balances.
   */
  async run(snapshot: SpotSnapshot | null, capitalRead: Promise<unknown>): Promise<void> {
    const { em, accountId, plan } = this.context;
    this.#cursors = await readCursors(em, accountId, 'spot_trades');
    if (plan.full && snapshot) await this.#everything(snapshot, capitalRead);
    else await this.#readChanges(snapshot, capitalRead);
    for (const { symbol, state, rowCount } of this.#cursors.values()) if (state === 'gone' && rowCount > 0) this.#warnGone(symbol);
  }

  /** Reads the symbols of coins that only deposits and withdrawals name. */
  async followCapital(): Promise<void> {
    const discovery = await this.#discover();
    discovery.hold(await capitalCoins(this.context.em, this.context.accountId));
    await this.#close(discovery);
  }

  /** Full run: reads the likely symbols until no trade brings a new coin, then the others. */
  async #everything(snapshot: SpotSnapshot, capitalRead: Promise<unknown>): Promise<void> {
    const { em, accountId, steps, client, now } = this.context;
    // Stored first: changes during the full run may be missed by it, and are found by comparison with this mark.
    if (!steps.has('spot-mark')) {
      await saveSpotMark(em, accountId, {
        mark: snapshot.mark,
        at: snapshot.at.toISOString(),
        coins: coinsOf(snapshot.balances),
        capital: {},
      });
      await steps.done('spot-mark');
    }
    const discovery = await this.#discover();
    const small = discovery.size <= SMALL_UNIVERSE;
    await this.#readAll(discovery.known());
    discovery.hold(snapshot.balances.map(({ coin }) => coin));
    await this.#close(discovery);
    await capitalRead;
    discovery.hold(await capitalCoins(em, accountId));
    await this.#close(discovery);
    if (small) await this.#readAll(discovery.remaining());
    else await this.#searchOn(discovery);
    if (small) await noteUnsearched(em, accountId, 0);
    await this.#finishMark();
    // If the account changed shortly before, its fills may appear late.
    const moved = snapshot.mark === null ? now.getTime() : Number(snapshot.mark);
    if (!(moved < snapshot.at.getTime() - client.facts.fillLagMs)) {
      const traded = [...(await readCursors(em, accountId, 'spot_trades')).values()]
        .filter(({ rowCount }) => rowCount > 0)
        .map(({ symbol }) => symbol);
      await markForRecheck(em, accountId, 'spot_trades', traded, new Date(now.getTime() + client.facts.fillLagMs));
    }
  }

  /** Regular run: reads symbols with changes, interrupted ones, and those added by people. */
  async #readChanges(snapshot: SpotSnapshot | null, capitalRead: Promise<unknown>): Promise<void> {
    const { now, account, plan } = this.context;
    const due = [...this.#cursors.values()].filter(
      ({ state, suspectUntil }) => state === 'partial' || (plan.head && suspectUntil !== null && suspectUntil >= now),
    );
    await this.#readAll(due.map(({ symbol }) => symbol));
    if (!snapshot || !account.spotMark) return;
    const changes = new SpotChangeReader(this.context, this.#cursors, {
      discover: () => this.#discover(),
      read: (symbols) => this.#readAll(symbols),
      readMovements: this.readMovements,
    });
    await changes.read(account.spotMark, snapshot, new Set(due.map(({ symbol }) => symbol)), capitalRead);
    if ((account.unsearched ?? 1) > 0) await this.#searchOn(await this.#discover());
  }

  async #discover(): Promise<SpotDiscovery> {
    this.#discovery ??= new SpotDiscovery(await this.fills.spotSymbols(), this.#cursors, this.context.plan.full);
    return this.#discovery;
  }

  /** Reads symbols between the assets held until no trade brings a new asset. */
  async #close(discovery: SpotDiscovery): Promise<void> {
    for (let symbols = discovery.candidates(); symbols.length > 0; symbols = discovery.candidates()) await this.#readAll(symbols);
  }

  async #readAll(symbols: readonly string[]): Promise<void> {
    const { progress } = this.context;
    const due = symbols.filter((symbol) => !this.#reader.isCoolingDown(this.#cursors.get(symbol)));
    progress.expect('spot_trades', due.length);
    await eachLimited(due, PARALLEL, async (symbol) => {
      await this.#readOne(symbol);
      progress.advance('spot_trades');
    });
  }

  async #readOne(symbol: string): Promise<void> {
    const { progress } = this.context;
    const cursor = this.#cursors.get(symbol);
    try {
      const { seen, gone } = await this.#reader.read(symbol, cursor);
      if (gone && seen + (cursor?.rowCount ?? 0) > 0) this.#warnGone(symbol);
      if (seen > 0) this.#discovery?.traded(symbol, this.#feeAssets);
    } catch (error) {
      if (!(error instanceof VenueRejected)) throw error;
      progress.warn(`Spot trades of ${symbol} could not be read: ${error.message}`);
    }
  }

  #warnGone(symbol: string): void {
    this.context.progress.warn(`The exchange does not list ${symbol} any more: what it kept of its trades is incomplete`);
  }

  /** Continues the search of a large venue, one chunk per run, with the weight that others leave. */
  async #searchOn(discovery: SpotDiscovery): Promise<void> {
    const { em, accountId, progress } = this.context;
    try {
      await this.#readAll(discovery.visit(discovery.unsearched().slice(0, SCAN_CHUNK)));
    } catch (error) {
      if (!(error instanceof RateLimited)) throw error;
    }
    const open = discovery.unsearched().length;
    await noteUnsearched(em, accountId, open);
    if (open > 0) progress.warn(`${open} rarely used symbols are still to be searched for spot trades`);
  }

  /** Completes the mark with the current deposits and withdrawals. */
  async #finishMark(): Promise<void> {
    const { em, accountId } = this.context;
    await setMarkedCapital(em, accountId, await capitalByCoin(em, accountId));
  }
}
