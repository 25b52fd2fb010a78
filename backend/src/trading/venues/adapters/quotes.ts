import { WireShape, type Quote } from '../port/index.js';
import type { WireRow } from './ccxt/index.js';

/** Best prices under a venue's own names. An empty side of the book is told as nothing or as zero: neither is a price. */
export function readQuote(path: string, row: WireRow, bidKey: string, askKey: string): Quote {
  const [bid, ask] = [row.decimal(bidKey), row.decimal(askKey)];
  if (!(Number(bid) > 0 && Number(ask) > 0)) throw new WireShape(path, 'a side of the order book is empty');
  return { bid, ask };
}
