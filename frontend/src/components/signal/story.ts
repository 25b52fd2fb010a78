import { utc } from '../../lib/format/date';
import { exact } from '../../lib/format/decimal';
import type { SignalCandlesWire, SignalWire } from '../../lib/wire/types';
import { stopText } from './levels';
import { amendmentText, exitText, rText, shareText, stateOf } from './outcome';

export interface StoryEvent {
  id: string;
  at: string;
  /** `said`: by the team; `market`: by the market. */
  by: 'said' | 'market';
  words: string;
  detail?: string;
}

/** How the stop moved, as the server knows it. */
export type Stops = SignalCandlesWire['stops'];

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();
const follows = ({ trailingStopLoss }: SignalWire): boolean => trailingStopLoss.endsWith('%');

/** Where the stop has gone to by itself. */
function placeOf(signal: SignalWire, price: string): string {
  const { entryPrice, takeProfit1, outcome } = signal;
  if (price === (outcome?.entryPrice ?? entryPrice)) return `the entry, ${exact(price)}`;
  return price === takeProfit1 ? `the first target, ${exact(price)}` : stopText(signal, price);
}

/** What the stop did by itself; what it was told to do is an amendment. One that follows in percent is told in a word, or step by step. */
function stopEvents(signal: SignalWire, stops: Stops, each: boolean): StoryEvent[] {
  const moves = stops.filter(({ by }) => by === 'market');
  if (!each && follows(signal) && moves.length > 1) {
    const [first, last] = [moves[0]!, moves.at(-1)!];
    return [
      {
        id: 'stop-last',
        at: isoOf(last.time),
        by: 'market',
        words: `Stop followed the price to ${stopText(signal, last.price)}`,
        detail: `Moving since ${utc(isoOf(first.time))}`,
      },
    ];
  }
  return moves.map(({ time, price }) => ({
    id: `stop-${time}`,
    at: isoOf(time),
    by: 'market',
    words: `Stop moved to ${placeOf(signal, price)}`,
  }));
}

/** What happened to a signal, the oldest first. Without `stops`, while they are not known, its stop did nothing by itself. */
export function storyOf(signal: SignalWire, stops: Stops = [], each = false): StoryEvent[] {
  const { outcome, amendments, publishedAt, entryPrice, stopLoss } = signal;
  const events: StoryEvent[] = [
    { id: 'published', at: publishedAt, by: 'said', words: 'Published', detail: `Entry ${exact(entryPrice)}, stop ${exact(stopLoss)}` },
  ];
  for (const amendment of amendments) events.push({ id: amendment.id, at: amendment.at, by: 'said', words: amendmentText(amendment) });
  if (outcome?.entryAt) events.push({ id: 'filled', at: outcome.entryAt, by: 'market', words: `Filled at ${exact(outcome.entryPrice)}` });
  for (const [index, { reason, price, weight, at }] of (outcome?.exits ?? []).entries())
    events.push({ id: `exit-${index}`, at, by: 'market', words: `${exitText(reason)} at ${exact(price)}`, detail: shareText(weight) });
  events.push(...stopEvents(signal, stops, each));
  const told = events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (outcome?.closedAt)
    told.push({
      id: 'ended',
      at: outcome.closedAt,
      by: 'market',
      words: `Ended: ${stateOf(signal).label.toLowerCase()}`,
      ...(outcome.rNet !== null && { detail: `${rText(outcome.rNet)} after costs` }),
    });
  return told;
}

/** What a trailing stop in percent does, in words; null of any other. */
export function followingStop(signal: SignalWire): string | null {
  return follows(signal)
    ? `Once filled, the stop follows ${signal.trailingStopLoss} ${signal.side === 'long' ? 'below the highest' : 'above the lowest'} price.`
    : null;
}
