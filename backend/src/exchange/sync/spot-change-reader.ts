import type { SpotMark } from '../accounts/exchange-account.entity.js';
import { noteUnexplained, saveSpotMark } from './account-state.repository.js';
import { extendCoverage, markForRecheck, type Cursor } from './sync-cursor.repository.js';
import type { SpotDiscovery } from './spot-discovery.js';
import { capitalByCoin, fillsBetween, movementsBetween, recentlyTraded } from './spot-capital.query.js';
import type { SpotSnapshot } from './spot-snapshot.js';
import { coinsOf, hasNews, movements, nextCandidates, unexplained } from './spot-changes.js';
import type { SyncContext } from './sync-context.js';

interface Readers {
  discover: () => Promise<SpotDiscovery>;
  read: (symbols: readonly string[]) => Promise<void>;
  readMovements: () => Promise<void>;
}

/**
 * Finds out from balances which symbols were traded since all was known, and reads those only: no list of the venue tells it, and asking
 * every symbol each time costs twenty times as much. What was read is believed to be all once it explains every coin's movement to the last
 * digit; until then the same symbols are read again, because fills may appear minutes late.
 */
export class SpotChangeReader {
  constructor(
    private readonly context: SyncContext,
    private readonly cursors: ReadonlyMap<string, Cursor>,
    private readonly readers: Readers,
  ) {}

  /** `done`: symbols that this attempt has read already. `capitalRead` settles when its deposits and withdrawals are stored. */
  async read(mark: SpotMark, snapshot: SpotSnapshot, done: Set<string>, capitalRead: Promise<unknown>): Promise<void> {
    await capitalRead;
    if (!hasNews(mark, snapshot)) return this.#nothingNew(mark, snapshot, done);
    let open = await this.#explain(mark, snapshot, done);
    if (open.size > 0) {
      // Not a trade: a transfer, a conversion, small balances swept, a dividend?
      await this.readers.readMovements();
      open = await this.#unexplained(mark, snapshot);
    }
    if (open.size === 0) return this.#settle(mark, snapshot, done, true);
    const { em, accountId, account, client } = this.context;
    if (!account.unexplainedSince) return noteUnexplained(em, accountId, snapshot.at);
    if (snapshot.at.getTime() - account.unexplainedSince.getTime() < client.facts.fillLagMs) return;
    // Late fills would have appeared by now: every symbol known that could have moved these coins, once. What stays unexplained then came or
    // went by a way that no list tells.
    const touching = (await this.readers.discover()).touching(new Set(open.keys())).filter((symbol) => !done.has(symbol));
    await this.readers.read(touching);
    for (const symbol of touching) done.add(symbol);
    await this.#settle(mark, snapshot, done, (await this.#unexplained(mark, snapshot)).size === 0);
    await markForRecheck(em, accountId, 'spot_trades', [...done], new Date(snapshot.at.getTime() + client.facts.fillLagMs));
  }

  async #nothingNew(mark: SpotMark, snapshot: SpotSnapshot, done: ReadonlySet<string>): Promise<void> {
    const { em, accountId } = this.context;
    const capital = await capitalByCoin(em, accountId);
    if (JSON.stringify(capital) !== JSON.stringify(mark.capital)) await saveSpotMark(em, accountId, { ...mark, capital });
    await this.#extend(mark, snapshot, done);
  }

  /** Reads round after round until nothing is left unexplained or no symbol is left that could explain it. Adds to `done`. */
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

  /** Everything up to the snapshot is known, or nothing more can be found out: the next run compares with it. */
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

  /** Symbols that were not asked are complete, too: no balance of theirs has moved without being explained. */
  async #extend(mark: SpotMark, { at }: SpotSnapshot, done: ReadonlySet<string>): Promise<void> {
    const { em, accountId, client } = this.context;
    const settled = (time: Date) => new Date(time.getTime() - client.facts.fillLagMs);
    await extendCoverage(em, accountId, 'spot_trades', { from: settled(new Date(mark.at)), to: settled(at), except: [...done] });
  }
}

/** When the account last changed, where the venue's mark says so in milliseconds; else when it was asked for. */
function momentOf(mark: string | null, at: Date): Date {
  return mark !== null && /^\d{13}$/.test(mark) ? new Date(Number(mark)) : at;
}
