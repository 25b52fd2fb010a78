import type { CsvColumn } from '../../platform/http/index.js';
import type { View } from './dataset.js';
import { deposits, futuresOrders, futuresPositions, futuresTrades, spotTrades, withdrawals } from './tables.js';

/** Data sets that are exported, by the name in the address and in the file's name. Decimals as the venue wrote them, times in UTC. */
const exported = {
  'spot-trades': spotTrades,
  'futures-trades': futuresTrades,
  'open-orders': futuresOrders,
  positions: futuresPositions,
  deposits,
  withdrawals,
} as const;

export type HistoryName = keyof typeof exported;

/** Returns null for an unknown name. */
export const historyNamed = (name: string): HistoryName | null => (Object.hasOwn(exported, name) ? (name as HistoryName) : null);

/** Callers that only pass rows on need not know their type. */
export function historyFile(name: HistoryName) {
  const { view, file } = exported[name];
  return { view: view as View<unknown>, columns: file as readonly CsvColumn<unknown>[] };
}
