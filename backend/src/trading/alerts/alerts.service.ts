import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../platform/config/index.js';
import { Clock, Decimal, InvalidInput, NotFound } from '../../platform/domain/index.js';
import { maySeeSignals, type Actor } from '../../platform/http/index.js';
import { ExchangeError, MarketDataGateway, SymbolGone } from '../venues/index.js';
import { AccountAlertRepository } from './account-alert.repository.js';
import type { AccountFiring } from './account-alert.types.js';
import { AlertRepository, type AlertStart } from './alert.repository.js';
import { findAlertSignals, findSignalPair, type AlertSignal } from './alert-signal.query.js';
import { stateAt, zoneOf, type Way } from './alert.rules.js';
import type { MarketPair } from '../market/index.js';
import type { AlertFiring, ListedAlert, NewAlert } from './alert.types.js';
import { AlertEnded, AlertPriceUnknown, AlertsForReaders, MAX_ALERTS, TooManyAlerts } from './alerts.errors.js';

/** Maximum wait, because a member waits for the response. */
const MAX_WAIT_MS = 5000;

/** What a member asks to be told about. */
export type AlertRequest =
  | { kind: 'price'; base: string; quote: string; way: Way; level: string; repeats: boolean }
  | { kind: 'signal-entry' | 'signal-stop'; signalId: string; percent: string; repeats: boolean };

/** A member's own alerts. */
@Injectable()
export class AlertsService {
  constructor(
    private readonly em: EntityManager,
    private readonly alerts: AlertRepository,
    private readonly accountAlerts: AccountAlertRepository,
    private readonly gateway: MarketDataGateway,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  list({ userId }: Actor): Promise<ListedAlert[]> {
    return this.alerts.findOwn(userId);
  }

  /** Returns what fired below the id `before`, at most `limit`, and whether there is more. */
  async firings(
    { userId }: Actor,
    before: string | null,
    limit: number,
  ): Promise<{ firings: (AlertFiring | AccountFiring)[]; hasMore: boolean }> {
    const found = [
      ...(await this.alerts.findFirings(userId, before, limit + 1)),
      ...(await this.accountAlerts.findFirings(userId, before, limit + 1)),
    ].toSorted((a, b) => (a.id < b.id ? 1 : -1));
    return { firings: found.slice(0, limit), hasMore: found.length > limit };
  }

  /**
   * Sets an alert at the price of now. Throws AlertsForReaders (403), TooManyAlerts (409), AlertPriceUnknown (503), and InvalidInput for a
   * pair that is not traded or a signal that cannot have the alert.
   */
  async create(actor: Actor, request: AlertRequest): Promise<ListedAlert> {
    if (!maySeeSignals(actor)) throw new AlertsForReaders();
    if ((await this.alerts.findOwn(actor.userId)).length >= MAX_ALERTS) throw new TooManyAlerts();
    const alert = await this.termsOf(request);
    const start = await this.startOf(alert);
    return this.em.transactional(async (tx) => {
      if ((await this.alerts.lockAndCount(tx, actor.userId)) >= MAX_ALERTS) throw new TooManyAlerts();
      const id = await this.alerts.insert(tx, actor.userId, alert, start);
      return (await this.alerts.find(actor.userId, id, tx))!;
    });
  }

  /** Throws NotFound, AlertEnded (409). */
  pause(actor: Actor, id: string): Promise<ListedAlert> {
    return this.change(actor, id, (tx) => this.alerts.pause(tx, id));
  }

  /** Starts an alert anew from the price of now, also one that has fired. Throws NotFound and as `create` does. */
  async resume(actor: Actor, id: string): Promise<ListedAlert> {
    if (!maySeeSignals(actor)) throw new AlertsForReaders();
    const alert = await this.alerts.find(actor.userId, id);
    if (!alert) throw new NotFound('alert');
    if (alert.state === 'ended') throw new AlertEnded();
    const level = alert.signalId === null ? alert.level : await this.levelNow(alert.signalId, alert.kind);
    const start = await this.startOf({ ...alert, level });
    return this.change(actor, id, (tx) => this.alerts.resume(tx, id, level, start));
  }

  /** Deletes an alert and its firings. Throws NotFound. */
  async delete({ userId }: Actor, id: string): Promise<void> {
    if (!(await this.alerts.delete(userId, id))) throw new NotFound('alert');
  }

  private change({ userId }: Actor, id: string, act: (tx: EntityManager) => Promise<void>): Promise<ListedAlert> {
    return this.em.transactional(async (tx) => {
      const alert = await this.alerts.lock(tx, userId, id);
      if (!alert) throw new NotFound('alert');
      if (alert.state === 'ended') throw new AlertEnded();
      await act(tx);
      return (await this.alerts.find(userId, id, tx))!;
    });
  }

  private async termsOf(request: AlertRequest): Promise<NewAlert> {
    const { kind, repeats } = request;
    if (kind === 'price') {
      const { base, quote, way, level } = request;
      const pair = { venue: this.config.exchange.venues[0]!, market: 'spot' as const, base, quote };
      return { kind, ...pair, signalId: null, level, way, percent: null, repeats };
    }
    const { signalId, percent } = request;
    const signal = await this.signalOf(signalId);
    if (kind === 'signal-stop' && signal.isTrailing)
      throw InvalidInput.field('kind', 'The stop of this signal moves by itself, so it cannot have an alert', 'alert.trailing-stop');
    const pair: MarketPair = (await findSignalPair(this.em, signalId))!;
    return { kind, ...pair, signalId, level: kind === 'signal-entry' ? signal.entry : signal.stop, way: null, percent, repeats };
  }

  private async signalOf(signalId: string): Promise<AlertSignal> {
    const signal = (await findAlertSignals(this.em, [signalId])).get(signalId);
    if (!signal) throw InvalidInput.field('signalId', 'There is no such signal', 'alert.no-signal');
    if (signal.hasEnded) throw InvalidInput.field('signalId', 'This signal has ended', 'alert.signal-ended');
    return signal;
  }

  private async levelNow(signalId: string, kind: ListedAlert['kind']): Promise<string> {
    const signal = (await findAlertSignals(this.em, [signalId])).get(signalId);
    if (!signal || signal.hasEnded) throw new AlertEnded();
    return kind === 'signal-entry' ? signal.entry : signal.stop;
  }

  /**
   * Requests the price of now. Candles count from the next whole minute. A crossing before that minute is found if the price is still there
   * when its candle opens.
   */
  private async startOf(alert: MarketPair & Pick<NewAlert, 'level' | 'way' | 'percent'>): Promise<AlertStart> {
    const { venue, market, base, quote } = alert;
    const pair = `${base}/${quote}`;
    const data = this.gateway.market(venue, { lane: 'interactive', maxWaitMs: MAX_WAIT_MS, signal: AbortSignal.timeout(MAX_WAIT_MS) });
    const { bid, ask } = await data.quote(market, data.symbolOf(market, base, quote)).catch((error: unknown) => {
      if (error instanceof SymbolGone) throw InvalidInput.field('asset', `The exchange does not trade ${pair}`, 'alert.no-market');
      if (error instanceof ExchangeError || (error instanceof Error && error.name === 'TimeoutError')) throw new AlertPriceUnknown();
      throw error;
    });
    const price = new Decimal(bid).plus(ask).dividedBy(2).toNumber();
    const minute = Math.floor(this.clock.now().getTime() / 60_000) + 1;
    return { ...stateAt(zoneOf(alert), price), checkedTo: new Date(minute * 60_000) };
  }
}
