import type { SpotMark } from '../exchange-accounts/index.js';
import { noteUnexplained, saveSpotMark } from './account-state.repository.js';
import { extendCoverage, markForRecheck, type Cursor } from './sync-cursor.repository.js';
import type { SpotDiscovery } from './spot-discovery.js';
import { capitalByCoin, fillsBetween, movementsBetween, recentlyTraded } from './spot-capital.query.js';
import type { SpotSnapshot } from './spot-snapshot.js';
import { coinsOf, hasChanges, movements, nextCandidates, unexplained } from './spot-changes.js';
import type { SyncContext } from './sync-context.js';

interface Readers {
  discover: () => Promise<SpotDiscovery>;
  read: (symbols: readonly string[]) => Promise<void>;
  readMovements: () => Promise<void>;
}

/**
 * Derives from balance changes which symbols were traded since the last mark, and reads only those: no list of the venue has them, and
 * reading every symbol costs twenty times as much. The fills are complete once they explain every coin's change to the last digit; until
 * then the same symbols are read again, because fills may appear minutes late.
 */
export class SpotChangeReader {
  constructor(
    private readonly context: SyncContext,
    private readonly cursors: ReadonlyMap<string, Cursor>,
    private readonly readers: Readers,
  ) {}

  /**
   * Reads changes. `done`: symbols that this attempt has read already. `capitalRead` settles when its deposits and withdrawals are stored.
   */
  async read(mark: SpotMark, snapshot: SpotSnapshot, done: Set<string>, capitalRead: Promise<unknown>): Promise<void> {
    await capitalRead;
    if (!hasChanges(mark, snapshot)) return this.#extendUnchanged(mark, snapshot, done);
    let open = await this.#explain(mark, snapshot, done);
    if (open.size > 0) {
      // It may be a transfer, a conversion or a dividend instead of a trade.
      await this.readers.readMovements();
      open = await this.#unexplained(mark, snapshot);
    }
    if (open.size === 0) return this.#settle(mark, snapshot, done, true);
    const { em, accountId, account, client } = this.context;
    if (!account.unexplainedSince) return noteUnexplained(em, accountId, snapshot.at);
    if (snapshot.at.getTime() - account.unexplainedSince.getTime() < client.facts.fillLagMs) return;
    // Late fills would have appeared by now: reads each known symbol of these coins once. What stays unexplained appears in no list of the
    // venue.
    const touching = (await this.readers.discover()).touching(new Set(open.keys())).filter((symbol) => !done.has(symbol));
    await this.readers.read(touching);
    for (const symbol of touching) done.add(symbol);
    await this.#settle(mark, snapshot, done, (await this.#unexplained(mark, snapshot)).size === 0);
    await markForRecheck(em, accountId, 'spot_trades', [...done], new Date(snapshot.at.getTime() + client.facts.fillLagMs));
  }

  async #extendUnchanged(mark: SpotMark, snapshot: SpotSnapshot, done: ReadonlySet<string>): Promise<void> {
    const { em, accountId } = this.context;
    const capital = await capitalByCoin(em, accountId);
    if (JSON.stringify(capital) !== JSON.stringify(mark.capital)) await saveSpotMark(em, accountId, { ...mark, capital });
    await this.#extend(mark, snapshot, done);
  }

  /** Reads symbols until everything is explained or no candidate is left. Adds to `done`. */
  async #explain(mark: SpotMark, snapshot: SpotSnapshot, done: Set<string>): Promise<ReadonlyMap<string, unknown>> {
    const { em, accountId } = this.context;
    const moved = new Set(movements(mark, snapshot.balances).keys());
    let open = await this.#unexplained(mark, snapshot);
    if (open.size === 0) return open;
    const discovery = await this.readers.discover();
    const recent = await recentlyTraded(em, accountId);
    const rank = new Map(recent.symbols.map((symbol, i) => [symbol, i]));
    const rankOf = (symbol: string) => rank.get(symbol) ?? recent.symbols.length + ((this.cursors.get(symbol)?.rowCount ?? 0) > 0 ? 0 : 1);
    const feeCoins = new Set(
      recent.feeAssets.filter((coin) =>
        recent.symbols.some((symbol) => discovery.pairs.get(symbol)?.base !== coin && discovery.pairs.get(symbol)?.quote !== coin),
      ),
    );
    for (let round = 1; open.size > 0; round++) {
      const symbols = discovery
        .between(moved)
        .filter(({ symbol }) => !done.has(symbol))
        .sort((a, b) => rankOf(a.symbol) - rankOf(b.symbol));
      const next = nextCandidates({ symbols, unexplained: new Set(open.keys()), feeCoins }, round === 1);
      if (next.length === 0) return open;
      await this.readers.read(next);
      for (const symbol of next) done.add(symbol);
      open = await this.#unexplained(mark, snapshot);
    }
    return open;
  }

  async #unexplained(mark: SpotMark, snapshot: SpotSnapshot) {
    const { em, accountId } = this.context;
    const span = [momentOf(mark.mark, new Date(mark.at)), momentOf(snapshot.mark, snapshot.at)] as const;
    const [fills, capital, other] = await Promise.all([
      fillsBetween(em, accountId, ...span),
      capitalByCoin(em, accountId),
      movementsBetween(em, accountId, ...span),
    ]);
    const moved = movements(mark, snapshot.balances);
    if (moved.size === 0 && fills.length === 0) return new Map();
    const { pairs } = await this.readers.discover();
    return unexplained(moved, { fills, other, capital: { before: mark.capital, now: capital } }, pairs);
  }

  /** Stores the snapshot as the new mark: everything up to it is known, or cannot be found out. */
  async #settle(mark: SpotMark, snapshot: SpotSnapshot, done: ReadonlySet<string>, explained: boolean): Promise<void> {
    const { em, accountId } = this.context;
    if (explained) await this.#extend(mark, snapshot, done);
    await saveSpotMark(em, accountId, {
      mark: snapshot.mark,
      at: snapshot.at.toISOString(),
      coins: coinsOf(snapshot.balances),
      capital: await capitalByCoin(em, accountId),
    });
  }

  /** Marks symbols that were not read as complete up to the snapshot: all balance changes are explained. */
  async #extend(mark: SpotMark, { at }: SpotSnapshot, done: ReadonlySet<string>): Promise<void> {
    const { em, accountId, client } = this.context;
    const settled = (time: Date) => new Date(time.getTime() - client.facts.fillLagMs);
    await extendCoverage(em, accountId, 'spot_trades', { from: settled(new Date(mark.at)), to: settled(at), except: [...done] });
  }
}

/** Returns when the account last changed, if the venue's mark is a time in milliseconds; else the time of the request. */
function momentOf(mark: string | null, at: Date): Date {
  return mark !== null && /^\d{13}$/.test(mark) ? new Date(Number(mark)) : at;
}
