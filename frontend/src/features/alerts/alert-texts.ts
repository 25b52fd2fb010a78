import { utc } from '../../lib/format/date';
import { change, exact, price } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import type { AlertFiringWire, AlertWire } from '../../lib/wire/types';

type Described = Pick<AlertWire, 'kind' | 'symbol' | 'level' | 'percent'> & { way: AlertWire['way'] };

/** What an alert waits for, such as “BTC/USDT rises to 60 000”. */
export function describeAlert({ kind, symbol, way, level, percent }: Described): string {
  const values = { pair: symbol, level: exact(level), percent: exact(percent) };
  if (kind === 'price') return t(way === 'up' ? 'alerts.what.up' : 'alerts.what.down', values);
  return t(kind === 'signal-entry' ? 'alerts.what.entry' : 'alerts.what.stop', values);
}

/** Which candle reached the price. */
export function describeFiring(firing: AlertFiringWire): { what: string; why: string } {
  const { kind, symbol, way, level, percent, minute, high, low } = firing;
  const values = { pair: symbol, level: exact(level), percent: exact(percent) };
  const what =
    kind === 'price'
      ? t(way === 'up' ? 'alerts.fired.up' : 'alerts.fired.down', values)
      : t(kind === 'signal-entry' ? 'alerts.fired.entry' : 'alerts.fired.stop', values);
  return {
    what,
    why: t(way === 'up' ? 'alerts.fired.high' : 'alerts.fired.low', { at: utc(minute), price: price(way === 'up' ? high : low) }),
  };
}

/** How far the level is from a price, in percent of the price with a sign; null where the price is not known. */
export function distanceOf(level: string, from: string | null | undefined): string | null {
  const [target, current] = [Number(level), Number(from ?? Number.NaN)];
  return current > 0 ? change((((target - current) / current) * 100).toFixed(4)) : null;
}
