/** Accounts of the second exchange: written down row by row or by plain loops, with figures of its own. */
export interface SpotFill {
  symbol: string;
  id: number;
  orderId: number;
  price: string;
  qty: string;
  quoteQty: string;
  commission: string;
  commissionAsset: string;
  time: number;
  isBuyer: boolean;
  isMaker: boolean;
  isBestMatch: boolean;
}

export interface FuturesFill {
  symbol: string;
  id: number;
  orderId: number;
  side: string;
  price: string;
  qty: string;
  realizedPnl: string;
  quoteQty: string;
  commission: string;
  commissionAsset: string;
  time: number;
  positionSide: string;
  buyer: boolean;
  maker: boolean;
  marginAsset: string;
}

export interface Account {
  apiKey: string;
  secret: string;
  uid: number;
  rights: Record<string, boolean>;
  balances: { asset: string; free: string; locked: string }[];
  wallets: { activate: boolean; balance: string; walletName: string }[];
  spot: SpotFill[];
  futures: FuturesFill[];
  deposits: Record<string, unknown>[];
  withdrawals: Record<string, unknown>[];
  orders: Record<string, unknown>[];
  algoOrders: Record<string, unknown>[];
  positions: Record<string, unknown>[];
}

const DAY = 86_400_000;
const readOnly = {
  ipRestrict: true,
  enableReading: true,
  enableWithdrawals: false,
  enableInternalTransfer: false,
  enableMargin: false,
  enableFutures: false,
  permitsUniversalTransfer: false,
  enableVanillaOptions: false,
  enableSpotAndMarginTrading: false,
  enablePortfolioMarginTrading: false,
};

const cents = (n: number, places: number) => {
  const digits = String(n).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
};

/** 2,345 fills of one pair, with 40 in one millisecond across the first page's edge, ids that jump and meet another pair's. */
function spotFills(now: number): SpotFill[] {
  const fills: SpotFill[] = [];
  for (let i = 0; i < 2345; i++) {
    const clustered = i >= 980 && i < 1020;
    const qty = 100 + (i % 37);
    fills.push({
      symbol: 'ADAUSDT',
      id: 7_000 + i * 3,
      orderId: 900_000 + i,
      price: cents(4500 + (i % 91), 4),
      qty: cents(qty * 10, 1),
      quoteQty: cents((4500 + (i % 91)) * qty, 4),
      commission: cents(i % 50, 8),
      commissionAsset: i % 2 ? 'BNB' : 'ADA',
      time: now - 400 * DAY + (clustered ? 980 : i) * 3_600_000,
      isBuyer: i % 3 !== 0,
      isMaker: i % 4 === 0,
      isBestMatch: true,
    });
  }
  for (let i = 0; i < 12; i++) {
    fills.push({
      symbol: 'ETHBTC',
      id: 7_000 + i * 3,
      orderId: 50 + i,
      price: cents(60_000 + i, 6),
      qty: cents(125 + i, 3),
      quoteQty: cents((60_000 + i) * (125 + i), 9),
      commission: '0.00000012',
      commissionAsset: 'BNB',
      time: now - 30 * DAY + i * 1000,
      isBuyer: i % 2 === 0,
      isMaker: false,
      isBestMatch: true,
    });
  }
  return fills;
}

function futuresFills(now: number): FuturesFill[] {
  return Array.from({ length: 61 }, (_, i) => ({
    symbol: i % 5 ? 'XRPUSDT' : 'LTCUSDT',
    id: 100 + i * 7,
    orderId: 7_000_000 + i,
    side: i % 2 ? 'SELL' : 'BUY',
    price: cents(23_456 + i, 4),
    qty: cents(10 + i, 1),
    realizedPnl: i % 2 ? cents(i * 11, 8) : '0',
    quoteQty: cents((23_456 + i) * (10 + i), 5),
    commission: '0.01234500',
    commissionAsset: 'USDT',
    time: now - 100 * DAY + i * DAY,
    positionSide: 'BOTH',
    buyer: i % 2 === 0,
    maker: false,
    marginAsset: 'USDT',
  }));
}

