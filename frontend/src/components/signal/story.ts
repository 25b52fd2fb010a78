import { exact } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { amendmentText, exitText, rText, shareText, stateOf } from './outcome';

export interface StoryEvent {
  id: string;
  at: string;
  /** `said`: by the team; `market`: by the market. */
  by: 'said' | 'market';
  words: string;
  detail?: string;
}

/** Where the stop stood from then on. */
export interface StopLevel {
  from: string;
  price: string;
}

const words = { breakeven: 'the entry', first: 'the first target' };

/** How the stop moved by itself as targets were reached (rules of the trailing stop); one that follows in percent is told by no event. */
function trailed({ trailingStopLoss, entryPrice, takeProfit1, outcome }: SignalWire): { from: string; price: string; to: string }[] {
  const trail = trailingStopLoss.toLowerCase();
  if (trail !== 'breakeven' && trail !== 'moving') return [];
  const reached = (reason: string) => outcome?.exits.find((exit) => exit.reason === reason);
  const [first, second] = [reached('tp1'), trail === 'moving' ? reached('tp2') : undefined];
  return [
    ...(first ? [{ from: first.at, price: outcome?.entryPrice ?? entryPrice, to: words.breakeven }] : []),
    ...(second ? [{ from: second.at, price: takeProfit1, to: words.first }] : []),
  ];
}

/** Levels of the stop, the oldest first. A move that goes away from the profit is none. */
export function stopsOf(signal: SignalWire): StopLevel[] {
  const said = signal.amendments.flatMap(({ kind, stop, at }) => (kind === 'move_stop' && stop !== null ? [{ from: at, price: stop }] : []));
  const levels: StopLevel[] = [{ from: signal.publishedAt, price: signal.stopLoss }];
  for (const { from, price } of [...said, ...trailed(signal)].toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = Number(levels.at(-1)!.price);
    if (signal.side === 'long' ? Number(price) > last : Number(price) < last) levels.push({ from, price });
  }
  return levels;
}

/** What happened to a signal, the oldest first. */
export function storyOf(signal: SignalWire): StoryEvent[] {
  const { outcome, amendments, publishedAt, entryPrice, stopLoss } = signal;
  const events: StoryEvent[] = [{ id: 'published', at: publishedAt, by: 'said', words: 'Published', detail: `Entry ${exact(entryPrice)}, stop ${exact(stopLoss)}` }];
  for (const amendment of amendments) events.push({ id: amendment.id, at: amendment.at, by: 'said', words: amendmentText(amendment) });
  if (outcome?.entryAt) events.push({ id: 'filled', at: outcome.entryAt, by: 'market', words: `Filled at ${exact(outcome.entryPrice)}` });
  for (const [index, { reason, price, weight, at }] of (outcome?.exits ?? []).entries()) events.push({ id: `exit-${index}`, at, by: 'market', words: `${exitText(reason)} at ${exact(price)}`, detail: shareText(weight) });
  for (const { from, price, to } of trailed(signal)) events.push({ id: `trail-${to}`, at: from, by: 'market', words: `Stop moved to ${to}, ${exact(price)}` });
  const order = (a: StoryEvent, b: StoryEvent) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1);
  const told = events.toSorted(order);
  if (outcome?.closedAt) told.push({ id: 'ended', at: outcome.closedAt, by: 'market', words: `Ended: ${stateOf(signal).label.toLowerCase()}`, ...(outcome.rNet !== null && { detail: `${rText(outcome.rNet)} after fees` }) });
  return told;
}

/** What a trailing stop in percent does, in words; null of any other. */
export function followingStop({ trailingStopLoss, side }: SignalWire): string | null {
  return trailingStopLoss.endsWith('%') ? `Once filled, the stop follows ${trailingStopLoss} ${side === 'long' ? 'below the highest' : 'above the lowest'} price.` : null;
}
