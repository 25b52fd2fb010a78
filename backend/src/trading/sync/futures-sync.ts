import { futuresTrades } from '../history/index.js';
import { VenueRejected, type FillsBySymbol, type FuturesTradeRow } from '../venues/index.js';
import type { FuturesMark } from '../exchange-accounts/index.js';
import { saveFuturesMark, setUnsearchedContracts } from './account-state.repository.js';
import { extendCoverage, readCursors, markForRecheck, type Cursor } from './sync-cursor.repository.js';
import { eachLimited } from './each-limited.js';
import { FillsBySymbolReader } from './fills-by-symbol.js';
import { futuresCandidates, futuresMarkOf, hasFuturesChanges, isExplained, lastChange } from './futures-changes.js';
import { futuresFillsBetween, incomeBetween, incomeSymbols } from './futures-fills.query.js';
import { readIncomeIfAny } from './income.js';
import type { FuturesSnapshot } from './stored-snapshots.query.js';
import { PARALLEL, SCAN_CHUNK, SMALL_UNIVERSE, type SyncContext } from './sync-context.js';

/** Estimated weight of a page of fills: futures have their own limit, which a run reaches later than that of spot. */
const WEIGHT = 2;

/** Reads the futures fills that the venue still has, where fills are read by contract. */
export class FuturesSync {
  readonly #reader: FillsBySymbolReader<FuturesTradeRow>;
  readonly #read = new Set<string>();
  #cursors: ReadonlyMap<string, Cursor> = new Map();

  constructor(
    private readonly context: SyncContext,
    private readonly fills: FillsBySymbol,
  ) {
    const page = (symbol: string, fromId: string) => fills.futures(symbol, fromId);
    const reachMs = context.client.facts.reach.futuresTrades;
    this.#reader = new FillsBySymbolReader(context, { dataset: 'futures_trades', table: futuresTrades, page, reachMs, weight: WEIGHT });
  }

