import type { AlertFiringWire, AlertFiringsWire, AlertWire } from '../../../platform/wire/index.js';
import type { AccountFiring } from '../account-alert.types.js';
import type { AlertFiring, ListedAlert } from '../alert.types.js';
import { presentAccountFiring } from './account-alerts.presenter.js';

export function presentAlert({ base, quote, ...alert }: ListedAlert): AlertWire {
  return {
    ...alert,
    symbol: `${base}/${quote}`,
    checkedTo: alert.checkedTo.toISOString(),
    uncheckedFrom: alert.uncheckedFrom?.toISOString() ?? null,
    uncheckedTo: alert.uncheckedTo?.toISOString() ?? null,
    createdAt: alert.createdAt.toISOString(),
    firedAt: alert.firedAt?.toISOString() ?? null,
  };
}

const presentFiring = ({ base, quote, minute, firedAt, ...firing }: AlertFiring): AlertFiringWire => ({
  ...firing,
  symbol: `${base}/${quote}`,
  minute: minute.toISOString(),
  firedAt: firedAt.toISOString(),
});

export function presentFirings({ firings, hasMore }: { firings: (AlertFiring | AccountFiring)[]; hasMore: boolean }): AlertFiringsWire {
  return {
    items: firings.map((firing) => ('alertId' in firing ? presentFiring(firing) : presentAccountFiring(firing))),
    next: hasMore ? firings.at(-1)!.id : null,
  };
}