export function accounts(now: number): Account[] {
  const empty = {
    spot: [],
    futures: [],
    deposits: [],
    withdrawals: [],
    orders: [],
    algoOrders: [],
    positions: [],
    balances: [],
    wallets: [],
  };
  return [
    {
      apiKey: 'Vq7Yk2sT4nLw9XcB1mZr8GhJ5dPf3aEu6oQi0WyKtNvCxSbDzMlRgHjFpUeAq1Ty',
      secret: 'f83kdPqo1mZrT7nLw9XcBVq7Yk2s4aEu6oQi0WyKtNvCxSbDzMlRgHjFpUeAq1Tz',
      uid: 912_345_678,
      rights: readOnly,
      balances: [
        { asset: 'ADA', free: '1523.40000000', locked: '10.00000000' },
        { asset: 'USDT', free: '88.12345678', locked: '0.00000000' },
        { asset: 'BNB', free: '0.00012345', locked: '0.00000000' },
        { asset: 'NOPRICE', free: '3.00000000', locked: '0.00000000' },
      ],
      wallets: [
        { activate: true, balance: '812.55000001', walletName: 'Spot' },
        { activate: true, balance: '0.10000000', walletName: 'Funding' },
        { activate: true, balance: '154.20000000', walletName: 'USDⓈ-M Futures' },
        { activate: false, balance: '0', walletName: 'Earn' },
      ],
      spot: spotFills(now),
      futures: futuresFills(now),
      deposits: [
        {
          id: '769800519366885376',
          amount: '0.5',
          coin: 'BTC',
          network: 'BTC',
          status: 1,
          address: '1HPn8Rx2y6nNSfagQBKy27GB99Vbzg89wv',
          txId: 'b3c6219639c8ae3f9cf010cdc24fw7f7yt8j1e063f9b4bd1a05cb44c4b6e2509',
          insertTime: now - 500 * DAY,
          walletType: 0,
          confirmTimes: '1/1',
          unlockConfirm: 2,
        },
        {
          id: '769800519366885377',
          amount: '0.99999',
          coin: 'ADA',
          network: 'ADA',
          status: 1,
          address: 'addr1',
          txId: 'ada-1',
          insertTime: now - 410 * DAY,
          walletType: 0,
          confirmTimes: '1/1',
          unlockConfirm: 0,
        },
        {
          id: '769800519366885378',
          amount: '250',
          coin: 'USDT',
          network: 'TRX',
          status: 0,
          address: 'T1',
          txId: 'trx-1',
          insertTime: now - 3_600_000,
          walletType: 1,
          confirmTimes: '1/20',
          unlockConfirm: 20,
        },
      ],
      withdrawals: [
        {
          id: 'b6ae22b3aa844210a7041aee7589627c',
          amount: '8.91000000',
          transactionFee: '0.004',
          coin: 'USDT',
          status: 6,
          address: '0x94df',
          txId: '0xb5ef8c13b968a406cc62a93a8bd80f9e9a906ef1b3fcf20a2e48573c17659268',
          applyTime: '2025-11-30 02:21:00',
          network: 'ETH',
          walletType: 0,
          transferType: 0,
          info: '',
          confirmNo: 3,
          txKey: '',
          completeTime: '2025-11-30 02:25:00',
        },
      ],
      orders: [
        {
          avgPrice: '0.0',
          clientOrderId: 'abc',
          cumQuote: '0',
          executedQty: '3.5',
          orderId: 1_917_641,
          origQty: '10.0',
          origType: 'LIMIT',
          price: '0.4455',
          reduceOnly: false,
          side: 'BUY',
          positionSide: 'BOTH',
          status: 'PARTIALLY_FILLED',
          stopPrice: '0',
          closePosition: false,
          symbol: 'XRPUSDT',
          time: now - DAY,
          timeInForce: 'GTC',
          type: 'LIMIT',
          updateTime: now - DAY,
          workingType: 'CONTRACT_PRICE',
          priceProtect: false,
        },
      ],
      algoOrders: [
        {
          algoId: 2_148_627,
          clientAlgoId: 'x',
          algoType: 'CONDITIONAL',
          orderType: 'TAKE_PROFIT',
          symbol: 'LTCUSDT',
          side: 'SELL',
          positionSide: 'BOTH',
          timeInForce: 'GTC',
          quantity: '0.5',
          algoStatus: 'NEW',
          triggerPrice: '99.1',
          price: '99.0',
          workingType: 'MARK_PRICE',
          createTime: now - 2 * DAY,
          updateTime: now - 2 * DAY,
        },
      ],
      positions: [
        {
          symbol: 'XRPUSDT',
          positionSide: 'BOTH',
          positionAmt: '-30.5',
          entryPrice: '2.3456',
          breakEvenPrice: '2.3444',
          markPrice: '2.30010000',
          unRealizedProfit: '1.38775000',
          liquidationPrice: '4.10',
          isolatedMargin: '0',
          notional: '-70.15',
          marginAsset: 'USDT',
          isolatedWallet: '0',
          initialMargin: '14.03061000',
          maintMargin: '0.35',
          positionInitialMargin: '14.03061000',
          openOrderInitialMargin: '0',
          adl: 2,
          bidNotional: '0',
          askNotional: '0',
          updateTime: now - 5000,
        },
        {
          symbol: 'LTCUSDT',
          positionSide: 'BOTH',
          positionAmt: '0.000',
          entryPrice: '0.0',
          breakEvenPrice: '0.0',
          markPrice: '80',
          unRealizedProfit: '0',
          liquidationPrice: '0',
          isolatedMargin: '0',
          notional: '0',
          marginAsset: 'USDT',
          isolatedWallet: '0',
          initialMargin: '0',
          maintMargin: '0',
          positionInitialMargin: '0',
          openOrderInitialMargin: '0',
          adl: 0,
          bidNotional: '0',
          askNotional: '0',
          updateTime: now - 5000,
        },
      ],
    },
    {
      ...empty,
      apiKey: 'emptyAccountKeyOfAnotherMember01',
      secret: 'emptyAccountSecretOfAnotherMember',
      uid: 4,
      rights: { ...readOnly, ipRestrict: false },
    },
    {
      ...empty,
      apiKey: 'tradingKeyOfAnotherMember0000001',
      secret: 'tradingSecretOfAnotherMember00001',
      uid: 5,
      rights: { ...readOnly, enableSpotAndMarginTrading: true, enableFixApiTrade: true },
    },
  ];
}
