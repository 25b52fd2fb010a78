import type { BybitAccount } from './bybit-double.js';
import type { Row } from './venue-double.js';

export const KEY = { apiKey: 'key-of-the-bybit-double', secretKey: 'secret-of-the-bybit-double-0123456789' };

/** A name as the venue makes them: version 5 of a UUID. */
export function uuid(n: number): string {
  return `e0cbe81d-0f18-5866-9415-${n.toString(16).padStart(12, '0')}`;
}

/** A fill with every field of the recorded answer. */
export function execution(n: number, time: number, more: Row = {}): Row {
  return {
    symbol: 'ETHUSDT',
    orderType: 'Market',
    underlyingPrice: '',
    orderLinkId: '',
    side: n % 2 === 0 ? 'Buy' : 'Sell',
    indexPrice: '',
    orderId: uuid(1_000_000 + n),
    stopOrderType: 'UNKNOWN',
    leavesQty: '0',
    execTime: String(time),
    feeCurrency: 'ETH',
    isMaker: false,
    execFee: '0.0000714090',
    feeRate: '0.0006',
    execId: uuid(n),
    tradeIv: '',
    blockTradeId: '',
    markPrice: '1183.54',
    execPrice: '1190.15',
    markIv: '',
    orderQty: '0.1',
    orderPrice: '1236.9',
    execValue: '119.0150',
    execType: 'Trade',
    execQty: '0.1000',
    closedSize: '',
    extraFees: '',
    seq: 9_007_199_254_740_993n + BigInt(n),
    ...more,
  };
}

/** The journal's entry of a fill that closed something. */
export function journalEntry(fill: Row, cashFlow: string, more: Row = {}): Row {
  return {
    id: `592324_${String(fill['symbol'])}_161407743011`,
    symbol: fill['symbol'],
    side: fill['side'],
    funding: '',
    orderLinkId: '',
    orderId: fill['orderId'],
    fee: fill['execFee'],
    change: '-0.0026028',
    cashFlow,
    transactionTime: fill['execTime'],
    type: 'TRADE',
    feeRate: '0.0006',
    bonusChange: '',
    size: '0',
    qty: fill['execQty'],
    cashBalance: '5086.58101322',
    currency: 'USDT',
    category: 'linear',
    tradePrice: fill['execPrice'],
    tradeId: fill['execId'],
    extraFees: '',
    ...more,
  };
}

export function position(symbol: string, more: Row = {}): Row {
  return {
    positionIdx: 0,
    riskId: 1,
    riskLimitValue: '150',
    symbol,
    side: 'Sell',
    size: '0.300',
    avgPrice: '27464.50441675',
    positionValue: '8239.35',
    tradeMode: 0,
    positionStatus: 'Normal',
    autoAddMargin: 1,
    adlRankIndicator: 2,
    leverage: '10',
    breakEvenPrice: '27400.73034991',
    positionBalance: '0',
    markPrice: '28224.50',
    liqPrice: '',
    bustPrice: '',
    positionMM: '41.5',
    positionIM: '823.93500000',
    takeProfit: '0.00',
    stopLoss: '0.00',
    trailingStop: '0.00',
    unrealisedPnl: '-228.00029413',
    curRealisedPnl: '0.00013123',
    cumRealisedPnl: '-0.00096902',
    seq: 5_723_621_632,
    isReduceOnly: false,
    createdTime: '1676538056258',
    updatedTime: '1697673600012',
    ...more,
  };
}

export function order(n: number, more: Row = {}): Row {
  return {
    orderId: uuid(2_000_000 + n),
    orderLinkId: 'test-000005',
    symbol: 'ETHUSDT',
    price: '1600.00',
    qty: '0.10',
    side: 'Buy',
    isLeverage: '',
    positionIdx: 1,
    orderStatus: 'New',
    cancelType: 'UNKNOWN',
    rejectReason: 'EC_NoError',
    avgPrice: '0',
    leavesQty: '0.10',
    cumExecQty: '0.00',
    timeInForce: 'GTC',
    orderType: 'Limit',
    stopOrderType: 'UNKNOWN',
    triggerPrice: '0.00',
    triggerDirection: 0,
    triggerBy: 'UNKNOWN',
    reduceOnly: false,
    createdTime: '1684738540559',
    updatedTime: '1684738540561',
    ...more,
  };
}

