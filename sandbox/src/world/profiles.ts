import { anyMember } from './any-member.ts';
import { contracts, listedSpot, spotSymbols } from './catalogue.ts';
import type { WalletName } from './events.ts';
import type { Intent } from './intents.ts';
import { CALM, deposit, empty, fills, savings, withdrawals, type MemberPlan, type Profile } from './member-plan.ts';
import type { RandomStreams } from './random.ts';
import { DAY, HISTORY_START, HOUR, LIFE_START, MINUTE, SECOND, date } from './time.ts';

function small(random: RandomStreams): MemberPlan {
  const from = date(2025, 2, 1);
  const to = date(2026, 9, 1);
  const spot = { BTCUSDT: 18, ETHUSDT: 12 };
  return {
    ...empty(),
    symbolOrder: Object.keys(spot).map((s) => `spot:${s}`),
    history: [
      deposit(from - 10 * DAY, 'USDT', '1500.00'),
      deposit(from - 9 * DAY, 'USDT', '750.5'),
      deposit(from + 90 * DAY, 'ETH', '0.25'),
      ...Object.entries(spot).flatMap(([symbol, count]) => fills('spot', random, { symbol, count, from, to })),
      { do: 'withdraw', time: to + 5 * DAY, coin: 'USDT', share: 0.1 },
    ],
  };
}

/** The coin of the pair that nothing but a probe of the pair itself can find. */
const HIDDEN = ['STORJUSDT', 'ANKRUSDT', 'CHZUSDT', 'ENJUSDT'] as const;

/** Bought and wholly sold. With fees in BNB (the member's style) nothing of the coin is left, not even a trace in another list. */
function hiddenRound(symbol: string, at: number): Intent[] {
  const buys: Intent[] = [0, 1, 2].map((i) => ({ do: 'spot', symbol, time: at + i * 40 * MINUTE, force: 'buy', dollars: 60 + 25 * i }));
  return [...buys, { do: 'spot', symbol, time: at + 9 * DAY, force: 'sell-all' }];
}

function typical(random: RandomStreams): MemberPlan {
  const from = HISTORY_START + 10 * DAY;
  const to = LIFE_START - DAY;
  const futuresFrom = date(2025, 11, 5);
  const pause = { from: date(2026, 8, 3), to: date(2026, 8, 18) + 6 * HOUR };
  const hidden = HIDDEN[random.hash('hidden', 0) % HIDDEN.length] ?? 'STORJUSDT';
  const rewards = Array.from({ length: 1050 }, (_, i) =>
    deposit(date(2025, 3, 14) + 9 * HOUR + i * 11 * SECOND, 'USDT', `0.${10 + (i % 80)}`),
  );
  return {
    style: { ...CALM, paysFeesInBnb: true, maxPosition: 4_000 },
    symbolOrder: [
      'spot:BTCUSDT',
      'spot:ETHUSDT',
      'futures:BTCUSDT',
      'futures:ETHUSDT',
      'spot:BNBUSDT',
      'spot:ETHBTC',
      'futures:SOLUSDT',
      `spot:${hidden}`,
    ],
    hidden: [hidden],
    history: [
      deposit(HISTORY_START + 2 * DAY, 'USDT', '42000', { withoutId: true }),
      deposit(HISTORY_START + 3 * DAY, 'BTC', '0.35', { withoutId: true }),
      deposit(HISTORY_START + 4 * DAY, 'BNB', '14.5'),
      deposit(HISTORY_START + 5 * DAY, 'USDT', '900', { wallet: 1 }),
      ...savings(random, 36, from, to),
      ...rewards,
      ...withdrawals(random, 16, 'USDT', from + 60 * DAY, to),
      ...withdrawals(random, 8, 'BTC', from + 60 * DAY, to),
      { do: 'withdraw', time: from + 200 * DAY, coin: 'USDT', share: 0.3, wallet: 1 },
      { do: 'transfer', time: futuresFrom - DAY, amount: '9000' },
      ...fills('spot', random, { symbol: 'BTCUSDT', count: 1500, from, to, burst: { at: date(2026, 2, 11), count: 1200 } }),
      ...fills('spot', random, { symbol: 'ETHUSDT', count: 280, from, to }),
      ...fills('spot', random, { symbol: 'BNBUSDT', count: 96, from, to }),
      ...fills('spot', random, { symbol: 'ETHBTC', count: 100, from, to }),
      ...hiddenRound(hidden, date(2024, 9, 2) + 15 * HOUR),
      ...fills('futures', random, { symbol: 'BTCUSDT', count: 320, from: futuresFrom, to, pause }),
      ...fills('futures', random, { symbol: 'ETHUSDT', count: 140, from: futuresFrom, to, pause }),
      ...fills('futures', random, { symbol: 'SOLUSDT', count: 60, from: futuresFrom, to, pause }),
      { do: 'convert', time: date(2025, 6, 20), from: 'USDT', to: 'LINK', dollars: 150 },
      { do: 'convert', time: date(2026, 5, 9), from: 'USDT', to: 'SOL', dollars: 220 },
      { do: 'dividend', time: date(2024, 2, 1), asset: 'JUP', amount: '42.5', info: 'Airdrop' },
      ...[1, 2, 3, 4, 5].map((i): Intent => ({
        do: 'dividend',
        time: date(2025, 2 * i, 3),
        asset: 'BNB',
        amount: `0.0${10 + i}`,
        info: 'Launchpool',
      })),
      { do: 'dust', time: date(2026, 6, 1), assets: ['JUP'] },
    ],
    life: {
      spot: { symbols: ['BTCUSDT', 'ETHUSDT', 'BNBUSDT', 'ETHBTC'], perDay: 4 },
      orders: ['BTCUSDT'],
      algos: ['ETHUSDT'],
      depositEveryDays: 2,
      withdrawEveryDays: 4,
      restingOrder: 'BTCUSDT',
    },
  };
}

