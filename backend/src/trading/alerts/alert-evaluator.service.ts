import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { CandleRefillService, CandleStore, symbolOfPair, type MarketPair, type StoredCandles } from '../market/index.js';
import { MarketDataGateway } from '../venues/index.js';
import { AlertEvaluationRepository } from './alert-evaluation.repository.js';
import { AlertFirings } from './alert-firings.service.js';
import { findAlertSignals } from './alert-signal.query.js';
import { evaluateAlert, MAX_REPLAY } from './evaluate-alert.rules.js';

/** Alerts that one transaction evaluates. */
const BATCH = 500;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Evaluates the active alerts of a pair on its closed one-minute candles. */
@Injectable()
export class AlertEvaluator {
  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
    private readonly refill: CandleRefillService,
    private readonly candles: CandleStore,
    private readonly alerts: AlertEvaluationRepository,
    private readonly firings: AlertFirings,
  ) {}

  /**
   * Returns how many crossings were found. Idempotent, safe to run concurrently and to interrupt: a batch is evaluated in one transaction
   * with what it fires. Rejects with an ExchangeError if the venue is unavailable.
   */
  async evaluate(pair: MarketPair, signal: AbortSignal): Promise<number> {
    const em = this.orm.em.fork() as EntityManager;
    const earliest = await this.alerts.findEarliest(em, pair);
    if (earliest === null) return 0;
    const now = this.clock.now().getTime() / 1000;
    const symbol = symbolOfPair(this.gateway, pair);
    const from = Math.max(earliest, now - MAX_REPLAY);
    if ((await this.refill.refill(em, symbol, from, signal)).gone) {
      await this.alerts.endPair(em, pair);
      return 0;
    }
    const minutes = await this.candles.load(em, symbol, from, now);
    let fired = 0;
    for (let after: string | null = NIL; after !== null;) {
      signal.throwIfAborted();
      const batch = await this.evaluateSome(em, pair, minutes, now, after);
      fired += batch.fired;
      after = batch.last;
    }
    return fired;
  }

  /** `last`: the highest id, null at the end. */
  private async evaluateSome(em: EntityManager, pair: MarketPair, minutes: StoredCandles, now: number, after: string) {
    return em.transactional(async (tx) => {
      const due = await this.alerts.lockSome(tx, pair, after, BATCH);
      const signals = await findAlertSignals(
        tx,
        due.flatMap(({ signalId }) => signalId ?? []),
      );
      const results = due.map((alert) => evaluateAlert(alert, signals.get(alert.signalId ?? '') ?? null, minutes, now));
      const fired = await this.firings.fire(
        tx,
        due.flatMap(({ kind, percent }, n) => results[n]!.firings.map((firing) => ({ ...firing, ...pair, kind, percent }))),
      );
      await this.alerts.save(
        tx,
        results.map(({ evaluated }) => evaluated),
      );
      return { fired, last: due.length < BATCH ? null : due.at(-1)!.id };
    });
  }
}
