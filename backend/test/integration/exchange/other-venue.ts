import { ExchangeDouble, spotFill, type DoubleAccount, type DoubleFill } from './exchange-double.js';

export const KEY = { apiKey: 'another-servers-key-1', secretKey: 'another-servers-secret-1' };
const START = Date.UTC(2024, 2, 1);
const MINUTE = 60_000;

/** `count` fills a minute apart, but for those around each thousandth: thirty that share one millisecond. */
export function fillsAcrossEdges(symbol: string, count: number, firstId: bigint, more: Record<string, unknown> = {}): DoubleFill[] {
  const fills: DoubleFill[] = [];
  for (let i = 0; i < count; i++) {
    const edge = Math.round(i / 1000) * 1000;
    const crowded = edge > 0 && Math.abs(i - edge) < 15;
    fills.push(spotFill(symbol, firstId + BigInt(i) * 3n, START + (crowded ? edge : i) * MINUTE, more));
  }
  return fills;
}

const futuresFill = (symbol: string, id: bigint, time: number): DoubleFill => ({
  symbol,
  id,
  orderId: id * 2n,
  side: id % 2n === 0n ? 'BUY' : 'SELL',
  positionSide: 'BOTH',
  price: '1.2300',
  qty: '7',
  quoteQty: '8.61',
  realizedPnl: '-0.00100000',
  commission: '0.00344400',
  commissionAsset: 'UUU',
  time,
  maker: true,
});

/** An account that nothing in this product has seen: other coins, ids beyond 2^53, a trade with oneself. */
export function otherAccount(): DoubleAccount {
  const day = 86_400_000;
  const now = Date.now();
  return {
    ...KEY,
    account: {
      uid: 18_446_744_073_709n,
      updateTime: now,
      balances: [
        { asset: 'AAA', free: '1.50000000', locked: '0.25000000' },
        { asset: 'UUU', free: '100.00', locked: '0' },
      ],
    },
    wallets: [
      { activate: true, balance: '12345678.123456789012345678', walletName: 'Spot' },
      { activate: true, balance: '0.00', walletName: 'Funding' },
    ],
    spot: {
      AAAUUU: fillsAcrossEdges('AAAUUU', 2030, 9_007_199_254_740_993n, { commissionAsset: 'FFF' }),
      // A trade with oneself: two rows of one id.
      BBBUUU: [
        spotFill('BBBUUU', 5, START),
        spotFill('BBBUUU', 5, START, { isBuyer: false }),
        spotFill('BBBUUU', 9_007_199_254_740_993n, START + 1),
      ],
      // Only the fee of the first leads here.
      FFFUUU: [spotFill('FFFUUU', 1, START + 5)],
      // Nothing leads here.
      HHHGGG: [spotFill('HHHGGG', 1, START + 6), spotFill('HHHGGG', 2, START + 7)],
    },
    futures: {
      AAAUUU: Array.from({ length: 1500 }, (_, i) =>
        futuresFill('AAAUUU', BigInt(i + 1), now - 100 * day + (i > 985 && i < 1015 ? 1000 : i) * MINUTE),
      ),
    },
    positions: [
      {
        symbol: 'AAAUUU',
        positionSide: 'BOTH',
        positionAmt: '-0.018',
        entryPrice: '64983.68409777',
        breakEvenPrice: '64944.69388732',
        markPrice: '63994.99948109',
        unRealizedProfit: '17.79632311',
        liquidationPrice: '0',
        initialMargin: '82.90',
        positionInitialMargin: '57.59549953',
        marginAsset: 'UUU',
        updateTime: now - day,
      },
      {
        symbol: 'BBBUUU',
        positionSide: 'BOTH',
        positionAmt: '0.000',
        entryPrice: '0.0',
        breakEvenPrice: '0.0',
        markPrice: '1',
        unRealizedProfit: '0',
        liquidationPrice: '0',
        initialMargin: '1',
        positionInitialMargin: '0',
        marginAsset: 'UUU',
        updateTime: 0,
      },
    ],
    orders: [
      {
        orderId: 9_007_199_254_740_995n,
        symbol: 'BBBUUU',
        price: '0.5',
        origQty: '10',
        executedQty: '0',
        origType: 'LIMIT',
        type: 'LIMIT',
        side: 'BUY',
        positionSide: 'BOTH',
        stopPrice: '0',
        workingType: 'CONTRACT_PRICE',
        time: now - 3600_000,
      },
    ],
    deposits: [
      {
        id: 'd1',
        amount: '1500.000',
        coin: 'UUU',
        network: 'NET',
        status: 1,
        txId: '0x1',
        insertTime: Date.UTC(2018, 0, 5),
        walletType: 0,
      },
      { amount: '0.5', coin: 'OLD', network: '', status: 1, insertTime: Date.UTC(2017, 7, 1) },
      { id: 'd3', amount: '3', coin: 'UUU', network: 'NET', status: 0, txId: '', insertTime: now - 60_000, walletType: 1 },
    ],
    withdrawals: [
      {
        id: 'w1',
        amount: '2.5',
        transactionFee: '0.0001',
        coin: 'BBB',
        status: 6,
        txId: 't',
        applyTime: '2019-10-12 11:12:02',
        network: 'NET',
        walletType: 0,
      },
    ],
  };
}

/** Another server with one such account, and without everything that a server may lack. */
export async function startOtherVenue(): Promise<ExchangeDouble> {
  const double = await ExchangeDouble.start();
  double.accounts.push(otherAccount());
  double.symbols = ['AAAUUU', 'BBBUUU', 'FFFUUU', 'AAABBB', 'HHHGGG', 'ZZZUUU'].map((symbol) => ({
    symbol,
    baseAsset: symbol.slice(0, 3),
    quoteAsset: symbol.slice(3),
    status: 'TRADING',
  }));
  double.contracts = ['AAAUUU', 'BBBUUU', 'CCCUUU'];
  double.prices = { AAAUSDT: '2.00000000', UUUUSDT: '0.5' };
  for (const path of [
    '/fapi/v1/income',
    '/sapi/v1/asset/transfer',
    '/sapi/v1/asset/dribblet',
    '/sapi/v1/asset/assetDividend',
    '/sapi/v1/convert/tradeFlow',
    '/fapi/v1/openAlgoOrders',
  ])
    double.missing.add(path);
  return double;
}