function whale(random: RandomStreams): MemberPlan {
  const from = HISTORY_START + 5 * DAY;
  const to = LIFE_START - DAY;
  const spot = listedSpot.filter((s) => s.status === 'TRADING' && (s.quote === 'USDT' || s.quote === 'BTC')).slice(0, 30);
  const futures = [...contracts.keys()].slice(0, 10);
  const futuresFrom = date(2025, 11, 1);
  const spotTotal = 100_000;
  const rest = spot.length - 2;
  const counts = spot.map((_, i) =>
    i === 0 ? 40_000 : i === 1 ? 20_000 : Math.floor((spotTotal - 60_000) / rest) + (i - 2 < (spotTotal - 60_000) % rest ? 1 : 0),
  );
  return {
    style: { paysFeesInBnb: true, hedgeMode: false, maxPosition: 80_000, spend: [0.0005, 0.004] },
    symbolOrder: [...spot.map((s) => `spot:${s.symbol}`), ...futures.map((s) => `futures:${s}`)],
    hidden: [],
    history: [
      deposit(HISTORY_START + DAY, 'USDT', '4000000'),
      deposit(HISTORY_START + DAY, 'BTC', '25'),
      deposit(HISTORY_START + 2 * DAY, 'BNB', '2500'),
      ...savings(random, 150, from, to),
      ...withdrawals(random, 60, 'USDT', from, to),
      ...withdrawals(random, 30, 'BTC', from, to),
      { do: 'transfer', time: futuresFrom - DAY, amount: '600000' },
      ...spot.flatMap(({ symbol }, i) =>
        fills('spot', random, {
          symbol,
          count: counts[i] ?? 0,
          from,
          to,
          ...(i === 0 && { burst: { at: date(2026, 3, 5), count: 1200 } }),
        }),
      ),
      ...futures.flatMap((symbol) => fills('futures', random, { symbol, count: 2000, from: futuresFrom, to })),
    ],
    life: {
      spot: { symbols: spot.slice(0, 8).map((s) => s.symbol), perDay: 60 },
      orders: futures.slice(0, 4),
      algos: futures.slice(2, 5),
      depositEveryDays: 1,
      withdrawEveryDays: 2,
      restingOrder: 'BTCUSDT',
    },
  };
}

