import type { Api } from './member-api.js';

/** Rows as an exchange writes them, by data set: the sandbox's `truth`, or an account of the second exchange. */
export interface VenueRows {
  spotTrades: Row[];
  futuresTrades: Row[];
  openOrders: Row[];
  openAlgoOrders: Row[];
  positions: Row[];
  deposits: Row[];
  withdrawals: Row[];
  wallets: Row[];
}
type Row = Record<string, unknown>;

const iso = (ms: unknown) => new Date(Number(ms)).toISOString();
const text = (row: Row, ...fields: string[]) => Object.fromEntries(fields.map((field) => [field, String(row[field])]));
const side = (row: Row) => (typeof row['side'] === 'string' ? row['side'] : row['isBuyer'] ? 'BUY' : 'SELL');

/**
 * What each route must answer for these rows, by the field maps of the wire contract: written here a second time, from the documents, not
 * from the product.
 */
export const expectations = {
  spot_trade: (rows: VenueRows) =>
    rows.spotTrades.map((row) => ({
      ...text(row, 'symbol', 'price', 'qty', 'quoteQty'),
      date: iso(row['time']),
      side: side(row),
      fee: row['commission'],
      feeAsset: row['commissionAsset'],
    })),
  trade_history: (rows: VenueRows) =>
    rows.futuresTrades.map((row) => ({
      ...text(row, 'symbol', 'price', 'qty', 'quoteQty', 'positionSide', 'realizedPnl'),
      side: side(row),
      date: iso(row['time']),
    })),
  open_trade: (rows: VenueRows) => [
    ...rows.openOrders.map((row) => ({
      ...text(row, 'symbol', 'price', 'side', 'type'),
      orig_qty: row['origQty'],
      executed_qty: row['executedQty'],
      orig_type: row['origType'],
      position_side: row['positionSide'],
      stop_price: row['stopPrice'],
      working_type: row['workingType'],
      date: iso(row['time']),
    })),
    ...rows.openAlgoOrders.map((row) => ({
      ...text(row, 'symbol', 'price', 'side'),
      type: row['orderType'],
      orig_qty: row['quantity'],
      executed_qty: '0',
      orig_type: row['orderType'],
      position_side: row['positionSide'],
      stop_price: row['triggerPrice'],
      working_type: row['workingType'],
      date: iso(row['createTime']),
    })),
  ],
  open_position: (rows: VenueRows) =>
    rows.positions
      .filter((row) => Number(row['positionAmt']) !== 0)
      .map((row) => ({
        ...text(
          row,
          'symbol',
          'entryPrice',
          'breakEvenPrice',
          'initialMargin',
          'leverage',
          'liquidationPrice',
          'marginAsset',
          'markPrice',
          'positionAmt',
          'positionSide',
          'unRealizedProfit',
        ),
        positionInitial_margin: row['positionInitialMargin'],
        updateDate: iso(row['updateTime']),
      })),
  deposit_history: (rows: VenueRows) =>
    rows.deposits.map((row) => ({ ...text(row, 'coin', 'network', 'amount', 'txId'), insertTime: iso(row['insertTime']) })),
  withdraw_history: (rows: VenueRows) =>
    rows.withdrawals.map((row) => ({
      ...text(row, 'coin', 'network', 'amount', 'transactionFee', 'txId'),
      applyTime: iso(Date.parse(`${String(row['applyTime']).replace(' ', 'T')}Z`)),
    })),
  wallet: (rows: VenueRows) => rows.wallets.map((row) => text(row, 'walletName', 'balance')),
} satisfies Record<string, (rows: VenueRows) => Row[]>;

export type HistoryRoute = keyof typeof expectations;

/** Every row a list route has, page by page, with its total. */
export async function allRows(api: Api, route: string, userId: string, perPage = 700): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const reply = await api.get(`/${route}/${userId}?page=${page}&perPage=${perPage}`);
    if (reply.status !== 200) throw new Error(`${route}: ${reply.status} ${reply.body.message}`);
    const { data } = reply.body as unknown as { data: Row[] };
    rows.push(...data);
    if (data.length < perPage) {
      const total = reply.headers.get('x-total-count');
      if (route !== 'wallet' && total !== String(rows.length))
        throw new Error(`${route} answers ${rows.length} rows and a total of ${total}`);
      return rows;
    }
  }
}

/** Rows in one order, reduced to the fields that `fields` has: two data sets are equal when these lists are. */
export function canonical(rows: Row[], fields: string[]): string[] {
  return rows.map((row) => JSON.stringify(Object.fromEntries([...fields].sort().map((field) => [field, row[field]])))).sort();
}

/** What the product shows of one data set beside what the venue says. */
export async function shownAndExpected(
  api: Api,
  route: HistoryRoute,
  userId: string,
  venue: VenueRows,
): Promise<{ shown: string[]; expected: string[] }> {
  const expected = expectations[route](venue) as Row[];
  const shown = await allRows(api, route, userId);
  const fields = Object.keys(expected[0] ?? shown[0] ?? {});
  return { shown: canonical(shown, fields), expected: canonical(expected, fields) };
}
