// An exchange that only tells prices: 2,000 pairs once a second in one message of the mini ticker, 500 of them in USDT, and the list of all
// of them. Its parent may have it list another number of pairs, all of them in USDT, and say which part of them gets a new price in each
// second.
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { repeatable } from '../lib/figures.mjs';

const MAX_PAIRS = 4000;
const QUOTES = ['USDT', 'BTC', 'FDUSD', 'TRY'];
const random = repeatable(7);
const pairs = Array.from({ length: MAX_PAIRS }, (_, i) => ({
  base: i.toString(36).toUpperCase().padStart(4, 'K'),
  quote: QUOTES[i % QUOTES.length],
  open: 10 ** (random() * 8 - 4),
  last: 0,
  turnover: random() * 1e8,
}));
let wish = { pairs: 2000, moving: 1, allInUsdt: false };

const digits = (number) => number.toFixed(8);

/** Every pair is in every message, as the exchange sends whatever was traded; a new price has those whose turn it is. */
function tick(now, second) {
  return pairs.slice(0, wish.pairs).map((pair, i) => {
    if (pair.last === 0 || ((i >> 2) + second) % Math.round(1 / wish.moving) === 0) pair.last = pair.open * (0.9 + random() * 0.2);
    const { base, quote, open, last, turnover } = pair;
    return {
      e: '24hrMiniTicker',
      E: now,
      s: `${base}${wish.allInUsdt ? 'USDT' : quote}`,
      c: digits(last),
      o: digits(open),
      h: digits(open * 1.1),
      l: digits(open * 0.9),
      v: digits(turnover / last),
      q: digits(turnover),
    };
  });
}

let second = 0;
let last = tick(Date.now(), second);
const server = createServer((request, response) => {
  if (!request.url.startsWith('/api/v3/ticker/24hr')) return response.writeHead(404).end('{}');
  const list = last.map(({ s, c, o, h, l, v, q, E }) => ({
    symbol: s,
    openPrice: o,
    highPrice: h,
    lowPrice: l,
    lastPrice: c,
    volume: v,
    quoteVolume: q,
    openTime: E - 86_400_000,
    closeTime: E,
    firstId: 1,
    lastId: 9,
    count: 9,
  }));
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
});
const streams = new WebSocketServer({ server, path: '/ws/!miniTicker@arr' });
setInterval(() => {
  last = tick(Date.now(), ++second);
  const text = Buffer.from(JSON.stringify(last));
  for (const socket of streams.clients) socket.send(text, { binary: false });
}, 1000);

process.on('message', ({ id, ...wanted }) => {
  wish = { ...wish, ...wanted };
  process.send({ id });
});
process.on('disconnect', () => process.exit(0));
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
