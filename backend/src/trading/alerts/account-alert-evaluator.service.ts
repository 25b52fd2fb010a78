import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox } from '../../messaging/mail/index.js';
import { Clock } from '../../platform/domain/index.js';
import { MarketDataGateway } from '../venues/index.js';
import {
  AccountAlertEvaluationRepository,
  type DueAccountAlert,
  type NewWatch,
  type PositionWatch,
} from './account-alert-evaluation.repository.js';
import { applyDrawdown, pairOfContract, warningOf } from './account-alert.rules.js';
import { MAX_POSITIONS, type OpenContract } from './account-alert.types.js';
import { findAccountReading, findDrawdown, findOpenContracts, type AccountReading } from './account-reading.query.js';
import { AlertFirings, type FiredAlert } from './alert-firings.service.js';
import { LIQUIDATION_BAND, zoneOf } from './alert.rules.js';

type Turn = AccountReading & { userId: string };

/** Evaluates alerts about an account on its last reading. */
@Injectable()
export class AccountAlertEvaluator {
  constructor(
    private readonly orm: MikroORM,
    private readonly gateway: MarketDataGateway,
    private readonly clock: Clock,
    private readonly alerts: AccountAlertEvaluationRepository,
    private readonly firings: AlertFirings,
    private readonly mail: MailOutbox,
  ) {}

  /** Returns how much fired. Idempotent, safe to run concurrently and to interrupt: one transaction has what fires and what is known. */
  async evaluate(userId: string): Promise<number> {
    const em = this.orm.em.fork() as EntityManager;
    return em.transactional(async (tx) => {
      const due = await this.alerts.lock(tx, userId);
      const reading = await findAccountReading(tx, userId);
      let fired = 0;
      for (const alert of due) fired += await this.evaluateOne(tx, alert, reading && { ...reading, userId }, userId);
      return fired;
    });
  }

  private async evaluateOne(tx: EntityManager, alert: DueAccountAlert, turn: Turn | null, userId: string): Promise<number> {
    if (!turn?.version) {
      // The account was removed: nothing is open that could be liquidated.
      if (alert.kind === 'liquidation') await this.watchOnly(tx, userId, []);
      return 0;
    }
    const { kind } = alert;
    const saved = { kind, version: turn.version, hasFired: false, startsAnew: false };
    if (!alert.isAllowed) {
      // What happens until the member may have alerts again fires nothing afterwards.
      await this.alerts.save(tx, userId, { ...saved, isArmed: false, startsAnew: true });
      return 0;
    }
    const [isArmed, fired] =
      kind === 'liquidation'
        ? [true, await this.evaluatePositions(tx, alert, turn)]
        : kind === 'drawdown'
          ? await this.evaluateDrawdown(tx, alert, turn)
          : [true, await this.evaluateDeposits(tx, turn)];
    await this.alerts.save(tx, userId, { ...saved, isArmed, hasFired: fired > 0 });
    return fired;
  }

  private async evaluatePositions(tx: EntityManager, { percent }: DueAccountAlert, turn: Turn): Promise<number> {
    const open = await findOpenContracts(tx, turn.accountId, MAX_POSITIONS);
    return this.watchOnly(
      tx,
      turn.userId,
      open.flatMap((position) => this.watchOf(position, percent!, turn) ?? []),
    );
  }

  /** Watches these positions and no others. Fires for those whose mark price is beyond the distance already. */
  private async watchOnly(tx: EntityManager, userId: string, wanted: readonly NewWatch[]): Promise<number> {
    const known = new Map((await this.alerts.lockWatches(tx, userId)).map((watch) => [keyOf(watch), watch]));
    const fired: FiredAlert[] = [];
    for (const watch of wanted) {
      const firing = await this.watchOne(tx, userId, watch, known.get(keyOf(watch)) ?? null);
      known.delete(keyOf(watch));
      if (firing) fired.push(firing);
    }
    await this.alerts.endWatches(
      tx,
      [...known.values()].map(({ id }) => id),
      'position-closed',
    );
    return this.firings.fire(tx, fired);
  }

