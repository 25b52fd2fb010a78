import { Decimal } from '../../../platform/domain/index.js';
import type { AccountAlertsWire, AccountFiringWire, WatchedPositionWire } from '../../../platform/wire/index.js';
import { liquidationDistance } from '../../portfolio/index.js';
import type { AccountFiring, OpenContract } from '../account-alert.types.js';
import type { AccountAlerts } from '../account-alerts.service.js';

export const presentAccountAlerts = ({ items, syncedAt, drawdown, positions }: AccountAlerts): AccountAlertsWire => ({
  items: items.map(({ checkedAt, firedAt, ...alert }) => ({
    ...alert,
    checkedAt: checkedAt?.toISOString() ?? null,
    firedAt: firedAt?.toISOString() ?? null,
  })),
  syncedAt: syncedAt?.toISOString() ?? null,
  drawdown: drawdown.value,
  drawdownUnknown: drawdown.unknown,
  positions: positions.map(presentPosition),
});

const presentPosition = (position: OpenContract): WatchedPositionWire => ({
  symbol: position.symbol,
  side: new Decimal(position.amount).gt(0) ? 'long' : 'short',
  markPrice: position.mark,
  liquidationPrice: new Decimal(position.liquidation).gt(0) ? position.liquidation : null,
  distance: liquidationDistance(position),
});

export const presentAccountFiring = ({ at, firedAt, ...firing }: AccountFiring): AccountFiringWire => ({
  ...firing,
  at: at.toISOString(),
  firedAt: firedAt.toISOString(),
});