function futuresOnly(random: RandomStreams): MemberPlan {
  const from = date(2026, 4, 1);
  const to = LIFE_START - DAY;
  const pause = { from: date(2026, 9, 1), to: date(2026, 9, 16) + 8 * HOUR };
  return {
    ...empty(),
    style: { ...CALM, hedgeMode: true, maxPosition: 20_000 },
    symbolOrder: ['futures:BTCUSDT', 'futures:ETHUSDT', 'futures:XRPUSDT'],
    history: [
      deposit(from - 20 * DAY, 'USDT', '30000'),
      { do: 'transfer', time: from - 19 * DAY, amount: '29500' },
      ...fills('futures', random, { symbol: 'BTCUSDT', count: 1300, from, to, pause }),
      ...fills('futures', random, { symbol: 'ETHUSDT', count: 220, from, to, pause }),
      ...fills('futures', random, { symbol: 'XRPUSDT', count: 80, from, to, pause }),
    ],
    life: { orders: ['BTCUSDT', 'XRPUSDT'], algos: ['ETHUSDT'] },
  };
}

function goneSymbol(random: RandomStreams): MemberPlan {
  const from = HISTORY_START + 20 * DAY;
  const closing = date(2024, 5, 25);
  return {
    ...empty(),
    symbolOrder: ['spot:BTCUSDT', 'spot:SRMUSDT', 'spot:ANCUSDT'],
    history: [
      deposit(from - 5 * DAY, 'USDT', '5000'),
      ...fills('spot', random, { symbol: 'BTCUSDT', count: 40, from, to: date(2026, 8, 1) }),
      ...fills('spot', random, { symbol: 'SRMUSDT', count: 25, from, to: closing }),
      ...fills('spot', random, { symbol: 'ANCUSDT', count: 12, from, to: closing }),
    ],
  };
}

function dust(random: RandomStreams): MemberPlan {
  const from = date(2025, 1, 10);
  const crumbs = ['GRT', 'SAND', 'MANA', 'CRV', 'LDO', 'CELR'];
  return {
    ...empty(),
    symbolOrder: crumbs.map((c) => `spot:${c}USDT`),
    history: [
      deposit(from - 3 * DAY, 'USDT', '2400'),
      ...crumbs.flatMap((c) => fills('spot', random, { symbol: `${c}USDT`, count: 9, from, to: from + 200 * DAY })),
      { do: 'dust', time: from + 210 * DAY, assets: crumbs.slice(0, 3) },
      { do: 'dust', time: from + 260 * DAY, assets: crumbs.slice(3) },
      ...[0, 1, 2, 3, 4, 5, 6, 7].map((i): Intent => ({
        do: 'dividend',
        time: from + (220 + i * 20) * DAY,
        asset: 'BNB',
        amount: `0.0000${11 + i}`,
        info: 'BNB Vault',
      })),
    ],
  };
}

/**
 * Money that goes to and fro between the spot, the futures and the funding wallet: what the journal of the futures wallet tells, and what
 * it does not.
 */
function mover(random: RandomStreams): MemberPlan {
  const from = date(2026, 6, 20);
  const moves: [days: number, amount: string, from: WalletName, to: WalletName][] = [
    [1, '3000', 'spot', 'futures'],
    [20, '450.25', 'futures', 'spot'],
    [40, '700', 'spot', 'funding'],
    [70, '250', 'funding', 'futures'],
    [90, '120.5', 'spot', 'futures'],
    [110, '300', 'funding', 'spot'],
    [125, '60', 'futures', 'funding'],
  ];
  return {
    ...empty(),
    symbolOrder: ['spot:BTCUSDT', 'futures:ETHUSDT'],
    history: [
      deposit(from - 2 * DAY, 'USDT', '9000'),
      ...moves.map(([days, amount, source, to]): Intent => ({ do: 'transfer', time: from + days * DAY, amount, from: source, to })),
      ...fills('spot', random, { symbol: 'BTCUSDT', count: 12, from, to: LIFE_START - DAY }),
      ...fills('futures', random, { symbol: 'ETHUSDT', count: 20, from: from + 2 * DAY, to: LIFE_START - DAY }),
      { do: 'convert', time: from + 60 * DAY, from: 'USDT', to: 'ETH', dollars: 150 },
      { do: 'dividend', time: from + 80 * DAY, asset: 'USDT', amount: '1.75', info: 'Simple Earn' },
    ],
  };
}

