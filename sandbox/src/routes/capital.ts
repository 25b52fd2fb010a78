import { errors } from '../wire/errors.ts';
import type { Row, Wire } from '../wire/json.ts';
import * as rows from '../wire/rows.ts';
import { TRANSFER_RETENTION, wallets } from '../world/account.ts';
import { coins } from '../world/catalogue.ts';
import { fixed, trimmed } from '../world/decimal.ts';
import type { Deposit, Transfer, Withdrawal } from '../world/events.ts';
import type { Ledger } from '../world/ledger.ts';
import { DAY, MINUTE } from '../world/time.ts';
import type { Params, Route, SignedCall } from './route.ts';

const KEYS_MADE = Date.UTC(2026, 8, 1);

/** The key's rights under the exchange's own names. */
function apiRestrictions({ key }: SignedCall): Wire {
  const { trade, withdraw, ipRestrict } = key.rights;
  return {
    ipRestrict,
    createTime: KEYS_MADE + key.n * 1000,
    enableReading: true,
    enableWithdrawals: withdraw,
    enableInternalTransfer: withdraw,
    enableMargin: trade,
    enableFutures: trade,
    permitsUniversalTransfer: false,
    enableVanillaOptions: false,
    enablePortfolioMarginTrading: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enableSpotAndMarginTrading: trade,
  };
}

function walletBalance({ ledger, market, params, now }: SignedCall): Wire {
  const quote = params.text('quoteAsset') ?? 'BTC';
  if (!coins.has(quote)) throw errors.badValue('quoteAsset');
  return wallets(ledger, market, now, quote).map((row) => ({ ...row }));
}

/** Start and end of a capital window; at most `days` long, ending now by default. */
function windowOf(params: Params, now: number, days: number, tooLong: () => Error): { from: number; to: number } {
  const to = params.whole('endTime') ?? now;
  const from = params.whole('startTime') ?? to - days * DAY;
  if (to - from > days * DAY) throw tooLong();
  return { from, to };
}

function capitalPage<T extends Deposit | Withdrawal>(
  list: readonly T[],
  timeOf: (row: T) => number,
  toRow: (row: T, t: number) => Row,
  { params, now }: SignedCall,
): Wire {
  const { from, to } = windowOf(params, now, 90, errors.over90Days);
  const coin = params.text('coin');
  const status = params.whole('status');
  const offset = params.whole('offset') ?? 0;
  return list
    .filter((row) => timeOf(row) >= from && timeOf(row) <= to && timeOf(row) <= now)
    .filter((row) => coin === undefined || row.coin === coin)
    .reverse()
    .map((row) => toRow(row, now))
    .filter((row) => status === undefined || row['status'] === status)
    .slice(offset, offset + params.limit(1000, 1000));
}

function deposits(call: SignedCall): Wire {
  // A deposit shows two minutes before it counts.
  call.ledger.reach(call.now + 2 * MINUTE);
  return capitalPage(call.ledger.deposits, (d) => d.insertTime, rows.deposit, call);
}

function withdrawals(call: SignedCall): Wire {
  call.ledger.reach(call.now);
  return capitalPage(call.ledger.withdrawals, (w) => w.time, rows.withdrawal, call);
}

function coinInfo({ ledger, now }: SignedCall): Wire {
  const book = ledger.bookAt(now);
  return [...coins.values()]
    .filter((c) => c.code !== 'ANC')
    .map((c) => ({
      coin: c.code,
      depositAllEnable: true,
      withdrawAllEnable: true,
      name: c.name,
      free: fixed(book.balance(c.code)),
      locked: '0',
      freeze: '0',
      withdrawing: '0',
      ipoing: '0',
      ipoable: '0',
      storage: '0',
      isLegalMoney: c.code === 'EUR',
      trading: c.code !== 'SRM',
      networkList: c.networks.map((n, i) => ({
        network: n.network,
        coin: c.code,
        name: n.name,
        isDefault: i === 0,
        depositEnable: true,
        withdrawEnable: true,
        withdrawFee: n.withdrawFee,
        withdrawMin: '0.001',
        withdrawMax: '9999999',
        withdrawIntegerMultiple: '0.000001',
        minConfirm: 1,
        unLockConfirm: 0,
        sameAddress: false,
        estimatedArrivalTime: 5,
        busy: false,
      })),
    }));
}

function dribblets({ ledger, params, now }: SignedCall): Wire {
  const from = params.whole('startTime') ?? 0;
  const to = Math.min(now, params.whole('endTime') ?? now);
  const list = ledger.dust.filter((d) => d.time >= from && d.time <= to);
  return { total: list.length, userAssetDribblets: list.slice(-100).map(rows.dribblet) };
}

