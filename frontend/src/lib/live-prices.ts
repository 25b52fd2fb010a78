import { useEffect, useState } from 'react';
import { listenLive } from './live';
import type { LiveTickerWire } from './wire/types';

export interface LivePrices {
  /** The last price of each pair asked for, with the venue's digits. */
  prices: ReadonlyMap<string, string>;
  /** The exchange is heard at the moment: the prices are those of now. */
  live: boolean;
}

const NOTHING: LivePrices = { prices: new Map(), live: false };

export const isTickerFrame = (data: Record<string, unknown> | null): data is Record<string, unknown> & LiveTickerWire =>
  data !== null && Array.isArray(data['rows']);

/** The spot prices of these pairs (`BTCUSDT`) as the ticker tells them; nothing is asked for while there are none. */
export function useLivePrices(symbols: readonly string[]): LivePrices {
  const [told, setTold] = useState(NOTHING);
  const wanted = symbols.join(' ');
  useEffect(() => {
    if (wanted === '') return;
    const names = new Set(wanted.split(' '));
    let prices = new Map<string, string>();
    const stop = listenLive({
      topic: 'ticker',
      onEvent(data) {
        if (!isTickerFrame(data)) return;
        const news = data.rows.filter(([symbol]) => names.has(symbol));
        const live = data.state === 'live';
        if (data.full) prices = new Map();
        else if (news.length === 0) return setTold((before) => (before.live === live ? before : { ...before, live }));
        prices = new Map([...prices, ...news.map(([symbol, price]) => [symbol, price] as const)]);
        setTold({ prices, live });
      },
      onLost: () => setTold((before) => ({ ...before, live: false })),
    });
    return () => {
      stop();
      setTold(NOTHING);
    };
  }, [wanted]);
  return told;
}
