import type { OpenOrder } from '../world/account.ts';
import { contract } from '../world/catalogue.ts';
import { fixed, times, trimmed } from '../world/decimal.ts';
import type { AlgoOrder, SpotOrder } from '../world/events.ts';
import type { Row } from './json.ts';

export function futuresOrder({ order: o, executed, updateTime }: OpenOrder): Row {
  const c = contract(o.symbol);
  return {
    orderId: o.orderId,
    symbol: o.symbol,
    status: executed > 0n ? 'PARTIALLY_FILLED' : 'NEW',
    clientOrderId: o.clientOrderId,
    price: fixed(o.price, c.priceDecimals),
    avgPrice: executed > 0n ? fixed(o.price, 5) : '0.00',
    origQty: fixed(o.qty, c.qtyDecimals),
    executedQty: executed > 0n ? fixed(executed, c.qtyDecimals) : '0',
    cumQuote: executed > 0n ? trimmed(times(executed, o.price)) : '0',
    timeInForce: 'GTC',
    type: 'LIMIT',
    reduceOnly: o.reduceOnly,
    closePosition: false,
    side: o.buyer ? 'BUY' : 'SELL',
    positionSide: o.positionSide,
    stopPrice: '0',
    workingType: 'CONTRACT_PRICE',
    priceProtect: false,
    origType: 'LIMIT',
    priceMatch: 'NONE',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    goodTillDate: 0,
    time: o.placedAt,
    updateTime,
  };
}

export function algoOrder(o: AlgoOrder): Row {
  const c = contract(o.symbol);
  const limit = o.type === 'STOP' || o.type === 'TAKE_PROFIT';
  const none = fixed(0n, c.priceDecimals);
  return {
    algoId: o.algoId,
    clientAlgoId: o.clientAlgoId,
    algoType: 'CONDITIONAL',
    orderType: o.type,
    symbol: o.symbol,
    side: o.buyer ? 'BUY' : 'SELL',
    positionSide: o.positionSide,
    timeInForce: 'GTC',
    quantity: fixed(o.qty, c.qtyDecimals),
    algoStatus: 'NEW',
    actualOrderId: '',
    actualPrice: none,
    triggerPrice: fixed(o.triggerPrice, c.priceDecimals),
    price: limit ? fixed(o.triggerPrice, c.priceDecimals) : none,
    icebergQuantity: null,
    tpTriggerPrice: none,
    tpPrice: none,
    slTriggerPrice: none,
    slPrice: none,
    tpOrderType: '',
    selfTradePreventionMode: 'EXPIRE_MAKER',
    workingType: o.workingType,
    priceMatch: 'NONE',
    closePosition: false,
    priceProtect: false,
    reduceOnly: o.reduceOnly,
    createTime: o.placedAt,
    updateTime: o.placedAt,
    triggerTime: 0,
    goodTillDate: 0,
  };
}

export function spotOrder(o: SpotOrder): Row {
  return {
    symbol: o.symbol,
    orderId: o.orderId,
    orderListId: -1,
    clientOrderId: o.clientOrderId,
    price: fixed(o.price),
    origQty: fixed(o.qty),
    executedQty: '0.00000000',
    origQuoteOrderQty: '0.00000000',
    cummulativeQuoteQty: '0.00000000',
    status: 'NEW',
    timeInForce: 'GTC',
    type: 'LIMIT',
    side: 'BUY',
    stopPrice: '0.00000000',
    icebergQty: '0.00000000',
    time: o.placedAt,
    updateTime: o.placedAt,
    isWorking: true,
    workingTime: o.placedAt,
    selfTradePreventionMode: 'EXPIRE_MAKER',
  };
}
