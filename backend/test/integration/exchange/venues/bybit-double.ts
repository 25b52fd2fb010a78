import { createHmac } from 'node:crypto';
import type { Instead } from '../exchange-double.js';
import { VenueDouble, type DoubleRequest, type Row } from './venue-double.js';

const DAY_MS = 86_400_000;

/** One account in the venue's wire shapes. */
export interface BybitAccount {
  apiKey: string;
  secretKey: string;
  info: Row;
  unified: Row;
  funding: Row[];
  /** Null: refused, as to accounts of regional sites. */
  overview: Row[] | null;
  executions: { spot: Row[]; linear: Row[] };
  journal: Row[];
  positions: Record<string, Row[]>;
  orders: Record<string, Row[]>;
  deposits: Row[];
  internalDeposits: Row[];
  withdrawals: Row[];
}

const refused = (retCode: number, retMsg: string): Instead => ({ body: { retCode, retMsg, result: {}, retExtInfo: {}, time: Date.now() } });
const time = (row: Row, key: string) => Number(row[key]);

/** Bybit v5, as far as this product asks. */
export class BybitDouble extends VenueDouble {
  readonly accounts: BybitAccount[] = [];
  tickers: Row[] = [];
  /** By category. */
  instruments: Record<string, Row[]> = {};
  /** Cuts every page, whatever limit was asked for: pages may be short. */
  mostRows = Number.POSITIVE_INFINITY;

  /** Knows this account and no other. */
  only(account: BybitAccount): void {
    this.accounts.splice(0, this.accounts.length, account);
  }

  override renew(): void {
    super.renew();
    this.mostRows = Number.POSITIVE_INFINITY;
  }

  protected override answer(call: DoubleRequest): Instead {
    if (call.path === '/v5/market/time')
      return {
        body: {
          retCode: 0,
          retMsg: 'OK',
          result: { timeSecond: String(Math.floor(this.now() / 1000)), timeNano: `${this.now()}000000` },
          retExtInfo: {},
          time: this.now(),
        },
      };
    if (call.path === '/v5/market/tickers') return this.#success({ category: call.params.get('category'), list: this.tickers });
    if (call.path === '/v5/market/instruments-info') return this.#instruments(call.params.get('category'), call.params.get('symbol'));
    const account = this.accounts.find(({ apiKey }) => apiKey === call.headers['x-bapi-api-key']);
    if (!account) return refused(10_003, 'API key is invalid.');
    return this.#refusal(call, account) ?? this.#private(call, account);
  }

