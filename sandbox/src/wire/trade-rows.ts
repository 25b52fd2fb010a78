import { contract } from '../world/catalogue.ts';
import { fixed, trimmed } from '../world/decimal.ts';
import type { FuturesFill, SpotFill } from '../world/events.ts';
import type { Row } from './json.ts';

export function spotTrade(f: SpotFill): Row {
  return {
    symbol: f.symbol,
    id: f.id,
    orderId: f.orderId,
    orderListId: -1,
    price: fixed(f.price),
    qty: fixed(f.qty),
    quoteQty: fixed(f.quoteQty),
    commission: fixed(f.commission),
    commissionAsset: f.commissionAsset,
    time: f.time,
    isBuyer: f.buyer,
    isMaker: f.maker,
    isBestMatch: true,
  };
}

export function futuresTrade(f: FuturesFill): Row {
  const c = contract(f.symbol);
  return {
    symbol: f.symbol,
    id: f.id,
    orderId: f.orderId,
    side: f.buyer ? 'BUY' : 'SELL',
    price: fixed(f.price, c.priceDecimals),
    qty: fixed(f.qty, c.qtyDecimals),
    realizedPnl: f.realizedPnl === 0n ? '0' : fixed(f.realizedPnl),
    quoteQty: trimmed(f.quoteQty),
    commission: trimmed(f.commission),
    commissionAsset: c.quote,
    time: f.time,
    positionSide: f.positionSide,
    buyer: f.buyer,
    maker: f.maker,
  };
}
