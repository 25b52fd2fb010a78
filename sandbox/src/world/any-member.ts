import type { Intent } from './intents.ts';
import type { MemberPlan } from './member-plan.ts';
import type { RandomStreams, Rng } from './random.ts';
import { DAY, LIFE_START, MINUTE, date } from './time.ts';

type Fills = (
  market: 'spot' | 'futures',
  random: RandomStreams,
  plan: { symbol: string; count: number; from: number; to: number },
) => Intent[];

const SPOT = ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'SOLUSDT', 'XRPUSDT', 'ADAUSDT', 'ETHBTC'] as const;
const FUTURES = ['BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'SOLUSDT'] as const;

function some<T>(rng: Rng, list: readonly T[], fewest: number, most: number): T[] {
  const left = [...list];
  return Array.from({ length: rng.integer(fewest, most + 1) }, () => left.splice(rng.integer(0, left.length), 1)[0]!);
}

/** A member drawn at random: when they began, what they trade and in which mode, and everything else that moves money. */
export function anyMember(random: RandomStreams, fills: Fills): MemberPlan {
  const rng = random.at('any', 0);
  const from = Math.floor(rng.between(date(2024, 1, 10), LIFE_START - 25 * DAY));
  const to = LIFE_START - 2 * DAY;
  const money = rng.integer(20, 400) * 100;
  const when = (): number => Math.floor(rng.between(from + DAY, to));
  const spot = some(rng, SPOT, 1, 4);
  const futures = rng.next() < 0.6 ? some(rng, FUTURES, 1, 2) : [];
  const futuresFrom = Math.floor(rng.between(from + 2 * DAY, to - 10 * DAY));
  const dollars = (low: number, high: number): string => `${rng.integer(low, high)}.${String(rng.integer(0, 100)).padStart(2, '0')}`;
  const history: Intent[] = [
    { do: 'deposit', time: from, coin: 'USDT', amount: `${money}.00` },
    ...Array.from({ length: rng.integer(0, 4) }, (): Intent => ({ do: 'deposit', time: when(), coin: 'USDT', amount: dollars(50, money) })),
    ...spot.flatMap((symbol) => fills('spot', random, { symbol, count: rng.integer(4, 60), from: from + MINUTE, to })),
    ...futures.flatMap((symbol) => fills('futures', random, { symbol, count: rng.integer(4, 80), from: futuresFrom + MINUTE, to })),
    ...Array.from({ length: rng.integer(0, 4) }, (): Intent => ({
      do: 'withdraw',
      time: when(),
      coin: 'USDT',
      share: rng.between(0.02, 0.4),
    })),
  ];
  if (futures.length > 0) history.push({ do: 'transfer', time: futuresFrom, amount: dollars(money / 5, money / 2) });
  // Trading against a coin takes some of it.
  if (spot.includes('ETHBTC')) history.push({ do: 'deposit', time: from, coin: 'BTC', amount: `0.${rng.integer(10, 60)}` });
  if (rng.next() < 0.4) history.push({ do: 'deposit', time: when(), coin: 'ETH', amount: `0.${rng.integer(10, 90)}` });
  if (rng.next() < 0.4) history.push({ do: 'convert', time: when(), from: 'USDT', to: 'BTC', dollars: rng.integer(20, money / 20) });
  if (rng.next() < 0.4)
    history.push({ do: 'dividend', time: when(), asset: 'BNB', amount: `0.00${rng.integer(10, 90)}`, info: 'Launchpool' });
  if (rng.next() < 0.3) history.push({ do: 'transfer', time: when(), amount: dollars(10, 40), from: 'spot', to: 'funding' });
  return {
    style: {
      paysFeesInBnb: rng.next() < 0.4,
      hedgeMode: rng.next() < 0.5,
      maxPosition: Math.round(money / 3),
      spend: [0.01, 0.08],
    },
    history,
    symbolOrder: [...spot.map((symbol) => `spot:${symbol}`), ...futures.map((symbol) => `futures:${symbol}`)],
    life: rng.next() < 0.5 ? { depositEveryDays: rng.integer(3, 9), withdrawEveryDays: rng.integer(5, 9) } : {},
    hidden: [],
  };
}
