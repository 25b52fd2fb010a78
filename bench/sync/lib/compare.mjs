// Whether the database holds exactly what the exchange knows: row by row, digits included.
const time = (value) => new Date(value).getTime();
const utc = (text) => Date.parse(`${text.replace(' ', 'T')}Z`);

const sets = {
  'spot trades': {
    sql: 'select * from spot_trades where account_id = ?',
    ours: (r) => [r.symbol, r.trade_id, r.order_id, r.price, r.qty, r.quote_qty, r.fee, r.fee_asset, time(r.time), r.buyer, r.maker],
    theirs: ({ spotTrades }) =>
      spotTrades.map((r) => [
        r.symbol,
        String(r.id),
        String(r.orderId),
        r.price,
        r.qty,
        r.quoteQty,
        r.commission,
        r.commissionAsset,
        r.time,
        r.isBuyer,
        r.isMaker,
      ]),
  },
  'futures trades': {
    sql: 'select * from futures_trades where account_id = ?',
    // The exchange forgets futures fills after six months; we do not.
    since: ({ futuresTrades }) => Math.min(...futuresTrades.map((r) => r.time)),
    ours: (r) => [
      r.symbol,
      r.trade_id,
      r.order_id,
      r.buyer ? 'BUY' : 'SELL',
      r.position_side,
      r.price,
      r.qty,
      r.quote_qty,
      r.realized_pnl,
      r.fee,
      time(r.time),
    ],
    theirs: ({ futuresTrades }) =>
      futuresTrades.map((r) => [
        r.symbol,
        String(r.id),
        String(r.orderId),
        r.side,
        r.positionSide,
        r.price,
        r.qty,
        r.quoteQty,
        r.realizedPnl,
        r.commission,
        r.time,
      ]),
  },
  deposits: {
    sql: 'select * from deposits where account_id = ?',
    ours: (r) => [r.coin, r.network, r.amount, r.wallet_type, r.status, r.tx_id, time(r.inserted_at)],
    theirs: ({ deposits }) => deposits.map((r) => [r.coin, r.network, r.amount, r.walletType, r.status, r.txId, r.insertTime]),
  },
  withdrawals: {
    sql: 'select * from withdrawals where account_id = ?',
    ours: (r) => [r.id, r.coin, r.network, r.amount, r.transaction_fee, r.wallet_type, r.status, r.tx_id, time(r.applied_at)],
    theirs: ({ withdrawals }) =>
      withdrawals.map((r) => [r.id, r.coin, r.network, r.amount, r.transactionFee, r.walletType, r.status, r.txId, utc(r.applyTime)]),
  },
  balances: {
    sql: 'select * from asset_balances where account_id = ?',
    ours: (r) => [r.coin, r.free, r.locked],
    theirs: ({ balances }) => balances.map((r) => [r.asset, r.free, r.locked]),
  },
  wallets: {
    sql: 'select * from wallet_balances where account_id = ?',
    ours: (r) => [r.name, r.balance],
    theirs: ({ wallets }) => wallets.map((r) => [r.walletName, r.balance]),
  },
  positions: {
    sql: 'select * from futures_positions where account_id = ?',
    ours: (r) => [r.symbol, r.position_side, r.position_amt, r.entry_price],
    theirs: ({ positions }) => positions.map((r) => [r.symbol, r.positionSide, r.positionAmt, r.entryPrice]),
  },
};

const orders = (rows) => rows.map((row) => JSON.stringify(row)).sort();

/** Sentences about what differs; none means that the rows are the same. `only`: names of the sets to compare. */
export async function differences(tell, accountId, truth, only = Object.keys(sets)) {
  const found = [];
  for (const name of only) {
    const { sql, ours, theirs, since } = sets[name];
    const oldest = since?.(truth) ?? -Infinity;
    const rows = await tell('rows', { sql, values: [accountId] });
    const stored = orders(rows.filter((row) => oldest === -Infinity || time(row.time) >= oldest).map(ours));
    const expected = orders(theirs(truth));
    if (stored.length === expected.length && stored.every((row, i) => row === expected[i])) continue;
    const known = new Set(stored);
    const missing = expected.filter((row) => !known.has(row));
    found.push(
      `${name}: ${stored.length} stored, ${expected.length} true, ${missing.length} missing${missing[0] ? `, e.g. ${missing[0]}` : ''}`,
    );
  }
  return found;
}

export const LEDGERS = ['spot trades', 'futures trades', 'deposits', 'withdrawals'];