export function deposit(n: number, time: number, more: Row = {}): Row {
  return {
    coin: 'USDT',
    chain: 'TRX',
    amount: '999.0496',
    txID: `04bf3fbad2fc85b107a42cfdc5ff8311${n}`,
    status: 3,
    toAddress: 'TDGYpm5zPacnEqKV34TJPuhJhHom9hcXAy',
    tag: '',
    depositFee: '',
    successAt: String(time),
    confirmations: '50',
    txIndex: '0',
    blockHash: '000000000436ab4dabc8a4a87beb2262',
    batchReleaseLimit: '-1',
    depositType: '0',
    fromAddress: '',
    id: String(160_237_231 + n),
    ...more,
  };
}

/** Times of this list are in seconds. */
export function internalDeposit(n: number, time: number, more: Row = {}): Row {
  return {
    id: String(1103 + n),
    amount: '0.1',
    type: 1,
    coin: 'ETH',
    address: 'xxxx***@example.com',
    status: 2,
    createdTime: String(Math.floor(time / 1000)),
    fromMemberId: '118027304',
    txID: '77c37e5c-d9fa-41e5-bd13-c9b59d95',
    ...more,
  };
}

export function withdrawal(n: number, time: number, more: Row = {}): Row {
  return {
    coin: 'USDC',
    chain: 'ETH',
    amount: '41.43008',
    txID: '0x3d7bddb797f0e86420c982c0723653b8',
    status: 'success',
    toAddress: '0xE3De6d711e0951d34777b5Cd93c827F822ee8514',
    tag: '',
    withdrawFee: '5',
    createTime: String(time),
    updateTime: String(time + 35_000),
    withdrawId: String(131_629_076 + n),
    withdrawType: 0,
    fee: '',
    ...more,
  };
}

export function unifiedCoin(coin: string, walletBalance: string, more: Row = {}): Row {
  return {
    availableToBorrow: '',
    bonus: '0',
    accruedInterest: '0',
    availableToWithdraw: '',
    equity: walletBalance,
    usdValue: '0',
    unrealisedPnl: '0',
    borrowAmount: '0.0',
    walletBalance,
    locked: '0',
    marginCollateral: true,
    coin,
    spotBorrow: '0',
    ...more,
  };
}

/** An account with nothing in it; `more` fills it. */
export function emptyAccount(more: Partial<BybitAccount> = {}): BybitAccount {
  return {
    ...KEY,
    info: keyInfo(),
    unified: { totalEquity: '0', accountType: 'UNIFIED', totalWalletBalance: '0', coin: [] },
    funding: [],
    overview: [],
    executions: { spot: [], linear: [] },
    journal: [],
    positions: {},
    orders: {},
    deposits: [],
    internalDeposits: [],
    withdrawals: [],
    ...more,
  };
}

/** The recorded answer about a read-only key of a main account, bound to addresses. */
export function keyInfo(more: Row = {}): Row {
  return {
    id: '2208369',
    note: 'tidemark',
    apiKey: KEY.apiKey,
    readOnly: 1,
    secret: '',
    permissions: {
      ContractTrade: ['Order', 'Position'],
      Spot: ['SpotTrade'],
      Wallet: ['AccountTransfer', 'SubMemberTransfer'],
      Options: [],
      Derivatives: ['DerivativesTrade'],
      CopyTrading: [],
      BlockTrade: [],
      Exchange: ['ExchangeHistory'],
      NFT: [],
    },
    ips: ['192.0.2.7'],
    type: 1,
    deadlineDay: -2,
    expiredAt: '1970-01-01T00:00:00Z',
    createdAt: '2025-10-13T03:20:45Z',
    unified: 0,
    uta: 1,
    userID: 1_448_939,
    inviterID: 0,
    vipLevel: 'No VIP',
    mktMakerLevel: '0',
    affiliateID: 0,
    rsaPublicKey: '',
    isMaster: true,
    parentUid: '0',
    kycLevel: 'LEVEL_1',
    kycRegion: 'MYS',
    userIDInt64: '0',
    ...more,
  };
}
