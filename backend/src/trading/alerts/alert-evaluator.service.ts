import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { Clock, Decimal } from '../../platform/domain/index.js';
import { CandleRefillService, CandleStore, symbolOfPair, type MarketPair, type StoredCandles } from '../market/index.js';
import { MarketDataGateway } from '../venues/index.js';
import { AlertEvaluationRepository, type DueAlert, type NewFiring } from './alert-evaluation.repository.js';
import { findAlertSignals } from './alert-signal.query.js';
import type { AlertKind } from './alert.types.js';
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
    private readonly mail: MailOutbox,
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
      const fired = await this.fire(
        tx,
        pair,
        due,
        results.flatMap(({ firings }) => firings),
      );
      await this.alerts.save(
        tx,
        results.map(({ evaluated }) => evaluated),
      );
      return { fired, last: due.length < BATCH ? null : due.at(-1)!.id };
    });
  }

  /** Stores crossings and queues the emails about them. */
  private async fire(tx: EntityManager, { base, quote }: MarketPair, due: readonly DueAlert[], firings: readonly NewFiring[]) {
    const told = await this.alerts.insertFirings(tx, firings);
    const keyOf = ({ alertId, minute }: { alertId: string; minute: number }) => `${alertId}:${minute}`;
    const isNew = new Set(told.map(keyOf));
    const byId = new Map(due.map((alert) => [alert.id, alert]));
    await this.mail.queueAll(
      tx,
      firings
        .filter((firing) => isNew.has(keyOf(firing)))
        .map((firing) => ({
          letter: letterOf(byId.get(firing.alertId)!.kind, firing),
          to: firing.userId,
          data: {
            symbol: `${base}/${quote}`,
            level: firing.level,
            percent: byId.get(firing.alertId)!.percent,
            price: new Decimal(firing.way === 'up' ? firing.high : firing.low).toFixed(),
            at: new Date(firing.minute * 1000).toISOString(),
          },
          dedupeKey: `alert:${keyOf(firing)}`,
        })),
    );
    return told.length;
  }
}

function letterOf(kind: AlertKind, { way }: NewFiring) {
  if (kind !== 'price') return kind === 'signal-entry' ? 'alert-near-entry' : 'alert-near-stop';
  return way === 'up' ? 'alert-rose' : 'alert-fell';
}