  async run(snapshot: FuturesSnapshot | null): Promise<void> {
    const { em, accountId, plan, steps, now, account, client } = this.context;
    this.#cursors = await readCursors(em, accountId, 'futures_trades');
    if (!snapshot) return this.#readAll(this.#due());
    const mark = futuresMarkOf(snapshot, steps.at('futures') ?? now);
    if (plan.full || !account.futuresMark) {
      // Stored first: changes during the full run may be missed by it, and are found by comparison with this mark.
      if (!steps.has('futures-mark')) {
        await saveFuturesMark(em, accountId, mark);
        await steps.done('futures-mark');
      }
      await this.#everything(snapshot);
      if (lastChange(mark).getTime() < new Date(mark.at).getTime() - client.facts.fillLagMs) return;
      const traded = [...(await readCursors(em, accountId, 'futures_trades')).values()]
        .filter(({ rowCount }) => rowCount > 0)
        .map(({ symbol }) => symbol);
      return markForRecheck(em, accountId, 'futures_trades', traded, new Date(now.getTime() + client.facts.fillLagMs));
    }
    await this.#readAll(this.#due());
    await this.#readChanges(account.futuresMark, {
      ...mark,
      ...(account.futuresMark.unsearched !== undefined && { unsearched: account.futuresMark.unsearched }),
    });
    if ((account.futuresMark.unsearched ?? 0) > 0) await this.#searchOn(await this.fills.futuresSymbols());
  }

  /** Returns contracts whose reading was interrupted, that were added by people, or that may still show late fills. */
  #due(): string[] {
    const { now, plan } = this.context;
    return [...this.#cursors.values()]
      .filter(({ state, suspectUntil }) => state === 'partial' || (plan.head && suspectUntil !== null && suspectUntil >= now))
      .map(({ symbol }) => symbol);
  }

  async #readChanges(before: FuturesMark, now: FuturesMark): Promise<void> {
    if (!hasFuturesChanges(before, now)) return this.#extend(before, now);
    const { em, accountId, client } = this.context;
    for (const symbols of [[], ...futuresCandidates(before, now)]) {
      await this.#readAll(symbols);
      if (await this.#isExplained(before, now)) return this.#settle(before, now, true);
    }
    // Funding is the usual cause and appears in no fill; income also names contracts that were opened and closed in between.
    const hasJournal = await readIncomeIfAny(this.context);
    if (hasJournal) {
      await this.#readAll(await incomeSymbols(em, accountId, lastChange(before)));
      if (await this.#isExplained(before, now)) return this.#settle(before, now, true);
    }
    const since = before.unexplainedSince ? new Date(before.unexplainedSince) : null;
    if (!since) return saveFuturesMark(em, accountId, { ...before, unexplainedSince: now.at });
    if (new Date(now.at).getTime() - since.getTime() < client.facts.fillLagMs) return;
    // Late fills would have appeared by now.
    if (!hasJournal) await this.#readAll(this.#traded());
    await this.#settle(before, now, await this.#isExplained(before, now));
    await markForRecheck(em, accountId, 'futures_trades', [...this.#read], new Date(new Date(now.at).getTime() + client.facts.fillLagMs));
  }

  async #isExplained(before: FuturesMark, now: FuturesMark): Promise<boolean> {
    const { em, accountId } = this.context;
    const span: [string, Date, Date] = [accountId, lastChange(before), lastChange(now)];
    const [fills, income] = await Promise.all([futuresFillsBetween(em, ...span), incomeBetween(em, ...span)]);
    return isExplained(before, now, fills, income);
  }

  async #settle(before: FuturesMark, now: FuturesMark, explained: boolean): Promise<void> {
    if (explained) await this.#extend(before, now);
    await saveFuturesMark(this.context.em, this.context.accountId, now);
  }

  async #extend(before: FuturesMark, now: FuturesMark): Promise<void> {
    const { em, accountId, client } = this.context;
    const settled = (at: string) => new Date(new Date(at).getTime() - client.facts.fillLagMs);
    await extendCoverage(em, accountId, 'futures_trades', { from: settled(before.at), to: settled(now.at), except: [...this.#read] });
  }

  #traded(): string[] {
    return [...this.#cursors.values()].filter(({ rowCount, state }) => rowCount > 0 || state === 'partial').map(({ symbol }) => symbol);
  }

  /** Full run: reads every contract of a small venue; of a large one the likely contracts, and a chunk of the others. */
  async #everything({ positions, orders }: FuturesSnapshot): Promise<void> {
    const { em, accountId } = this.context;
    const contracts = await this.fills.futuresSymbols();
    const small = contracts.length <= SMALL_UNIVERSE;
    // In the first run too: only income includes funding, and the exchange deletes it after three months.
    await readIncomeIfAny(this.context);
    const named = await incomeSymbols(em, accountId, new Date(0));
    const first = new Set([...this.#traded(), ...[...positions, ...orders].map(({ symbol }) => symbol), ...named]);
    await this.#readAll([...first]);
    if (small) return this.#readAll(contracts);
    await this.#searchOn(contracts);
  }

  /** Continues the search of a large venue, one chunk per run. */
  async #searchOn(contracts: readonly string[]): Promise<void> {
    const { em, accountId, progress } = this.context;
    const left = contracts.filter((symbol) => !this.#read.has(symbol) && !this.#cursors.has(symbol));
    await this.#readAll(left.slice(0, SCAN_CHUNK));
    const open = Math.max(0, left.length - SCAN_CHUNK);
    await setUnsearchedContracts(em, accountId, open);
    if (open > 0) progress.warn(`${open} rarely used contracts are still to be searched for futures trades`);
  }

  async #readAll(symbols: readonly string[]): Promise<void> {
    const { progress } = this.context;
    const due = symbols.filter((symbol) => !this.#read.has(symbol) && !this.#reader.isCoolingDown(this.#cursors.get(symbol)));
    for (const symbol of due) this.#read.add(symbol);
    progress.expect('futures_trades', due.length);
    await eachLimited(due, PARALLEL, async (symbol) => {
      await this.#readOne(symbol);
      progress.advance('futures_trades');
    });
  }

  async #readOne(symbol: string): Promise<void> {
    const { progress } = this.context;
    const cursor = this.#cursors.get(symbol);
    try {
      const { seen, gone } = await this.#reader.read(symbol, cursor);
      if (gone && seen + (cursor?.rowCount ?? 0) > 0)
        progress.warn(`The exchange does not list ${symbol} any more: what it kept of its futures trades is incomplete`);
    } catch (error) {
      if (!(error instanceof VenueRejected)) throw error;
      progress.warn(`Futures trades of ${symbol} could not be read: ${error.message}`);
    }
  }
}
