import { utc } from '../../lib/format/date';
import { exact } from '../../lib/format/decimal';
import type { SignalCandlesWire, SignalWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
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

/** A move of the stop that it made by itself. */
function moveText(signal: SignalWire, price: string): string {
  const { entryPrice, takeProfit1, outcome } = signal;
  if (price === (outcome?.entryPrice ?? entryPrice)) return t('signals.story.toEntry', { price: exact(price) });
  return price === takeProfit1
    ? t('signals.story.toTarget', { price: exact(price) })
    : t('signals.amendment.stop', { price: stopText(signal, price) });
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
        words: t('signals.story.followed', { price: stopText(signal, last.price) }),
        detail: t('signals.story.movingSince', { moment: utc(isoOf(first.time)) }),
      },
    ];
  }
  return moves.map(({ time, price }) => ({
    id: `stop-${time}`,
    at: isoOf(time),
    by: 'market',
    words: moveText(signal, price),
  }));
}

/** What happened to a signal, the oldest first. Without `stops`, while they are not known, its stop did nothing by itself. */
export function storyOf(signal: SignalWire, stops: Stops = [], each = false): StoryEvent[] {
  const { outcome, amendments, publishedAt, entryPrice, stopLoss } = signal;
  const events: StoryEvent[] = [
    {
      id: 'published',
      at: publishedAt,
      by: 'said',
      words: t('signals.story.published'),
      detail: t('signals.story.publishedDetail', { entry: exact(entryPrice), stop: exact(stopLoss) }),
    },
  ];
  for (const amendment of amendments) events.push({ id: amendment.id, at: amendment.at, by: 'said', words: amendmentText(amendment) });
  if (outcome?.entryAt)
    events.push({
      id: 'filled',
      at: outcome.entryAt,
      by: 'market',
      words: t('signals.story.filled', { price: exact(outcome.entryPrice) }),
    });
  for (const [index, { reason, price, weight, at }] of (outcome?.exits ?? []).entries())
    events.push({ id: `exit-${index}`, at, by: 'market', words: exitText({ reason, price }), detail: shareText(weight) });
  events.push(...stopEvents(signal, stops, each));
  const told = events.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (outcome?.closedAt)
    told.push({
      id: 'ended',
      at: outcome.closedAt,
      by: 'market',
      words: t(`signals.ended.${stateOf(signal).id}`),
      ...(outcome.rNet !== null && { detail: t('signals.story.result', { result: rText(outcome.rNet) }) }),
    });
  return told;
}

/** What a trailing stop in percent does, in words; null of any other. */
export function followingStop(signal: SignalWire): string | null {
  return follows(signal) ? t(`signals.follows.${signal.side}`, { distance: signal.trailingStopLoss }) : null;
}
