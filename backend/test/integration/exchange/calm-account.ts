import { spotFill, type DoubleAccount, type DoubleFill } from './exchange-double.js';
import { KEY } from './other-venue.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const futuresFill = (symbol: string, id: number, time: number, more: Record<string, unknown> = {}): DoubleFill => ({
  symbol,
  id,
  orderId: id * 2,
  side: 'BUY',
  positionSide: 'BOTH',
  price: '1.2300',
  qty: '7',
  quoteQty: '8.61',
  realizedPnl: '0',
  commission: '0.0040',
  commissionAsset: 'UUU',
  time,
  maker: true,
  ...more,
});

/** An account to which nothing has happened for hours: a few trades of last month in two spot symbols and a contract, fees paid in FFF. */
export function calmAccount(): DoubleAccount {
  const now = Date.now();
  const then = now - 30 * DAY;
  return {
    ...KEY,
    account: {
      uid: 77_001,
      updateTime: now - 5 * HOUR,
      balances: [
        { asset: 'AAA', free: '20', locked: '0' },
        { asset: 'BBB', free: '3', locked: '0' },
        { asset: 'FFF', free: '5', locked: '0' },
        { asset: 'UUU', free: '100', locked: '0' },
      ],
    },
    wallets: [{ activate: true, balance: '100', walletName: 'Spot' }],
    spot: {
      AAAUUU: [spotFill('AAAUUU', 10, then, { commissionAsset: 'FFF' }), spotFill('AAAUUU', 11, then + 1000, { commissionAsset: 'FFF' })],
      FFFUUU: [spotFill('FFFUUU', 5, then + 2000, { commissionAsset: 'FFF' })],
    },
    futures: { AAAUUU: [futuresFill('AAAUUU', 20, then)] },
    assets: [{ asset: 'UUU', walletBalance: '50', updateTime: now - 5 * HOUR }],
    positions: [futuresPosition('AAAUUU', '7', now - 5 * HOUR)],
    orders: [],
    deposits: [{ id: 'd1', amount: '150', coin: 'UUU', network: 'NET', status: 1, txId: '0x1', insertTime: then - DAY, walletType: 0 }],
    withdrawals: [],
  };
}

export function futuresPosition(symbol: string, positionAmt: string, updateTime: number): Record<string, unknown> {
  return {
    symbol,
    positionSide: 'BOTH',
    positionAmt,
    entryPrice: '1.23',
    breakEvenPrice: '1.23',
    markPrice: '1.24',
    unRealizedProfit: '0.07',
    liquidationPrice: '0',
    initialMargin: '1',
    positionInitialMargin: '1',
    marginAsset: 'UUU',
    updateTime,
  };
}

/** Adds to a coin of the spot wallet, as if it happened at `time`. */
export function moveSpot(account: DoubleAccount, time: number, changes: Record<string, number>): void {
  const balances = account.account['balances'] as { asset: string; free: string; locked: string }[];
  for (const [coin, change] of Object.entries(changes)) {
    const row = balances.find(({ asset }) => asset === coin);
    if (row) row.free = String(Math.round((Number(row.free) + change) * 1e8) / 1e8);
    else balances.push({ asset: coin, free: String(change), locked: '0' });
  }
  account.account['updateTime'] = time;
}

/** Buys 10 of AAA for 2 UUU and a fee of 0.5 FFF; the fill is in the list at once, or given back to appear later. */
export function buySpot(account: DoubleAccount, id: number, time: number, { late = false } = {}): DoubleFill {
  const fill = spotFill('AAAUUU', id, time, { qty: '10', quoteQty: '2', commission: '0.5', commissionAsset: 'FFF' });
  moveSpot(account, time, { AAA: 10, UUU: -2, FFF: -0.5 });
  if (!late) account.spot!['AAAUUU']!.push(fill);
  return fill;
}

/** Buys 3 more of a contract for a fee of 0.01. */
export function buyFutures(account: DoubleAccount, symbol: string, id: number, time: number): void {
  const fills = (account.futures![symbol] ??= []);
  fills.push(futuresFill(symbol, id, time, { qty: '3', commission: '0.01' }));
  moveFutures(account, time, -0.01);
  const held = account.positions!.find((row) => row['symbol'] === symbol);
  if (!held) return void account.positions!.push(futuresPosition(symbol, '3', time));
  held['positionAmt'] = String(Number(held['positionAmt']) + 3);
  held['updateTime'] = time;
}

/** Changes the futures wallet alone. */
export function moveFutures(account: DoubleAccount, time: number, change: number): void {
  const [asset] = account.assets!;
  asset!['walletBalance'] = String(Math.round((Number(asset!['walletBalance']) + change) * 1e8) / 1e8);
  asset!['updateTime'] = time;
}
