import { exact, fixed } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import type { Stops } from './story';

export interface PriceLevel {
  id: 'entry' | 'target1' | 'target2' | 'target3' | 'firstStop' | 'stop';
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

/** What a signal puts at risk, and what it is after, as published: from the entry to the stop, and to the last target. */
export const zonesOf = ({ entryPrice, stopLoss, takeProfit3 }: SignalWire) =>
  [
    { id: 'risk', tone: 'down', from: entryPrice, to: stopLoss },
    { id: 'reward', tone: 'up', from: entryPrice, to: takeProfit3 },
  ] as const;

/** The prices that decide, as the chart draws them; a stop that has moved is told with where it began. */
export function levelsOf(signal: SignalWire, stops: Stops): PriceLevel[] {
  const stop = stops.at(-1)?.price ?? signal.stopLoss;
  const level = (id: PriceLevel['id'], price: string, tone: PriceLevel['tone']): PriceLevel => ({
    id,
    name: t(`signals.level.${id}`),
    price,
    tone,
  });
  return [
    level('entry', signal.entryPrice, 'info'),
    level('target1', signal.takeProfit1, 'up'),
    level('target2', signal.takeProfit2, 'up'),
    level('target3', signal.takeProfit3, 'up'),
    ...(stop === signal.stopLoss ? [] : [level('firstStop', signal.stopLoss, 'text3')]),
    level('stop', stop, 'down'),
  ];
}
