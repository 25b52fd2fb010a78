import { breakEven, leverage, liquidationPrice } from '../world/account.ts';
import type { Valuation } from '../world/account.ts';
import { contract } from '../world/catalogue.ts';
import { fixed, trimmed } from '../world/decimal.ts';
import type { Ledger } from '../world/ledger.ts';
import type { Row } from './json.ts';

function isolated(v: Valuation): Row {
  return { isolatedMargin: '0', notional: fixed(v.notional), isolatedWallet: '0' };
}

/** v3: knows the margins, not the leverage. */
export function positionV3(v: Valuation): Row {
  const { qtyDecimals, quote } = contract(v.symbol);
  return {
    symbol: v.symbol,
    positionSide: v.side,
    positionAmt: fixed(v.position.amount, qtyDecimals),
    entryPrice: trimmed(v.entry),
    breakEvenPrice: trimmed(breakEven(v)),
    markPrice: fixed(v.mark),
    unRealizedProfit: fixed(v.profit),
    liquidationPrice: trimmed(liquidationPrice(v)),
    ...isolated(v),
    marginAsset: quote,
    initialMargin: fixed(v.margin + v.orderMargin),
    maintMargin: fixed(v.margin / 10n),
    positionInitialMargin: fixed(v.margin),
    openOrderInitialMargin: fixed(v.orderMargin),
    adl: v.position.amount === 0n ? 0 : 2,
    bidNotional: '0',
    askNotional: '0',
    updateTime: v.position.updateTime,
  };
}

/** v2: knows the leverage, not the margins. */
export function positionV2(v: Valuation): Row {
  const { qtyDecimals } = contract(v.symbol);
  return {
    symbol: v.symbol,
    positionAmt: fixed(v.position.amount, qtyDecimals),
    entryPrice: trimmed(v.entry),
    breakEvenPrice: trimmed(breakEven(v)),
    markPrice: fixed(v.mark),
    unRealizedProfit: fixed(v.profit),
    liquidationPrice: trimmed(liquidationPrice(v)),
    leverage: String(v.leverage),
    maxNotionalValue: '25000000',
    marginType: 'cross',
    ...isolated(v),
    isAutoAddMargin: 'false',
    positionSide: v.side,
    updateTime: v.position.updateTime,
    isolated: false,
    adlQuantile: v.position.amount === 0n ? 0 : 2,
  };
}

export function symbolConfig(ledger: Ledger, symbol: string): Row {
  return { symbol, marginType: 'CROSSED', isAutoAddMargin: false, leverage: leverage(ledger, symbol), maxNotionalValue: '25000000' };
}

const BRACKETS: readonly (readonly [number, number, number, string])[] = [
  [50, 0, 50_000, '0.004'],
  [25, 50_000, 250_000, '0.01'],
  [10, 250_000, 1_000_000, '0.025'],
  [5, 1_000_000, 25_000_000, '0.05'],
];

export function leverageBracket(symbol: string): Row {
  return {
    symbol,
    notionalCoef: 1,
    brackets: BRACKETS.map(([initialLeverage, floor, cap, ratio], i) => ({
      bracket: i + 1,
      initialLeverage,
      notionalCap: cap,
      notionalFloor: floor,
      maintMarginRatio: Number(ratio),
      cum: 0,
    })),
  };
}