function dividends({ ledger, params, now }: SignedCall): Wire {
  const { from, to } = windowOf(params, now, 180, errors.over180Days);
  const asset = params.text('asset');
  const list = ledger.dividends.filter((d) => d.time >= from && d.time <= Math.min(to, now) && (asset === undefined || d.asset === asset));
  return { rows: list.reverse().slice(0, params.limit(20, 500)).map(rows.dividend), total: list.length };
}

function tradeFlow({ ledger, params, now }: SignedCall): Wire {
  const { from, to } = windowOf(params, now, 30, errors.over30Days);
  const limit = params.limit(100, 1000);
  const list = ledger.conversions.filter((c) => c.time >= from && c.time <= Math.min(to, now));
  return { list: list.slice(0, limit).map(rows.conversion), startTime: from, endTime: to, limit, moreData: list.length > limit };
}

/** Transfers that the history still answers at `now`, oldest first. */
export function retainedTransfers(ledger: Ledger, now: number): Transfer[] {
  return ledger.transfers.filter(({ time }) => time >= now - TRANSFER_RETENTION && time <= now);
}

/** One direction at a time, newest first, by numbered pages. */
function transfers({ ledger, params, now }: SignedCall): Wire {
  const type = params.text('type');
  if (!rows.transferTypes.some((known) => known === type)) throw errors.badValue('type');
  const to = params.whole('endTime') ?? now;
  const from = params.whole('startTime') ?? to - 7 * DAY;
  const page = Math.max(1, params.whole('current') ?? 1);
  const size = params.limit(10, 100, 'size');
  ledger.reach(now);
  const list = retainedTransfers(ledger, now)
    .filter((x) => rows.transferType(x) === type && x.time >= from && x.time <= to)
    .reverse();
  return { total: list.length, rows: list.slice((page - 1) * size, page * size).map(rows.transfer) };
}

function fundingWallet({ ledger, params, now }: SignedCall): Wire {
  const asset = params.text('asset');
  return [...ledger.bookAt(now).funding]
    .filter(([code, amount]) => amount > 0n && (asset === undefined || code === asset))
    .map(([code, amount]) => ({ asset: code, free: trimmed(amount), locked: '0', freeze: '0', withdrawing: '0', btcValuation: '0' }));
}

const HISTORY = ['coin', 'status', 'startTime', 'endTime', 'offset', 'limit', 'txId', 'includeSource', 'withdrawOrderId'];

export const capitalRoutes: readonly Route[] = [
  { method: 'GET', path: '/sapi/v1/account/apiRestrictions', scope: 'sapi-ip', weight: 1, signed: true, answer: apiRestrictions },
  {
    method: 'GET',
    path: '/sapi/v1/asset/wallet/balance',
    scope: 'sapi-ip',
    weight: 60,
    signed: true,
    reads: ['quoteAsset'],
    answer: walletBalance,
  },
  {
    method: 'POST',
    path: '/sapi/v1/asset/get-funding-asset',
    scope: 'sapi-ip',
    weight: 1,
    signed: true,
    reads: ['asset', 'needBtcValuation'],
    answer: fundingWallet,
  },
  { method: 'GET', path: '/sapi/v1/capital/config/getall', scope: 'sapi-ip', weight: 10, signed: true, answer: coinInfo },
  { method: 'GET', path: '/sapi/v1/capital/deposit/hisrec', scope: 'sapi-ip', weight: 1, signed: true, reads: HISTORY, answer: deposits },
  {
    method: 'GET',
    path: '/sapi/v1/capital/withdraw/history',
    scope: 'sapi-uid-second',
    weight: 18_000,
    signed: true,
    reads: HISTORY,
    answer: withdrawals,
  },
  {
    method: 'GET',
    path: '/sapi/v1/asset/dribblet',
    scope: 'sapi-ip',
    weight: 1,
    signed: true,
    reads: ['accountType', 'startTime', 'endTime'],
    answer: dribblets,
  },
  {
    method: 'GET',
    path: '/sapi/v1/asset/assetDividend',
    scope: 'sapi-ip',
    weight: 10,
    signed: true,
    reads: ['asset', 'startTime', 'endTime', 'limit'],
    answer: dividends,
  },
  {
    method: 'GET',
    path: '/sapi/v1/convert/tradeFlow',
    scope: 'sapi-uid',
    weight: 3000,
    signed: true,
    reads: ['limit'],
    needs: ['startTime', 'endTime'],
    answer: tradeFlow,
  },
  {
    method: 'GET',
    path: '/sapi/v1/asset/transfer',
    scope: 'sapi-ip',
    weight: 1,
    signed: true,
    reads: ['startTime', 'endTime', 'current', 'size', 'fromSymbol', 'toSymbol'],
    needs: ['type'],
    answer: transfers,
  },
];
