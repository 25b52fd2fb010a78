import { Banned, KeyRejected, movementKinds, RateLimited, VenueRejected, type MovementKind } from '../venues/index.js';
import type { ReconcileOptions } from '../reconciliation/index.js';
import { noteFutures, saveSpotMark } from './account-state.repository.js';
import { oldestEvidence } from './earliest-activity.query.js';
import { readFuturesSnapshot } from './futures-snapshot.js';
import { FuturesSync } from './futures-sync.js';
import { readIncomeIfAny } from './income.js';
import { QuotaExceeded } from './fair-share.js';
import { readSpotSnapshot, type SpotSnapshot } from './spot-snapshot.js';
import { SpotSync } from './spot-sync.js';
import type { SyncContext } from './sync-context.js';
import { depositsOf, futuresFillsOf, movementsOf, spotFillsOf, withdrawalsOf } from './windowed-sources.js';

const NO_FUTURES = 'Futures data is not available with this key';

/** A list that is read by time windows. */
interface History {
  readonly added: number;
  readHead(): Promise<void>;
  readBack(evidence: () => Promise<Date | null>): Promise<void>;
  refill(): Promise<void>;
}

interface NamedHistory {
  name: string;
  list: History;
  /** Older rows are not read by the first run. */
  slow?: boolean;
}

const MOVEMENT_NAMES: Readonly<Record<MovementKind, string>> = {
  transfer: 'Transfers between wallets',
  dust: 'Small balances converted',
  convert: 'Conversions',
  dividend: 'Dividends',
};

/**
 * Reads an account for one run: balances, new rows, and as much history as a run may. Data sets are read concurrently and stored while they
 * are read. A failure does not stop the other data sets; it is thrown once all have ended, a rejected key first.
 */
export class AccountReading {
  readonly #failures: unknown[] = [];
  readonly #capital: readonly NamedHistory[];
  readonly #movements: readonly NamedHistory[];
  #newMovements: Promise<void> | null = null;