  private async watchOne(tx: EntityManager, userId: string, watched: NewWatch, earlier: PositionWatch | null): Promise<FiredAlert | null> {
    const { level, way, percent, base, quote, last } = watched;
    const zone = zoneOf({ level, way, percent: null, band: LIQUIDATION_BAND });
    const isArmed = earlier?.isArmed ?? true;
    const isNear = Number(last) >= zone.from && Number(last) <= zone.to;
    // Only prices of minutes arm it again: the mark price of a reading is minutes old.
    const stored = { ...watched, isArmed: isArmed && !isNear };
    const id = earlier?.id ?? (await this.alerts.insertWatch(tx, userId, stored));
    if (earlier) await this.alerts.moveWatch(tx, id, stored);
    if (!isArmed || !isNear) return null;
    const minute = Math.floor(this.clock.now().getTime() / 60_000) * 60;
    const price = Number(last);
    return { alertId: id, userId, minute, way, level, high: price, low: price, kind: 'liquidation', base, quote, percent };
  }

  private watchOf(position: OpenContract, percent: string, { venue }: Turn): NewWatch | null {
    const data = this.gateway.market(venue, { lane: 'backfill', maxWaitMs: 0 });
    const pair = pairOfContract(venue, position.symbol, (...of) => data.symbolOf(...of));
    const warning = warningOf(position, percent);
    if (!pair || !warning) return null;
    const minute = Math.floor(this.clock.now().getTime() / 60_000) + 1;
    return {
      ...pair,
      ...warning,
      percent,
      positionSymbol: position.symbol,
      positionSide: position.positionSide,
      isArmed: true,
      last: position.mark,
      checkedTo: new Date(minute * 60_000),
    };
  }

  private async evaluateDrawdown(tx: EntityManager, alert: DueAccountAlert, turn: Turn): Promise<[isArmed: boolean, fired: number]> {
    const drawdown = await findDrawdown(tx, turn.accountId);
    const percent = alert.percent!;
    if (drawdown.value === null) return [alert.isArmed, 0];
    const { isArmed, hasFired } = applyDrawdown(percent, alert.isArmed, drawdown.value);
    if (!hasFired) return [isArmed, 0];
    const at = drawdown.readAt!.toISOString();
    const key = `${turn.accountId}:${at}`;
    const told = await this.alerts.insertFirings(tx, turn.userId, [{ kind: 'drawdown', key, percent, drawdown: drawdown.value, at }]);
    const id = told.get(key);
    if (id !== undefined)
      await this.mail.queue(tx, {
        letter: 'alert-drawdown',
        to: turn.userId,
        data: { percent, drawdown: drawdown.value, at },
        dedupeKey: `alert:${id}`,
      });
    return [isArmed, told.size];
  }

  private async evaluateDeposits(tx: EntityManager, { userId, accountId }: Turn): Promise<number> {
    const deposits = await this.alerts.findUntoldDeposits(tx, userId, accountId);
    const firings = deposits.map(({ id, ...deposit }) => ({ kind: 'deposit' as const, key: `${accountId}:${id}`, ...deposit }));
    const told = await this.alerts.insertFirings(tx, userId, firings);
    await this.mail.queueAll(
      tx,
      firings
        .filter(({ key }) => told.has(key))
        .map(({ key, coin, amount, network, at }) => ({
          letter: 'alert-deposit' as const,
          to: userId,
          data: { coin, amount, network, at: new Date(at).toISOString() },
          dedupeKey: `alert:${told.get(key)!}`,
        })),
    );
    return told.size;
  }
}

const keyOf = ({ positionSymbol, positionSide }: Pick<PositionWatch, 'positionSymbol' | 'positionSide'>) =>
  `${positionSymbol} ${positionSide}`;
