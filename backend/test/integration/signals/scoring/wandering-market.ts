import { random } from '../../../support/candle-series.js';
import type { MinuteCandle } from '../../market/candle-double.js';
import type { ScoringStand } from './scoring-stand.js';

/** A price that wanders a step every second, some of whose minutes were never told. */
export function wanderingMarket(seed: number, begin: number, minutes: number) {
  const next = random(seed);
  let price = 1000;
  const seconds = Array.from({ length: minutes * 60 }, () => {
    const way = next();
    return (price += way < 0.04 ? 1 : way < 0.08 ? -1 : 0);
  });
  const of = (first: number, count: number): MinuteCandle => {
    const part = seconds.slice(first, first + count);
    return { open: String(part[0]), high: String(Math.max(...part)), low: String(Math.min(...part)), close: String(part.at(-1)) };
  };
  const gaps = new Set(Array.from({ length: 12 }, () => Math.floor(next() * minutes)));
  return {
    minute: (at: number) => (gaps.has((at - begin) / 60) ? null : of(at - begin, 60)),
    second: (at: number) => of(at - begin, 1),
    begin,
    minutes,
    priceAt: (at: number) => seconds[Math.floor(at - begin)]!,
    next,
  };
}

export type WanderingMarket = ReturnType<typeof wanderingMarket>;

/** Signals on it, of all kinds, published from its beginning to shortly before its end; of some of them something is said later. */
export async function signalsOn(
  { next, priceAt, begin, minutes }: WanderingMarket,
  stand: ScoringStand,
  count: number,
  leverage = 1,
): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const far = (most: number) => 2 + Math.floor(next() * most);
    const side = next() < 0.5 ? ('long' as const) : ('short' as const);
    const way = side === 'long' ? 1 : -1;
    const publishedAt = begin + Math.floor(next() * (minutes - 20)) * 60 + next() * 60;
    const entry = priceAt(publishedAt) - way * Math.floor(next() * 10 - 2);
    const first = entry + way * far(20);
    const second = first + way * far(20);
    const id = await stand.publish({
      side,
      entry,
      stop: entry - way * far(25),
      targets: [first, second, second + way * far(20)],
      trail: ['none', 'breakeven', 'moving', '1.5%'][Math.floor(next() * 4)]!,
      publishedAt,
      closesAt: publishedAt + 600 + Math.floor(next() * 18_000),
      leverage,
    });
    ids.push(id);
    if (n % 6 === 0) await stand.amend(id, 'move_stop', publishedAt + 900 * next(), String(entry - way));
    if (n % 9 === 0) await stand.amend(id, 'close_now', publishedAt + 3000 * next(), String(entry));
  }
  return ids;
}
