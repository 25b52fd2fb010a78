import { Decimal } from '../../platform/domain/index.js';

/** From which side the price came. */
export const ways = ['up', 'down'] as const;
export type Way = (typeof ways)[number];

/**
 * How far beyond its level the price must move back before an alert that repeats can fire again: 0.2 % of the level. Around a level the
 * price changes sides many times a minute.
 */
export const BAND = '0.002';
/** The same for the distance to liquidation: a warning about one price is not repeated every few minutes. */
export const LIQUIDATION_BAND = '0.01';

/** What a price alert watches. Decimals above zero, with at most 15 significant digits, so that doubles tell them apart. */
export interface AlertTerms {
  level: string;
  /** The side from which the price reaches the level; null: from either side, within `percent` of the level. */
  way: Way | null;
  percent: string | null;
  /** As a fraction of the level; `BAND` by default. */
  band?: string;
}

/** Prices at which an alert fires, both ends included, and those beyond which it is armed again. Infinite where there is no end. */
export interface AlertZone {
  from: number;
  to: number;
  /** Always lower than `from`, or -Infinity. */
  below: number;
  above: number;
}

export interface AlertState {
  /** The price was outside of the zone: the next one in it is a crossing. */
  isArmed: boolean;
  /** The last price seen; null: none since the alert was set. */
  last: number | null;
}

/** A closed candle, without its time. */
export interface PriceRange {
  open: number;
  high: number;
  low: number;
  close: number;
}

export function zoneOf({ level, way, percent, band = BAND }: AlertTerms): AlertZone {
  const at = new Decimal(level);
  const share = new Decimal(percent ?? 0).dividedBy(100);
  const [from, to] = [at.times(new Decimal(1).minus(share)), at.times(share.plus(1))];
  return {
    from: way === 'down' ? -Infinity : from.toNumber(),
    to: way === 'up' ? Infinity : to.toNumber(),
    below: way === 'down' ? -Infinity : from.times(new Decimal(1).minus(band)).toNumber(),
    above: way === 'up' ? Infinity : to.times(new Decimal(band).plus(1)).toNumber(),
  };
}

const isInside = ({ from, to }: AlertZone, price: number) => price >= from && price <= to;
const isBeyondBand = ({ below, above }: AlertZone, price: number) => price < below || price > above;

/** Returns the state of an alert that is set at a price. At a price in its zone it waits until the price has left. */
export const stateAt = (zone: AlertZone, price: number): AlertState => ({ isArmed: !isInside(zone, price), last: price });

/**
 * Applies a closed candle. Returns the way of a crossing that took place for sure, at most one; null: none. The order of high and low
 * within a candle is unknown: an alert that is not armed fires only if the price left the zone and ended in it or on its other side.
 */
export function applyCandle(zone: AlertZone, state: AlertState, candle: PriceRange): { state: AlertState; crossed: Way | null } {
  const { open, high, low, close } = candle;
  const after = (isArmed: boolean): AlertState => ({ isArmed, last: close });
  const opened = state.last === null ? { state: stateAt(zone, open), crossed: null } : applyPrice(zone, state, open);
  const ended = after(isBeyondBand(zone, close));
  if (opened.crossed !== null) return { state: ended, crossed: opened.crossed };
  if (opened.state.isArmed) {
    if (high >= zone.from && low <= zone.to) return { state: ended, crossed: open < zone.from ? 'up' : 'down' };
    return { state: after(true), crossed: null };
  }
  const [wasBelow, wasAbove] = [low < zone.below, high > zone.above];
  if (!wasBelow && !wasAbove) return { state: after(false), crossed: null };
  if (wasBelow && (wasAbove || close >= zone.from)) return { state: ended, crossed: 'up' };
  if (wasAbove && close <= zone.to) return { state: ended, crossed: 'down' };
  return { state: after(true), crossed: null };
}

/** Applies one price after another. Between them the price took every value in between. */
function applyPrice(zone: AlertZone, { isArmed, last }: AlertState, price: number): { state: AlertState; crossed: Way | null } {
  const isPassed = last !== null && ((last < zone.from && price > zone.to) || (last > zone.to && price < zone.from));
  const crossed = isArmed && (isInside(zone, price) || isPassed) ? ((last ?? price) < zone.from ? 'up' : 'down') : null;
  const stays = isArmed && crossed === null;
  return { state: { isArmed: stays || isBeyondBand(zone, price), last: price }, crossed };
}
