import type { OkxAccount } from './okx-double.js';
import type { Row } from './venue-double.js';

export const KEY = {
  apiKey: 'key-of-the-okx-double',
  secretKey: 'secret-of-the-okx-double-0123456789',
  passphrase: 'pass phrase of the double',
};

/** Bills are numbered beyond 2^53. */
export const FIRST_BILL = 680_800_019_754_098_688n;

/** A fill with every field of the recorded answer. */
export function fill(n: number, time: number, more: Row = {}): Row {
  return {
    side: n % 2 === 0 ? 'buy' : 'sell',
    fillSz: '0.00192834',
    fillPx: '51858',
    fillPxVol: '',
    fillFwdPx: '',
    fee: '-0.00000192834',
    fillPnl: '0',
    ordId: String(FIRST_BILL + BigInt(n) * 7n),
    feeRate: '-0.001',
    instType: 'SPOT',
    fillPxUsd: '',
    instId: 'BTC-USDT',
    clOrdId: '',
    posSide: 'net',
    billId: String(FIRST_BILL + BigInt(n)),
    subType: '1',
    fillMarkVol: '',
    tag: '',
    fillTime: String(time),
    execType: 'T',
    fillIdxPx: '',
    tradeId: String(744_876_980 + n),
    fillMarkPx: '',
    feeCcy: 'BTC',
    ts: String(time + 1),
    tradeQuoteCcy: 'USDT',
    ...more,
  };
}

export function swapFill(n: number, time: number, more: Row = {}): Row {
  return fill(n, time, {
    instType: 'SWAP',
    instId: 'BTC-USDT-SWAP',
    fillSz: '3',
    fee: '-0.0777',
    feeCcy: 'USDT',
    feeRate: '',
    posSide: 'long',
    fillPnl: '1.2300',
    ...more,
  });
}

export function instrument(instId: string, ctVal: string, more: Row = {}): Row {
  return {
    instType: instId.endsWith('-SWAP') ? 'SWAP' : 'FUTURES',
    instId,
    ctVal,
    ctMult: '1',
    ctType: 'linear',
    ctValCcy: instId.split('-')[0],
    settleCcy: 'USDT',
    state: 'live',
    lotSz: '0.01',
    minSz: '0.01',
    tickSz: '0.1',
    maxLmtSz: '100000000',
    maxMktSz: '12000',
    baseCcy: '',
    quoteCcy: '',
    instFamily: instId.split('-').slice(0, 2).join('-'),
    ...more,
  };
}

/** Contracts of each kind, one of them not traded yet. */
export const INSTRUMENTS = {
  SWAP: [
    instrument('BTC-USDT-SWAP', '0.01'),
    instrument('BTC-USD-SWAP', '100', { ctType: 'inverse', ctValCcy: 'USD' }),
    instrument('NEW-USDT-SWAP', '', { state: 'preopen' }),
  ],
  FUTURES: [instrument('ETH-USDT-251226', '0.1')],
};

export function position(instId: string, more: Row = {}): Row {
  return {
    adl: '1',
    availPos: '',
    avgPx: '2566.31',
    cTime: '1619507758793',
    ccy: 'USDT',
    imr: '170.66093041794787',
    instId,
    instType: instId.endsWith('-SWAP') ? 'SWAP' : 'FUTURES',
    interest: '0',
    bePx: '2353.949',
    last: '2566.22',
    lever: '10',
    liqPx: '2352.8496681818233',
    markPx: '2353.849',
    margin: '',
    mgnMode: 'cross',
    mgnRatio: '11.73',
    mmr: '0.0000311811092368',
    notionalUsd: '2276.2546609009605',
    pos: '4',
    posId: '307173036051017730',
    posSide: 'net',
    uTime: '1619507761462',
    upl: '-0.0000009932766034',
    closeOrderAlgo: [],
    ...more,
  };
}