function newNews(random: RandomStreams): MemberPlan {
  const from = date(2026, 7, 1);
  return {
    ...empty(),
    // Small trades: a fill every 20 seconds for a year pays a lot of fees.
    style: { ...CALM, maxPosition: 400, spend: [0.0001, 0.0004] },
    symbolOrder: ['spot:BTCUSDT', 'futures:ETHUSDT'],
    history: [
      deposit(from - 5 * DAY, 'USDT', '60000'),
      deposit(from - 5 * DAY, 'BTC', '0.4'),
      { do: 'transfer', time: from - 4 * DAY, amount: '12000' },
      ...fills('spot', random, { symbol: 'BTCUSDT', count: 120, from, to: LIFE_START - DAY }),
      ...fills('futures', random, { symbol: 'ETHUSDT', count: 60, from, to: LIFE_START - DAY }),
    ],
    life: {
      steady: {
        every: 20 * SECOND,
        turn: [
          { market: 'spot', symbol: 'BTCUSDT' },
          { market: 'spot', symbol: 'BTCUSDT' },
          { market: 'futures', symbol: 'ETHUSDT' },
        ],
        until: LIFE_START + 400 * DAY,
      },
    },
  };
}

function quiet(random: RandomStreams): MemberPlan {
  const from = date(2024, 3, 1);
  const to = LIFE_START - 201 * DAY;
  return {
    ...empty(),
    symbolOrder: ['spot:BTCUSDT', 'spot:SOLUSDT'],
    history: [
      deposit(from - 5 * DAY, 'USDT', '8000'),
      ...fills('spot', random, { symbol: 'BTCUSDT', count: 200, from, to }),
      ...fills('spot', random, { symbol: 'SOLUSDT', count: 100, from, to }),
      ...withdrawals(random, 4, 'USDT', from + 60 * DAY, to),
    ],
  };
}

export const profiles: ReadonlyMap<string, Profile> = new Map(
  [
    { name: 'empty', description: 'opened an account and did nothing', plan: empty },
    { name: 'small', description: '30 spot trades in 2 symbols, three deposits, one withdrawal; nothing new', plan: small },
    {
      name: 'typical',
      description: '2,500 trades in 8 markets over 3 years, futures, open orders, 1,050 deposits in one window; goes on living',
      plan: typical,
    },
    { name: 'whale', description: '120,000 trades in 40 markets; goes on living', plan: whale },
    { name: 'futures-only', description: 'hedge-mode futures with a pause of 15 days; goes on living', plan: futuresOnly },
    { name: 'gone-symbol', description: 'traded SRMUSDT (BREAK today) and ANCUSDT (absent from exchangeInfo, -1121)', plan: goneSymbol },
    { name: 'dust', description: 'small coins swept into BNB', plan: dust },
    { name: 'mover', description: 'moves money between its spot, futures and funding wallets', plan: mover },
    { name: 'new-news', description: 'a fill every 20 seconds', plan: newNews },
    {
      name: 'any',
      description: 'drawn at random by its number: begin, markets, mode, fees, deposits, transfers, conversions',
      plan: (random: RandomStreams) => anyMember(random, fills),
    },
    { name: 'quiet', description: 'nothing in the last 200 days', plan: quiet },
  ].map((p) => [p.name, p]),
);

for (const hidden of HIDDEN) if (!spotSymbols.has(hidden)) throw new Error(`${hidden} is not in the catalogue`);
