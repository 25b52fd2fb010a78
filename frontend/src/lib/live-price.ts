import { useEffect, useState } from 'react';
import { listenLive } from './live';
import { isTickerFrame } from './live-prices';

/** The last spot price of one pair. A price that is shown always has its time. */
export interface LivePrice {
  /** With the venue's digits. Null: see `reason`. */
  price: string | null;
  /** When the exchange was last heard, in milliseconds since 1970. */
  at: number | null;
  /**
   * Why there is no price, or no newer one: nothing has arrived yet, the ticker does not have the pair, we have no connection, or the
   * exchange is out of reach.
   */
  reason: 'waiting' | 'unlisted' | 'lost' | 'down' | null;
}

const WAITING: LivePrice = { price: null, at: null, reason: 'waiting' };
const UNLISTED: LivePrice = { price: null, at: null, reason: 'unlisted' };

/** Listens to the ticker for the price of a pair (`BTCUSDT`). Null: for none. */
export function useLivePrice(symbol: string | null): LivePrice {
  const [told, setTold] = useState(WAITING);
  useEffect(() => {
    if (symbol === null) return;
    const stop = listenLive({
      topic: 'ticker',
      onEvent(frame) {
        if (!isTickerFrame(frame)) return;
        const row = frame.rows.find(([name]) => name === symbol);
        const at = frame.age === null ? null : Date.now() - frame.age;
        setTold((before) => {
          const price = row?.[1] ?? (frame.full ? null : before.price);
          if (price === null || at === null) return frame.full && frame.state === 'live' ? UNLISTED : before;
          return { price, at, reason: frame.state === 'live' ? null : 'down' };
        });
      },
      onLost: () => setTold((before) => (before.reason === 'lost' ? before : { ...before, reason: 'lost' })),
    });
    return () => {
      stop();
      setTold(WAITING);
    };
  }, [symbol]);
  return told;
}
