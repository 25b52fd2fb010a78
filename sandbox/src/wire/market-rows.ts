import { contract, contracts, spotSymbol } from '../world/catalogue.ts';
import { fixed, trimmed } from '../world/decimal.ts';
import { DAY } from '../world/time.ts';
import type { Row } from './json.ts';

const LISTED = Date.UTC(2023, 0, 1);

export function spotSymbolInfo(symbol: string, permissionSets: boolean): Row {
  const s = spotSymbol(symbol);
  const tick = fixed(10n ** BigInt(8 - s.priceDecimals));
  const step = fixed(10n ** BigInt(8 - s.qtyDecimals));
  return {
    symbol,
    status: s.status === 'TRADING' ? 'TRADING' : 'BREAK',
    baseAsset: s.base,
    baseAssetPrecision: 8,
    quoteAsset: s.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    isSpotTradingAllowed: s.status === 'TRADING',
    isMarginTradingAllowed: false,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: '1000000.00000000', tickSize: tick },
      { filterType: 'LOT_SIZE', minQty: step, maxQty: '9000000.00000000', stepSize: step },
      { filterType: 'MARKET_LOT_SIZE', minQty: '0.00000000', maxQty: '100000.00000000', stepSize: '0.00000000' },
      {
        filterType: 'NOTIONAL',
        minNotional: '5.00000000',
        applyMinToMarket: true,
        maxNotional: '9000000.00000000',
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
    ],
    permissions: [],
    permissionSets: permissionSets ? [['SPOT']] : [],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'],
  };
}

export function contractInfo(symbol: string): Row {
  const c = contract(symbol);
  const tick = trimmed(10n ** BigInt(8 - c.priceDecimals));
  const step = trimmed(10n ** BigInt(8 - c.qtyDecimals));
  return {
    symbol,
    pair: symbol,
    contractType: 'PERPETUAL',
    deliveryDate: 4133404800000,
    onboardDate: LISTED + c.index * DAY,
    status: 'TRADING',
    maintMarginPercent: '2.5000',
    requiredMarginPercent: '5.0000',
    baseAsset: c.base,
    quoteAsset: c.quote,
    marginAsset: c.quote,
    pricePrecision: c.priceDecimals,
    quantityPrecision: c.qtyDecimals,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: ['Layer-1'],
    triggerProtect: '0.0500',
    liquidationFee: '0.012500',
    marketTakeBound: '0.05',
    maxMoveOrderLimit: 10000,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: tick, maxPrice: '1000000', tickSize: tick },
      { filterType: 'LOT_SIZE', minQty: step, maxQty: '1000000', stepSize: step },
      { filterType: 'MARKET_LOT_SIZE', minQty: step, maxQty: '10000', stepSize: step },
      { filterType: 'MAX_NUM_ORDERS', limit: 200 },
      { filterType: 'MIN_NOTIONAL', notional: '5' },
      { filterType: 'PERCENT_PRICE', multiplierUp: '1.0500', multiplierDown: '0.9500', multiplierDecimal: '4' },
    ],
    orderTypes: ['LIMIT', 'MARKET', 'STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'],
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX', 'GTD'],
  };
}

export const contractNames: readonly string[] = [...contracts.keys()];
