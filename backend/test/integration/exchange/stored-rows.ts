import type { ExchangeWorker } from './exchange-worker.js';
import type { Truth } from './own-sandbox.js';

type Row = Record<string, unknown>;

const millis = (text: unknown) => new Date(text as string).getTime();
const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

/** What is stored of an account, in the venue's own words: comparable with a truth row by row, digits included. */
export async function storedRows(worker: ExchangeWorker, accountId: string) {
  const read = (table: string) => worker.rows<Row>(`select * from "${table}" where account_id = ?`, [accountId]);
  const [spot, futures, deposits, withdrawals, wallets, balances, orders, positions] = await Promise.all([
    read('spot_trades'),
    read('futures_trades'),
    read('deposits'),
    read('withdrawals'),
    worker.rows<Row>('select * from wallet_balances where account_id = ? order by position', [accountId]),
    read('asset_balances'),
    read('futures_orders'),
    read('futures_positions'),
  ]);
  return {
    spotTrades: sorted(
      spot.map((r) => ({
        symbol: r['symbol'],
        id: String(r['trade_id']),
        orderId: String(r['order_id']),
        price: r['price'],
        qty: r['qty'],
        quoteQty: r['quote_qty'],
        commission: r['fee'],
        commissionAsset: r['fee_asset'],
        time: millis(r['time']),
        isBuyer: r['buyer'],
        isMaker: r['maker'],
      })),
    ),
    futuresTrades: sorted(
      futures.map((r) => ({
        symbol: r['symbol'],
        id: String(r['trade_id']),
        orderId: String(r['order_id']),
        side: r['buyer'] ? 'BUY' : 'SELL',
        positionSide: r['position_side'],
        price: r['price'],
        qty: r['qty'],
        quoteQty: r['quote_qty'],
        realizedPnl: r['realized_pnl'],
        commission: r['fee'],
        time: millis(r['time']),
      })),
    ),
    deposits: sorted(
      deposits.map((r) => ({
        coin: r['coin'],
        network: r['network'],
        amount: r['amount'],
        walletType: r['wallet_type'],
        status: r['status'],
        txId: r['tx_id'],
        insertTime: millis(r['inserted_at']),
      })),
    ),
    withdrawals: sorted(
      withdrawals.map((r) => ({
        id: r['id'],
        coin: r['coin'],
        network: r['network'],
        amount: r['amount'],
        transactionFee: r['transaction_fee'],
        walletType: r['wallet_type'],
        status: r['status'],
        txId: r['tx_id'],
        applyTime: millis(r['applied_at']),
      })),
    ),
    wallets: wallets.map((r) => ({ walletName: r['name'], balance: r['balance'] })),
    balances: sorted(balances.map((r) => ({ asset: r['coin'], free: r['free'], locked: r['locked'] }))),
    orders: sorted(
      orders.map((r) => ({
        id: r['order_id'],
        symbol: r['symbol'],
        price: r['price'],
        origQty: r['orig_qty'],
        executedQty: r['executed_qty'],
        origType: r['orig_type'],
        type: r['type'],
        side: r['side'],
        positionSide: r['position_side'],
        stopPrice: r['stop_price'],
        workingType: r['working_type'],
        time: millis(r['time']),
      })),
    ),
    positions: sorted(
      positions.map((r) => ({
        symbol: r['symbol'],
        positionSide: r['position_side'],
        positionAmt: r['position_amt'],
        entryPrice: r['entry_price'],
        breakEvenPrice: r['break_even_price'],
        markPrice: r['mark_price'],
        unRealizedProfit: r['unrealized_profit'],
        liquidationPrice: r['liquidation_price'],
        initialMargin: r['initial_margin'],
        positionInitialMargin: r['position_initial_margin'],
        marginAsset: r['margin_asset'],
        leverage: r['leverage'],
        updateTime: millis(r['updated_at']),
      })),
    ),
  };
}

/** The same of a truth. */
export function trueRows(truth: Truth): Awaited<ReturnType<typeof storedRows>> {
  const pick = (row: Row, fields: string[]) => Object.fromEntries(fields.map((field) => [field, row[field]]));
  const id = (row: Row, ...names: string[]) => Object.fromEntries(names.map((name) => [name, String(row[name])]));
  return {
    spotTrades: sorted(
      truth.spotTrades.map((r) => ({
        ...pick(r, ['symbol']),
        ...id(r, 'id', 'orderId'),
        ...pick(r, ['price', 'qty', 'quoteQty', 'commission', 'commissionAsset', 'time', 'isBuyer', 'isMaker']),
      })),
    ),
    futuresTrades: sorted(
      truth.futuresTrades.map((r) => ({
        ...pick(r, ['symbol']),
        ...id(r, 'id', 'orderId'),
        ...pick(r, ['side', 'positionSide', 'price', 'qty', 'quoteQty', 'realizedPnl', 'commission', 'time']),
      })),
    ),
    deposits: sorted(truth.deposits.map((r) => pick(r, ['coin', 'network', 'amount', 'walletType', 'status', 'txId', 'insertTime']))),
    withdrawals: sorted(
      truth.withdrawals.map((r) => ({
        ...pick(r, ['id', 'coin', 'network', 'amount', 'transactionFee', 'walletType', 'status', 'txId']),
        applyTime: millis(`${String(r['applyTime']).replace(' ', 'T')}Z`),
      })),
    ),
    wallets: truth.wallets.map(({ walletName, balance }) => ({ walletName, balance })),
    balances: sorted(truth.balances.map((r) => pick(r, ['asset', 'free', 'locked']))),
    orders: sorted([
      ...truth.openOrders.map((r) => ({
        ...id({ id: r['orderId'] }, 'id'),
        ...pick(r, [
          'symbol',
          'price',
          'origQty',
          'executedQty',
          'origType',
          'type',
          'side',
          'positionSide',
          'stopPrice',
          'workingType',
          'time',
        ]),
      })),
      ...truth.openAlgoOrders.map((r) => ({
        id: `algo:${String(r['algoId'])}`,
        symbol: r['symbol'],
        price: r['price'],
        origQty: r['quantity'],
        executedQty: '0',
        origType: r['orderType'],
        type: r['orderType'],
        side: r['side'],
        positionSide: r['positionSide'],
        stopPrice: r['triggerPrice'],
        workingType: r['workingType'],
        time: r['createTime'],
      })),
    ]),
    positions: sorted(
      truth.positions.map((r) => ({
        ...pick(r, [
          'symbol',
          'positionSide',
          'positionAmt',
          'entryPrice',
          'breakEvenPrice',
          'markPrice',
          'unRealizedProfit',
          'liquidationPrice',
          'initialMargin',
          'positionInitialMargin',
          'marginAsset',
        ]),
        leverage: String(r['leverage']),
        updateTime: r['updateTime'],
      })),
    ),
  };
}
