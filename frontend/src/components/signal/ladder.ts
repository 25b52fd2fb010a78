import { t } from '../../lib/i18n/texts';
import type { SignalDetailWire } from '../../lib/wire/types';
import { levelsOf, type PriceLevel } from './levels';
import type { Stops } from './story';

/** A level of the ladder, or the live price. */
export interface Rung {
  id: PriceLevel['id'] | 'live';
  name: string;
  price: string;
  tone: PriceLevel['tone'] | 'accent';
  /** Reward of a target over the risk, two decimals, as published; null: no target. */
  ratio: string | null;
  /** What the market did at the level, and when. */
  event: { label: string; at: string } | null;
  /** The live price lies too far away to be drawn where it is. */
  isOffScale: boolean;
}

/** How far beyond the levels the live price is drawn, of the distance between the outermost levels. */
const MARGIN = 0.25;

/** Orders by price without rounding: prices have up to 38 digits. */
function compare(a: string, b: string): number {
  const [[wholeA = '', partA = ''], [wholeB = '', partB = '']] = [a.split('.'), b.split('.')];
  const places = Math.max(partA.length, partB.length);
  const [x, y] = [BigInt(wholeA + partA.padEnd(places, '0')), BigInt(wholeB + partB.padEnd(places, '0'))];
  return x < y ? -1 : x > y ? 1 : 0;
}

function eventOf({ outcome }: SignalDetailWire, id: PriceLevel['id']): Rung['event'] {
  if (id === 'entry') return outcome?.entryAt ? { label: t('signals.ladder.filled'), at: outcome.entryAt } : null;
  if (id === 'firstStop') return null;
  const reason = id === 'stop' ? 'stop' : (`tp${Number(id.at(-1)) as 1 | 2 | 3}` as const);
  const exit = outcome?.exits.find((one) => one.reason === reason);
  return exit ? { label: t(id === 'stop' ? 'signals.ladder.stopped' : 'signals.ladder.reached'), at: exit.at } : null;
}

/** Returns the levels and the live price, the highest first. `live`: null where there is none to show. */
export function rungsOf(signal: SignalDetailWire, stops: Stops, live: string | null): Rung[] {
  const rungs = levelsOf(signal, stops).map((level): Rung => {
    const target = level.id.startsWith('target') ? Number(level.id.at(-1)) - 1 : -1;
    return { ...level, ratio: signal.odds.targets[target]?.ratio ?? null, event: eventOf(signal, level.id), isOffScale: false };
  });
  if (live !== null) {
    const { low, high } = rangeOf(rungs);
    const isOffScale = Number(live) !== clamped(Number(live), low, high);
    rungs.push({ id: 'live', name: t('signals.ladder.live'), price: live, tone: 'accent', ratio: null, event: null, isOffScale });
  }
  // Of equal prices, the level comes before the live price, whatever the direction.
  return rungs.toSorted((a, b) => compare(b.price, a.price));
}

function rangeOf(rungs: readonly Rung[]): { low: number; high: number } {
  const prices = rungs.filter(({ id }) => id !== 'live').map(({ price }) => Number(price));
  return { low: Math.min(...prices), high: Math.max(...prices) };
}

const clamped = (price: number, low: number, high: number): number =>
  Math.min(high + (high - low) * MARGIN, Math.max(low - (high - low) * MARGIN, price));

export interface PlacedRung extends Rung {
  /** Where the price lies on the scale, and where its label is, in pixels from the top. */
  mark: number;
  label: number;
}

/** Places rungs, the highest first: marks in proportion to their prices, labels `row` apart at least and as near to them as possible. */
export function placed(rungs: readonly Rung[], height: number, row: number): PlacedRung[] {
  const { low, high } = rangeOf(rungs);
  const prices = rungs.map(({ price }) => clamped(Number(price), low, high));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const marks = prices.map((price) => row / 2 + (most === least ? 0.5 : (most - price) / (most - least)) * (height - row));
  const labels = spread(marks, height, row);
  return rungs.map((rung, n) => ({ ...rung, mark: marks[n]!, label: labels[n]! }));
}

/**
 * Returns positions in the same order that are `row` apart at least, within `height`, with the least sum of squared distances from
 * those wanted (isotonic regression). `height` has room for all.
 */
export function spread(wanted: readonly number[], height: number, row: number): number[] {
  // Without the rows before it, each position only has to be no less than the last.
  const blocks: { sum: number; count: number }[] = [];
  for (const [n, position] of wanted.entries()) {
    let block = { sum: position - n * row, count: 1 };
    for (let last = blocks.at(-1); last && last.sum / last.count >= block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop();
      block = { sum: block.sum + last.sum, count: block.count + last.count };
    }
    blocks.push(block);
  }
  const latest = height - row / 2 - (wanted.length - 1) * row;
  return blocks
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => Math.min(latest, Math.max(row / 2, sum / count))))
    .map((position, n) => position + n * row);
}
