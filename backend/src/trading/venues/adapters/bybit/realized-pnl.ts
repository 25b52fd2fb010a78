import type { Call, WireRow } from '../ccxt/index.js';
import { endpoints, type BybitEndpoint } from './endpoints.js';
import { allPages, pageOf } from './envelope.js';
import { isZero } from './rows.js';

const PAGE = 50;
const MAX_PAGES = 400;
/** The journal's time of a fill may differ a little from the fill's own. */
const MARGIN_MS = 1000;

/** The journal's word for a kind of fill. The others open and close nothing at a profit. */
const journalTypes = new Map([
  ['Trade', 'TRADE'],
  ['BlockTrade', 'TRADE'],
  ['FutureSpread', 'TRADE'],
  ['BustTrade', 'LIQUIDATION'],
  ['AdlTrade', 'ADL'],
  ['Delivery', 'DELIVERY'],
  ['Settle', 'DELIVERY'],
]);

/**
 * Realised profit of fills, by fillKey. The documented list of fills does not tell it: `closed-pnl` tells it by order, only the account's
 * journal (`transaction-log`: cashFlow) by fill. Newer answers bring it along as `execPnl`, with the same figure. So: execPnl where it is
 * told, else the journal for the fills that closed something, and '0' for those that only opened. A closing fill that the journal does not
 * know is '0' as well: there is no third place to ask.
 */
export async function realizedPnl(call: Call<BybitEndpoint>, fills: readonly WireRow[]): Promise<ReadonlyMap<string, string>> {
  const profits = new Map<string, string>();
  const untold = new Map<string, WireRow[]>();
  for (const fill of fills) {
    if (fill.has('execPnl')) profits.set(fillKey(fill, 'execId'), fill.decimal('execPnl'));
    else if (closes(fill)) {
      const type = journalTypes.get(fill.textOr('execType', ''));
      if (type) untold.set(type, [...(untold.get(type) ?? []), fill]);
    }
  }
  for (const [type, asked] of untold) {
    const wanted = new Set(asked.map((fill) => fillKey(fill, 'execId')));
    for (const entry of await journal(call, type, asked)) {
      const key = fillKey(entry, 'tradeId');
      if (wanted.has(key)) profits.set(key, entry.decimalOr('cashFlow', '0'));
    }
  }
  return profits;
}

/** A trade with oneself is two fills of one id. */
export function fillKey(row: WireRow, idKey: 'execId' | 'tradeId'): string {
  return `${row.textOr(idKey, '')} ${row.textOr('side', '')}`;
}

function closes(fill: WireRow): boolean {
  return !isZero(fill.decimalOr('closedSize', '0'));
}

function journal(call: Call<BybitEndpoint>, type: string, fills: readonly WireRow[]): Promise<WireRow[]> {
  const times = fills.map((fill) => fill.time('execTime').getTime());
  const { path } = endpoints.transactionLog;
  const span = { startTime: Math.min(...times) - MARGIN_MS, endTime: Math.max(...times) + MARGIN_MS };
  return allPages(path, MAX_PAGES, async (cursor) => {
    const params = { accountType: 'UNIFIED', category: 'linear', type, ...span, limit: PAGE, ...(cursor !== null && { cursor }) };
    return pageOf(path, await call(endpoints.transactionLog, params), 'list');
  });
}
