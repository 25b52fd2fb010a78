import { utc } from '../../lib/format/date';
import { change, exact, magnitude, price } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import { percentOf } from '../../lib/format/share';
import type { AccountFiringWire, AlertFiringWire, AlertWire } from '../../lib/wire/types';

type Described = Pick<AlertWire, 'kind' | 'symbol' | 'level' | 'percent'> & { way: AlertWire['way'] };

/** What an alert waits for, such as “BTC/USDT rises to 60 000”. */
export function describeAlert({ kind, symbol, way, level, percent }: Described): string {
  const values = { pair: symbol, level: exact(level), percent: exact(percent) };
  if (kind === 'price') return t(way === 'up' ? 'alerts.what.up' : 'alerts.what.down', values);
  return t(kind === 'signal-entry' ? 'alerts.what.entry' : 'alerts.what.stop', values);
}

export type Firing = AlertFiringWire | AccountFiringWire;

/** What fired, and the candle or the sync that it was found by. */
export const describeFiring = (firing: Firing): { what: string; why: string } =>
  'alertId' in firing ? describeCrossing(firing) : describeReading(firing);

function describeReading(firing: AccountFiringWire): { what: string; why: string } {
  if (firing.kind === 'drawdown')
    return {
      what: t('alerts.fired.drawdown', { percent: exact(firing.percent) }),
      why: t('alerts.fired.drawdownWhy', { at: utc(firing.at), fall: percentOf(magnitude(firing.drawdown ?? '')) }),
    };
  return {
    what: t('alerts.fired.deposit', { amount: exact(firing.amount), coin: firing.coin ?? '' }),
    why: t('alerts.fired.depositWhy', { at: utc(firing.at) }),
  };
}

function describeCrossing(firing: AlertFiringWire): { what: string; why: string } {
  const { way, minute, high, low } = firing;
  const reached = { at: utc(minute), price: price(way === 'up' ? high : low) };
  if (firing.kind === 'liquidation') return { what: crossingOf(firing), why: t('alerts.fired.price', reached) };
  return { what: crossingOf(firing), why: t(way === 'up' ? 'alerts.fired.high' : 'alerts.fired.low', reached) };
}

function crossingOf({ kind, symbol, way, level, percent }: AlertFiringWire): string {
  const values = { pair: symbol, level: exact(level), percent: exact(percent) };
  if (kind === 'price') return t(way === 'up' ? 'alerts.fired.up' : 'alerts.fired.down', values);
  // A long position is liquidated by a falling price.
  if (kind === 'liquidation') return t(way === 'down' ? 'alerts.fired.long' : 'alerts.fired.short', values);
  return t(kind === 'signal-entry' ? 'alerts.fired.entry' : 'alerts.fired.stop', values);
}

/** How far the level is from a price, in percent of the price with a sign; null where the price is not known. */
export function distanceOf(level: string, from: string | null | undefined): string | null {
  const [target, current] = [Number(level), Number(from ?? Number.NaN)];
  return current > 0 ? change((((target - current) / current) * 100).toFixed(4)) : null;
}
