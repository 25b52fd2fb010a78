import { createHmac } from 'node:crypto';
import type { Instead } from '../exchange-double.js';
import { VenueDouble, type DoubleRequest, type Row } from './venue-double.js';

const STAMP_AGE_MS = 30_000;

/** One account in the venue's wire shapes. */
export interface OkxAccount {
  apiKey: string;
  secretKey: string;
  passphrase: string;
  config: Row;
  trading: Row;
  funding: Row[];
  valuation: Row;
  /** By instType. */
  fills: Record<string, Row[]>;
  positions: Row[];
  /** By instType. */
  orders: Record<string, Row[]>;
  algos: Row[];
  deposits: Row[];
  withdrawals: Row[];
}

const refused = (status: number, code: string, msg: string): Instead => ({ status, body: { code, data: [], msg } });
const newestFirst = (key: string) => (a: Row, b: Row) => (BigInt(String(b[key])) > BigInt(String(a[key])) ? 1 : -1);

/** OKX v5, as far as this product asks. */
export class OkxDouble extends VenueDouble {
  readonly accounts: OkxAccount[] = [];
  /** By instType. */
  instruments: Record<string, Row[]> = {};
  tickers: Row[] = [];
  /** Kinds of algo orders that this server has never heard of. */
  readonly unknownAlgos = new Set<string>();

  /** Knows this account and no other. */
  only(account: OkxAccount): void {
    this.accounts.splice(0, this.accounts.length, account);
  }

  override renew(): void {
    super.renew();
    this.unknownAlgos.clear();
  }

  protected override answer(call: DoubleRequest): Instead {
    if (call.path === '/api/v5/public/time') return this.#success([{ ts: String(this.now()) }]);
    if (call.path === '/api/v5/public/instruments') return this.#instruments(call.params.get('instType') ?? '', call.params.get('instId'));
    if (call.path === '/api/v5/market/tickers') return this.#success(this.tickers);
    const account = this.accounts.find(({ apiKey }) => apiKey === call.headers['ok-access-key']);
    if (!account) return refused(401, '50111', 'Invalid OK-ACCESS-KEY.');
    return this.#refusal(call, account) ?? this.#private(call, account);
  }

  #instruments(instType: string, instId: string | null): Instead {
    const listed = this.instruments[instType] ?? [];
    if (instId === null) return this.#success(listed);
    const named = listed.filter((row) => row['instId'] === instId);
    return named.length > 0 ? this.#success(named) : refused(200, '51001', "Instrument ID doesn't exist");
  }

  #refusal({ path, query, headers }: DoubleRequest, { secretKey, passphrase }: OkxAccount): Instead | null {
    const stamp = String(headers['ok-access-timestamp']);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(stamp)) return refused(401, '50112', 'Invalid OK-ACCESS-TIMESTAMP.');
    if (Math.abs(this.now() - Date.parse(stamp)) > STAMP_AGE_MS) return refused(401, '50102', 'Timestamp request expired.');
    if (headers['ok-access-passphrase'] !== passphrase) return refused(401, '50105', 'Request header "OK-ACCESS-PASSPHRASE" incorrect.');
    const signed = `${stamp}GET${path}${query === '' ? '' : `?${query}`}`;
    if (createHmac('sha256', secretKey).update(signed).digest('base64') !== headers['ok-access-sign'])
      return refused(401, '50113', 'Invalid Sign');
    return null;
  }

  #private(call: DoubleRequest, account: OkxAccount): Instead {
    const { params } = call;
    const instType = params.get('instType');
    switch (call.path) {
      case '/api/v5/account/config':
        return this.#success([account.config]);
      case '/api/v5/account/balance':
        return this.#success([account.trading]);
      case '/api/v5/asset/balances':
        return this.#success(account.funding);
      case '/api/v5/asset/asset-valuation':
        // Without a currency the worth is told in bitcoin.
        return this.#success([
          params.get('ccy') === 'USDT' ? account.valuation : { details: { funding: '0.00001' }, totalBal: '0.00001', ts: '1' },
        ]);
      case '/api/v5/trade/fills-history': {
        if (instType === null) return refused(400, '50014', 'Parameter instType can not be empty.');
        const within = (account.fills[instType] ?? []).filter(
          (row) => Number(row['ts']) >= Number(params.get('begin')) && Number(row['ts']) <= Number(params.get('end')),
        );
        return this.#before(call, within, 'billId');
      }
      case '/api/v5/account/positions':
        return this.#success(account.positions);
      case '/api/v5/trade/orders-pending':
        return this.#before(call, instType === null ? Object.values(account.orders).flat() : (account.orders[instType] ?? []), 'ordId');
      case '/api/v5/trade/orders-algo-pending': {
        const kinds = (params.get('ordType') ?? '').split(',');
        const refusedKind = kinds.find((kind) => kind === '' || this.unknownAlgos.has(kind));
        if (refusedKind !== undefined) return refused(400, '51000', 'Parameter ordType error');
        return this.#before(
          call,
          account.algos.filter((row) => kinds.includes(String(row['ordType']))),
          'algoId',
        );
      }
      case '/api/v5/asset/deposit-history':
        return this.#before(call, account.deposits, 'ts');
      case '/api/v5/asset/withdrawal-history':
        return this.#before(call, account.withdrawals, 'ts');
      default:
        return { status: 404, body: '<html>not found</html>' };
    }
  }

  /** Rows before `after`, newest first. */
  #before({ params }: DoubleRequest, rows: Row[], key: string): Instead {
    if (params.has('before')) return refused(400, '50039', 'Parameter "before" isn\'t supported for timestamp pagination');
    const after = params.get('after');
    if (after !== null && !/^\d+$/.test(after)) return refused(400, '51000', 'Parameter after error');
    const earlier = rows.filter((row) => after === null || BigInt(String(row[key])) < BigInt(after));
    return this.#success(earlier.sort(newestFirst(key)).slice(0, Math.min(Number(params.get('limit') ?? 100), 100)));
  }

  #success(data: Row[]): Instead {
    return { body: { code: '0', data, msg: '' } };
  }
}