  #instruments(category: string | null, symbol: string | null): Instead {
    const list = (this.instruments[category ?? ''] ?? []).filter((row) => row['symbol'] === symbol);
    if (list.length === 0) return refused(10_001, 'params error: symbol invalid');
    return this.#success({ category, list, nextPageCursor: '' });
  }

  /** The order of checks is assumed: stamp, then signature. */
  #refusal({ query, headers }: DoubleRequest, { apiKey, secretKey }: BybitAccount): Instead | null {
    const stamp = String(headers['x-bapi-timestamp']);
    const window = String(headers['x-bapi-recv-window']);
    const signed = stamp + apiKey + window + query;
    const age = this.now() - Number(stamp);
    if (!(age > -1000 && age <= Number(window)))
      return refused(
        10_002,
        'invalid request, please check your server timestamp or recv_window param. ' +
          `req_timestamp[${stamp}],server_timestamp[${this.now()}],recv_window[${window}]`,
      );
    if (createHmac('sha256', secretKey).update(signed).digest('hex') !== headers['x-bapi-sign'])
      return refused(10_004, `error sign! origin_string[${signed}]`);
    return null;
  }

  #private(call: DoubleRequest, account: BybitAccount): Instead {
    const { params } = call;
    const settle = params.get('settleCoin') ?? '';
    switch (call.path) {
      case '/v5/user/query-api':
        return this.#success(account.info);
      case '/v5/asset/asset-overview':
        if (account.overview === null) return refused(10_024, 'Compliance rules triggered');
        return this.#success({ totalEquity: '0', list: account.overview });
      case '/v5/account/wallet-balance':
        return params.get('accountType') === 'UNIFIED'
          ? this.#success({ list: [account.unified] })
          : refused(10_001, 'accountType only support UNIFIED.');
      case '/v5/asset/transfer/query-account-coins-balance':
        return this.#success({ memberId: '0', accountType: params.get('accountType'), balance: account.funding });
      case '/v5/execution/list': {
        const category = params.get('category');
        if (category !== 'spot' && category !== 'linear') return refused(10_001, 'category is illegal');
        return this.#window(call, account.executions[category], 'execTime', 7 * DAY_MS + 1, 100, 'list', { category });
      }
      case '/v5/account/transaction-log': {
        const rows = account.journal.filter((row) => row['category'] === params.get('category') && row['type'] === params.get('type'));
        return this.#window(call, rows, 'transactionTime', 7 * DAY_MS + 1, 50, 'list');
      }
      case '/v5/position/list':
        return settle === ''
          ? refused(10_001, 'symbol or settleCoin is required')
          : this.#list(call, account.positions[settle] ?? [], 200, 'list', { category: 'linear' });
      case '/v5/order/realtime':
        return settle === ''
          ? refused(10_001, 'symbol, baseCoin or settleCoin is required')
          : this.#list(call, account.orders[settle] ?? [], 50, 'list', { category: 'linear' });
      case '/v5/asset/deposit/query-record':
        return this.#window(call, account.deposits, 'successAt', 30 * DAY_MS, 50, 'rows');
      case '/v5/asset/deposit/query-internal-record':
        return this.#window(call, account.internalDeposits, 'createdTime', 30 * DAY_MS, 50, 'rows', {}, 1000);
      case '/v5/asset/withdraw/query-record': {
        if (account.info['isMaster'] !== true) return refused(10_005, 'Permission denied, please check your API key permissions.');
        const kind = Number(params.get('withdrawType') ?? 0);
        return this.#window(
          call,
          account.withdrawals.filter((row) => kind === 2 || row['withdrawType'] === kind),
          'createTime',
          30 * DAY_MS,
          50,
          'rows',
        );
      }
      default:
        return { status: 404, body: '<html>not found</html>' };
    }
  }

  /** Rows of a window, newest first. `unit`: milliseconds in one unit of the rows' times. */
  #window(
    call: DoubleRequest,
    rows: Row[],
    timeKey: string,
    longest: number,
    most: number,
    name: 'list' | 'rows',
    more: Row = {},
    unit = 1,
  ): Instead {
    const start = Number(call.params.get('startTime'));
    const end = Number(call.params.get('endTime'));
    // `longest` is the first length that is too long.
    if (!(end >= start) || end - start >= longest) return refused(10_001, 'The time range between startTime and endTime is too long');
    const within = rows
      .filter((row) => time(row, timeKey) * unit >= start && time(row, timeKey) * unit <= end)
      .sort((a, b) => time(b, timeKey) - time(a, timeKey));
    return this.#list(call, within, most, name, more);
  }

  /** A cursor comes escaped, and comes with every page that holds a row: only an empty page has none. */
  #list({ params }: DoubleRequest, rows: Row[], most: number, name: 'list' | 'rows', more: Row = {}): Instead {
    const offset = Number(/^(\d+):/.exec(params.get('cursor') ?? '0:')?.[1] ?? -1);
    if (offset < 0) return refused(10_001, 'params error: cursor invalid');
    const size = Math.min(Number(params.get('limit') ?? 20), most, this.mostRows);
    const page = rows.slice(offset, offset + size);
    const next = page.length > 0 ? encodeURIComponent(`${offset + page.length}:${page.length},0:2`) : '';
    return this.#success({ ...more, nextPageCursor: next, [name]: page });
  }

  #success(result: Row): Instead {
    return { body: { retCode: 0, retMsg: 'OK', result, retExtInfo: {}, time: this.now() } };
  }
}
