import { exact, fixed } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import type { Stops } from './story';

export interface PriceLevel {
  name: string;
  price: string;
  tone: 'info' | 'up' | 'down' | 'text3';
}

const placesOf = (price: string): number => price.split('.')[1]?.length ?? 0;

/** A stop in percent has more digits than its market: no more than the signal's own prices are shown. */
export function stopText({ entryPrice, stopLoss, takeProfit1, takeProfit2, takeProfit3, currentPrice }: SignalWire, price: string): string {
  const places = Math.max(...[entryPrice, stopLoss, takeProfit1, takeProfit2, takeProfit3, currentPrice].map(placesOf), 2);
  return placesOf(price) > places ? fixed(price, places) : exact(price);
}

/** The prices that decide, as the chart draws them; a stop that has moved is told with where it began. */
export function levelsOf(signal: SignalWire, stops: Stops): PriceLevel[] {
  const stop = stops.at(-1)?.price ?? signal.stopLoss;
  return [
    { name: 'Entry', price: signal.entryPrice, tone: 'info' },
    { name: 'Target 1', price: signal.takeProfit1, tone: 'up' },
    { name: 'Target 2', price: signal.takeProfit2, tone: 'up' },
    { name: 'Target 3', price: signal.takeProfit3, tone: 'up' },
    ...(stop === signal.stopLoss ? [] : [{ name: 'First stop', price: signal.stopLoss, tone: 'text3' as const }]),
    { name: 'Stop', price: stop, tone: 'down' },
  ];
}
