import { exactDifference } from './exact-sum';
import { magnitude, signOf, withSign } from './format/decimal';
import { percent, shareOf } from './format/share';
import type { Position } from './wire/exchange';

/**
 * How far the mark price has to move until the exchange liquidates a position, in percent of the mark price; negative: it is beyond that
 * price. Null: the exchange reports no liquidation price.
 */
export function liquidationDistance({
  amount,
  markPrice,
  liquidationPrice,
}: Pick<Position, 'amount' | 'markPrice' | 'liquidationPrice'>): string | null {
  if (signOf(liquidationPrice) <= 0 || signOf(markPrice) <= 0 || signOf(amount) === 0) return null;
  const way = exactDifference(markPrice, liquidationPrice);
  const share = way === null ? null : shareOf(magnitude(way), markPrice);
  if (way === null || share === null) return null;
  return withSign(signOf(way) * signOf(amount) < 0 ? -1 : 0, percent(share));
}
