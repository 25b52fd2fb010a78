/** A fill of BTCUSDT futures in one-way mode, for 110 and a fee of 0.5. */
export const futuresFill = (id: string, side: 'buy' | 'sell', pnl: string, at: string, changes: object = {}) => ({
  symbol: 'BTCUSDT',
  trade_id: id,
  order_id: id,
  buyer: side === 'buy',
  maker: false,
  position_side: 'BOTH',
  price: '110',
  qty: '1',
  quote_qty: '110',
  realized_pnl: pnl,
  fee: '0.5',
  fee_asset: 'USDT',
  time: at,
  ...changes,
});

/** Sells two contracts that were bought at 100. */
export const closingSell = (fee: string) =>
  futuresFill('1', 'sell', '30', '2026-11-15T12:00:00Z', { price: '115', qty: '2', quote_qty: '230', fee });