  constructor(private readonly context: SyncContext) {
    const { facts } = context.client;
    this.#capital = [
      { name: 'Deposits', list: depositsOf(context) },
      { name: 'Withdrawals', list: withdrawalsOf(context) },
    ];
    this.#movements = movementKinds.flatMap((kind) => {
      const list = facts.movements[kind];
      return list ? [{ name: MOVEMENT_NAMES[kind], list: movementsOf(context, kind, list), slow: list.slow ?? false }] : [];
    });
  }

  async run(): Promise<void> {
    const { client, history, signal, plan } = this.context;
    const { fills } = history;
    // Balances first: rows that are read after them include everything that the balances reflect. The first call also measures the clock.
    const head = readSpotSnapshot(this.context);
    await this.#all([head]);
    // A run that the limit holds back spends no weight elsewhere, so that it stays among the first in the queue.
    if (this.#failures.some((error) => error instanceof RateLimited || error instanceof Banned)) throw this.#worst;
    this.context.now = await client.serverTime();
    const capitalRead = this.#all([
      ...this.#capital.map(({ name, list }) => this.#tolerant(name, () => this.#newest(list))),
      ...(plan.full ? [this.#readMovements()] : []),
    ]);
    const spot = fills.by === 'symbol' ? new SpotSync(this.context, fills, () => this.#readMovements()) : null;
    await this.#all([
      capitalRead,
      head.then(
        (snapshot) => this.#spot(spot, snapshot, capitalRead),
        () => undefined,
      ),
      this.#futures(),
    ]);
    if (!signal.aborted && !this.#isOver) {
      const before = this.#added;
      await this.#all([
        ...this.#capital.map(({ name, list }) => this.#tolerant(name, () => this.#older(list))),
        ...this.#movements.map((one) => this.#tolerantOfMovements(one.name, () => this.#older(one.list, one.slow))),
      ]);
      // Coins that only older rows name may lead to further symbols.
      if (spot && this.#added > before && !this.#isOver) await this.#all([spot.followCapital()]);
    }
    if (this.#failures.length > 0) throw this.#worst;
  }

  /** Returns what reconciliation needs and the process has cached: no request is sent. */
  async evidence(): Promise<ReconcileOptions> {
    const { client, history, steps } = this.context;
    const readAt = steps.at('account');
    const prices = await client.prices();
    return {
      prices,
      ...(readAt && { readAt }),
      ...(history.fills.by === 'symbol' && { spotSymbols: await history.fills.spotSymbols() }),
    };
  }

  async #spot(spot: SpotSync | null, snapshot: SpotSnapshot | null, capitalRead: Promise<unknown>): Promise<void> {
    if (spot) return spot.run(snapshot, capitalRead);
    const { fills } = this.context.history;
    if (fills.by === 'time') await this.#tolerant('Spot trades', () => this.#whole(spotFillsOf(this.context, fills), capitalRead));
    // An empty mark: it is not compared, and only shows that the account was read once.
    const { em, accountId, account } = this.context;
    if (snapshot && !account.spotMark)
      await saveSpotMark(em, accountId, { mark: snapshot.mark, at: snapshot.at.toISOString(), coins: {}, capital: {} });
  }

  /** Reads futures data. Many read-only keys cannot (exchange.md section 3): stored rows stay, and the key is tried again once a day. */
  async #futures(): Promise<void> {
    const { em, accountId, account, plan, progress, history } = this.context;
    if (account.futuresAvailable === false && !plan.full) return progress.warn(NO_FUTURES);
    const { fills } = history;
    try {
      const snapshot = await readFuturesSnapshot(this.context);
      if (fills.by === 'symbol') await new FuturesSync(this.context, fills).run(snapshot);
      else await this.#futuresByTime(futuresFillsOf(this.context, fills));
      if (plan.head) await noteFutures(em, accountId, true);
    } catch (error) {
      if (error instanceof KeyRejected && error.scope === 'futures') {
        await noteFutures(em, accountId, false);
        progress.warn(NO_FUTURES);
      } else if (error instanceof VenueRejected) progress.warn(`Futures data could not be read: ${error.message}`);
      else throw error;
    }
  }

  async #futuresByTime(list: History): Promise<void> {
    const { plan } = this.context;
    await this.#whole(list, Promise.resolve());
    if (plan.full) await readIncomeIfAny(this.context);
  }

  /** Reads new rows of a list; in a first run also older ones, because they name coins. */
  async #newest(list: History): Promise<void> {
    await list.readHead();
    if (this.context.plan.first) await list.readBack(() => Promise.resolve(null));
  }

  async #older(list: History, slow = false): Promise<void> {
    const { em, accountId } = this.context;
    await list.readBack(() => (slow ? Promise.resolve(null) : oldestEvidence(em, accountId)));
    await list.refill();
  }

  /** Reads new wallet movements of all kinds, once per attempt. */
  #readMovements(): Promise<void> {
    this.#newMovements ??= this.#all(this.#movements.map(({ name, list }) => this.#tolerantOfMovements(name, () => this.#newest(list))));
    return this.#newMovements;
  }

  async #whole(list: History, before: Promise<unknown>): Promise<void> {
    await list.readHead();
    await before;
    await this.#older(list);
  }

  get #added(): number {
    return [...this.#capital, ...this.#movements].reduce((sum, { list }) => sum + list.added, 0);
  }

  get #isOver(): boolean {
    return this.#failures.some((error) => error instanceof QuotaExceeded);
  }

  /** The most important failure: a rejected key, then any failure but an exceeded quota. */
  get #worst(): unknown {
    return (
      this.#failures.find((error) => error instanceof KeyRejected) ??
      this.#failures.find((error) => !(error instanceof QuotaExceeded)) ??
      this.#failures[0]
    );
  }

  /** Waits for all to settle and collects their failures. */
  async #all(work: readonly Promise<unknown>[]): Promise<void> {
    for (const result of await Promise.allSettled(work)) if (result.status === 'rejected') this.#failures.push(result.reason);
  }

  /** Turns the rejection of a data set into a warning. */
  async #tolerant(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof VenueRejected)) throw error;
      this.context.progress.warn(`${name} could not be read: ${error.message}`);
    }
  }

  /** As #tolerant, also for a missing right that only this list needs; the run has just read the account with the key. */
  async #tolerantOfMovements(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await this.#tolerant(name, work);
    } catch (error) {
      if (!(error instanceof KeyRejected)) throw error;
      this.context.progress.warn(`${name} could not be read: ${error.message}`);
    }
  }
}
