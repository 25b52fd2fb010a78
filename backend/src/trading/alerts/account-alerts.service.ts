import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, Decimal, InvalidInput, NotFound } from '../../platform/domain/index.js';
import { maySeeSignals, type Actor } from '../../platform/http/index.js';
import { AccountAlertRepository, type AccountAlertStart } from './account-alert.repository.js';
import { applyDrawdown } from './account-alert.rules.js';
import {
  accountAlertKinds,
  MAX_POSITIONS,
  type AccountAlertKind,
  type CurrentDrawdown,
  type OpenContract,
  type SetAccountAlert,
} from './account-alert.types.js';
import { findAccountReading, findDrawdown, findOpenContracts, findPendingDeposits } from './account-reading.query.js';
import { AlertsForReaders } from './alerts.errors.js';

/** Percentages that can be set, and the one to begin with. */
const limits: Record<Exclude<AccountAlertKind, 'deposit'>, { min: number; max: number; initial: string }> = {
  liquidation: { min: 0.5, max: 50, initial: '5' },
  drawdown: { min: 1, max: 90, initial: '10' },
};

export interface AccountAlerts {
  items: (SetAccountAlert & { isOn: boolean })[];
  syncedAt: Date | null;
  drawdown: CurrentDrawdown;
  positions: OpenContract[];
}

/** A member's alerts about the own account. */
@Injectable()
export class AccountAlertsService {
  constructor(
    private readonly em: EntityManager,
    private readonly alerts: AccountAlertRepository,
    private readonly clock: Clock,
  ) {}

  async list({ userId }: Actor): Promise<AccountAlerts> {
    const [set, nearAt, reading] = [
      await this.alerts.find(userId),
      await this.alerts.findLastNearLiquidation(userId),
      await findAccountReading(this.em, userId),
    ];
    const items = accountAlertKinds.map((kind) => {
      const found = set.find((alert) => alert.kind === kind);
      const off = { kind, percent: kind === 'deposit' ? null : limits[kind].initial, isArmed: true, checkedAt: null, firedAt: null };
      const alert = { ...(found ?? off), isOn: found !== undefined };
      return kind === 'liquidation' ? { ...alert, firedAt: nearAt } : alert;
    });
    if (!reading) return { items, syncedAt: null, drawdown: { value: null, unknown: 'no-account' }, positions: [] };
    return {
      items,
      syncedAt: reading.syncedAt,
      drawdown: await findDrawdown(this.em, reading.accountId),
      positions: await findOpenContracts(this.em, reading.accountId, MAX_POSITIONS),
    };
  }

  /**
   * Turns an alert on, or starts it anew with another percentage. Throws AlertsForReaders (403), and InvalidInput for a percentage that
   * the kind cannot have.
   */
  async set(actor: Actor, kind: AccountAlertKind, percent: string | undefined): Promise<AccountAlerts> {
    const stored = checkedPercent(kind, percent);
    if (!maySeeSignals(actor)) throw new AlertsForReaders();
    await this.em.transactional(async (tx) => {
      await this.alerts.put(tx, actor.userId, kind, stored, await this.startOf(tx, actor.userId, kind, stored));
    });
    return this.list(actor);
  }

  /** Turns an alert off. What it fired stays in the list. Throws NotFound. */
  async remove(actor: Actor, kind: AccountAlertKind): Promise<AccountAlerts> {
    await this.em.transactional(async (tx) => {
      if (!(await this.alerts.delete(tx, actor.userId, kind))) throw new NotFound('alert');
    });
    return this.list(actor);
  }

  private async startOf(tx: EntityManager, userId: string, kind: AccountAlertKind, percent: string | null): Promise<AccountAlertStart> {
    const start: AccountAlertStart = { isArmed: true, startedAt: this.clock.now(), pendingDeposits: [] };
    const reading = kind === 'liquidation' ? null : await findAccountReading(tx, userId);
    if (!reading) return start;
    if (kind === 'deposit') return { ...start, pendingDeposits: await findPendingDeposits(tx, reading.accountId) };
    const { value } = await findDrawdown(tx, reading.accountId);
    return { ...start, isArmed: value === null || !applyDrawdown(percent!, true, value).hasFired };
  }
}

function checkedPercent(kind: AccountAlertKind, percent: string | undefined): string | null {
  if (kind === 'deposit') {
    if (percent === undefined) return null;
    throw InvalidInput.field('percent', 'An alert about deposits has no percentage', 'alert.no-percent');
  }
  const { min, max } = limits[kind];
  if (percent === undefined || new Decimal(percent).lt(min) || new Decimal(percent).gt(max))
    throw InvalidInput.field('percent', `Enter a percentage from ${min} to ${max} with at most two decimals`, `alert.percent-${kind}`);
  return percent;
}