export function order(n: number, more: Row = {}): Row {
  return {
    accFillSz: '1',
    avgPx: '',
    cTime: '1621910749815',
    category: 'normal',
    ccy: '',
    fee: '0',
    instId: 'BTC-USDT-SWAP',
    instType: 'SWAP',
    lever: '10',
    ordId: String(317_251_910_906_576_896n + BigInt(n)),
    ordType: 'limit',
    pnl: '0',
    posSide: 'long',
    px: '20000.5',
    side: 'buy',
    slTriggerPx: '',
    state: 'live',
    sz: '5',
    tdMode: 'cross',
    tpTriggerPx: '',
    uTime: '1621910749815',
    ...more,
  };
}

export function algo(n: number, more: Row = {}): Row {
  return {
    activePx: '',
    actualPx: '',
    actualSz: '0',
    algoId: String(431_375_349_042_380_800n + BigInt(n)),
    attachAlgoOrds: [],
    cTime: '1649119897778',
    callbackRatio: '',
    closeFraction: '',
    instId: 'BTC-USDT-SWAP',
    instType: 'SWAP',
    last: '46538.9',
    lever: '125',
    moveTriggerPx: '',
    ordId: '',
    ordPx: '50000',
    ordType: 'trigger',
    posSide: 'short',
    pxLimit: '',
    side: 'sell',
    slOrdPx: '',
    slTriggerPx: '',
    slTriggerPxType: '',
    state: 'live',
    sz: '2',
    tdMode: 'isolated',
    tpOrdPx: '',
    tpTriggerPx: '',
    tpTriggerPxType: '',
    triggerPx: '49999.9',
    triggerPxType: 'last',
    uTime: '1649119897778',
    ...more,
  };
}

export function deposit(n: number, time: number, more: Row = {}): Row {
  return {
    actualDepBlkConfirm: '2',
    amt: '1.50',
    areaCodeFrom: '',
    ccy: 'USDT',
    chain: 'USDT-TRC20',
    depId: String(88_000_033 + n),
    from: '',
    fromWdId: '',
    state: '2',
    to: 'TN4hGjVXMzy9b4N1aGizqs',
    ts: String(time),
    txId: `fee235b3e812857d36bb0426917f0df1802${n}`,
    ...more,
  };
}

export function withdrawal(n: number, time: number, more: Row = {}): Row {
  return {
    note: '',
    chain: 'ETH-Ethereum',
    fee: '0.007',
    feeCcy: 'ETH',
    ccy: 'ETH',
    clientId: '',
    toAddrType: '1',
    amt: '0.029809',
    txId: '0x35c360a174d',
    from: '156****359',
    areaCodeFrom: '86',
    to: '0xa30d1fab7CF18C7B6C579',
    areaCodeTo: '',
    state: '2',
    ts: String(time),
    nonTradableAsset: false,
    wdId: String(15_447_421 + n),
    ...more,
  };
}

/** The recorded answer about a key; read-only and bound to addresses here. */
export function config(more: Row = {}): Row {
  return {
    acctLv: '2',
    autoLoan: false,
    ctIsoMode: 'automatic',
    feeType: '0',
    ip: '192.0.2.7,192.0.2.8',
    type: '0',
    kycLv: '3',
    label: 'tidemark',
    level: 'Lv1',
    mainUid: '44705892343619584',
    perm: 'read_only',
    posMode: 'long_short_mode',
    roleType: '0',
    traderInsts: [],
    uid: '44705892343619584',
    ...more,
  };
}

export function tradingCoin(ccy: string, cashBal: string, more: Row = {}): Row {
  return {
    availBal: '',
    availEq: cashBal,
    cashBal,
    ccy,
    crossLiab: '0',
    eq: cashBal,
    eqUsd: '0',
    frozenBal: '0',
    isoEq: '0',
    liab: '0',
    ordFrozen: '0',
    uTime: '1705449605015',
    upl: '0',
    ...more,
  };
}

/** An account with nothing in it; `more` fills it. */
export function emptyAccount(more: Partial<OkxAccount> = {}): OkxAccount {
  return {
    ...KEY,
    config: config(),
    trading: { adjEq: '', details: [], imr: '0', totalEq: '0', uTime: '1705474164160', upl: '0' },
    funding: [],
    valuation: { details: { classic: '0', earn: '0', funding: '0', trading: '0' }, totalBal: '0', ts: '1637566660769' },
    fills: {},
    positions: [],
    orders: {},
    algos: [],
    deposits: [],
    withdrawals: [],
    ...more,
  };
}
