import { useCallback, useSyncExternalStore } from 'react';
import { listenLive } from '../../lib/live';
import type { TickerRowWire } from '../../lib/wire/types';
import { NO_PAIRS, TickerStore, type TickerStatus, WAITING } from './ticker-store';

const ticker = new TickerStore(listenLive, () => performance.now());

/** Prices come, and the page asks for them, while a component with this hook is shown. */
export const useTickerStatus = (): TickerStatus => useSyncExternalStore(ticker.onStatus, ticker.status, () => WAITING);

/** The pairs with the highest turnover, best first. */
export const useTopPairs = (): readonly string[] => useSyncExternalStore(ticker.onOrder, ticker.top, () => NO_PAIRS);

/** Every pair, highest turnover first. */
export const useAllPairs = (): readonly string[] => useSyncExternalStore(ticker.onOrder, ticker.order, () => NO_PAIRS);

/** A pair's last price and change; undefined for a pair that is gone. */
export function usePair(symbol: string): TickerRowWire | undefined {
  const subscribe = useCallback((listener: () => void) => ticker.onRow(symbol, listener), [symbol]);
  return useSyncExternalStore(
    subscribe,
    () => ticker.row(symbol),
    () => undefined,
  );
}

/** Counts up with every so many messages, for what is too dear or too restless to do with each. */
export const useEveryFrames = (many: number): number =>
  useSyncExternalStore(
    ticker.onFrame,
    () => Math.floor(ticker.frames() / many),
    () => 0,
  );

/** The change of a pair in hundredths of a percent, to sort by. */
export const changeOf = (symbol: string): number => Number(ticker.row(symbol)?.[2].replace('.', '') ?? 0);
