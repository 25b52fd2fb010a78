import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = unknown;
type Row = Record<string, Json>;

export interface DoubleFill {
  id: number | bigint;
  time: number;
  [key: string]: Json;
}

/** One account of the double; everything is in the venue's wire shapes. */
export interface DoubleAccount {
  apiKey: string;
  secretKey: string;
  account: Row;
  rights?: Row;
  wallets?: Row[];
  /** By symbol, ids rising. */
  spot?: Record<string, DoubleFill[]>;
  futures?: Record<string, DoubleFill[]>;
  /** Of the futures account. */
  assets?: Row[];
  positions?: Row[];
  orders?: Row[];
  algoOrders?: Row[];
  deposits?: Row[];
  withdrawals?: Row[];
  /** Of the transfer history, all directions. */
  transfers?: Row[];
  /** Sweeps of small balances. */
  dust?: Row[];
  dividends?: Row[];
  conversions?: Row[];
}

/** What a request is answered with instead. */
export interface Instead {
  status?: number;
  headers?: Record<string, string>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  body?: unknown;
  /** Cut the connection without an answer. */
  reset?: boolean;
}

export interface DoubleCall {
  path: string;
  params: URLSearchParams;
}

/** Ids and the like beyond 2^53 stay bare numbers on the wire. */
export function wireJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // With blanks after colons and commas, as other JSON writers have them.
  if (Array.isArray(value)) return `[${value.map(wireJson).join(', ')}]`;
  return `{${Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}: ${wireJson(item)}`)
    .join(', ')}}`;
}

/** Another server than the sandbox exchange that speaks the same wire format: other accounts, other symbols, and only what it needs. */
export class ExchangeDouble {
  readonly accounts: DoubleAccount[] = [];
  readonly calls: DoubleCall[] = [];
  symbols: Row[] = [];
  contracts: string[] = [];
  prices: Record<string, string> = {};
  /** Laid over the lists of symbols: `rateLimits` and the like. */
  announced: { api?: Row; fapi?: Row } = {};
  /** Paths that this server does not have: 404. */
  readonly missing = new Set<string>();
  /** Added to the double's clock. */
  clockOffsetMs = 0;
  /** Headers of every answer. */
  headers: Record<string, string> = {};
  /** Looked at before anything else; null lets the request through. */
  instead: (call: DoubleCall) => Instead | null | Promise<Instead | null> = () => null;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ExchangeDouble> {
    // The default of 5 s would meet a client's next request half-way.
    const server = createServer({ keepAliveTimeout: 65_000 });
    const double = new ExchangeDouble(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void double.serve(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return double;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  callsOf(path: string): DoubleCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  private now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', 'http://double');
    const call = { path: pathname, params: searchParams };
    this.calls.push(call);
    const { status = 200, headers = {}, body, reset } = (await this.instead(call)) ?? this.answer(call, request, search.slice(1));
    if (reset) return void request.socket.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...this.headers, ...headers });
    response.end(typeof body === 'string' || body instanceof Buffer ? body : wireJson(body));
  }

  private answer(call: DoubleCall, request: IncomingMessage, query: string): Instead {
    if (this.missing.has(call.path)) return { status: 404, body: { code: -1, msg: 'no such path' } };
    const open = this.publicAnswer(call);
    if (open !== undefined) return { body: open };
    const refused = this.refusal(request, query);
    if (refused) return refused;
    const account = this.accounts.find(({ apiKey }) => apiKey === request.headers['x-mbx-apikey'])!;
    const body = this.privateAnswer(call, account);
    return body === undefined ? { status: 404, body: '<html>not found</html>' } : { body };
  }

  private publicAnswer({ path }: DoubleCall): Json {
    switch (path) {
      case '/api/v3/time':
      case '/fapi/v1/time':
        return { serverTime: this.now() };
      case '/api/v3/exchangeInfo':
        return { ...this.announced.api, symbols: this.symbols };
      case '/fapi/v1/exchangeInfo':
        return { ...this.announced.fapi, symbols: this.contracts.map((symbol) => ({ symbol })) };
      case '/api/v3/ticker/price':
        return Object.entries(this.prices).map(([symbol, price]) => ({ symbol, price }));
      default:
        return undefined;
    }
  }

  private refusal(request: IncomingMessage, query: string): Instead | null {
    const account = this.accounts.find(({ apiKey }) => apiKey === request.headers['x-mbx-apikey']);
    if (!account) return { status: 401, body: { code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' } };
    const [payload = '', signature] = query.split('&signature=');
    if (createHmac('sha256', account.secretKey).update(payload).digest('hex') !== signature)
      return { status: 400, body: { code: -1022, msg: 'Signature for this request is not valid.' } };
    const params = new URLSearchParams(payload);
    const age = this.now() - Number(params.get('timestamp'));
    if (age <= -1000 || age > Number(params.get('recvWindow') ?? 5000))
      return { status: 400, body: { code: -1021, msg: 'Timestamp for this request is outside of the recvWindow.' } };
    return null;
  }

  private privateAnswer({ path, params }: DoubleCall, account: DoubleAccount): Json {
    const number = (name: string) => Number(params.get(name) ?? 0);
    const fills = (all: Record<string, DoubleFill[]> | undefined) => {
      const from = BigInt(params.get('fromId') ?? 0);
      return (all?.[params.get('symbol') ?? ''] ?? []).filter(({ id }) => BigInt(id) >= from).slice(0, number('limit'));
    };
    const ofSymbol = (rows: Row[] | undefined) =>
      (rows ?? []).filter(({ symbol }) => !params.has('symbol') || symbol === params.get('symbol'));
    const capital = (all: Row[] | undefined, timeOf: (row: Row) => number) =>
      (all ?? [])
        .filter((row) => timeOf(row) >= number('startTime') && timeOf(row) <= number('endTime'))
        .sort((a, b) => timeOf(b) - timeOf(a))
        .slice(number('offset'), number('offset') + number('limit'));
    const within = (all: Row[] | undefined, time: string) =>
      (all ?? []).filter((row) => Number(row[time]) >= number('startTime') && Number(row[time]) <= number('endTime'));
    switch (path) {
      case '/sapi/v1/asset/transfer': {
        const rows = within(account.transfers, 'timestamp').filter(({ type }) => type === params.get('type'));
        return { total: rows.length, rows: rows.slice((number('current') - 1) * number('size'), number('current') * number('size')) };
      }
      case '/sapi/v1/asset/dribblet': {
        const sweeps = within(account.dust, 'operateTime');
        return { total: sweeps.length, userAssetDribblets: sweeps.slice(-100) };
      }
      case '/sapi/v1/asset/assetDividend': {
        const rows = within(account.dividends, 'divTime').sort((a, b) => Number(b['divTime']) - Number(a['divTime']));
        return { total: rows.length, rows: rows.slice(0, number('limit')) };
      }
      case '/sapi/v1/convert/tradeFlow': {
        const list = within(account.conversions, 'createTime').sort((a, b) => Number(a['createTime']) - Number(b['createTime']));
        return { list: list.slice(0, number('limit')), limit: number('limit'), moreData: list.length > number('limit') };
      }
      case '/sapi/v1/account/apiRestrictions':
        return { enableWithdrawals: false, ...(account.rights ?? { enableReading: true, ipRestrict: true }) };
      case '/api/v3/account':
        return account.account;
      case '/sapi/v1/asset/wallet/balance':
        return account.wallets ?? [];
      case '/api/v3/myTrades':
        return fills(account.spot);
      case '/fapi/v1/userTrades':
        return fills(account.futures);
      case '/fapi/v3/account':
        return { assets: account.assets ?? [] };
      case '/fapi/v3/positionRisk':
        return account.positions ?? [];
      case '/fapi/v1/openOrders':
        return ofSymbol(account.orders);
      case '/fapi/v1/openAlgoOrders':
        return ofSymbol(account.algoOrders);
      case '/fapi/v1/symbolConfig':
        return this.contracts.map((symbol) => ({ symbol, leverage: 7 }));
      case '/sapi/v1/capital/deposit/hisrec':
        return capital(account.deposits, (row) => Number(row['insertTime']));
      case '/sapi/v1/capital/withdraw/history':
        return capital(account.withdrawals, (row) => Date.parse(`${String(row['applyTime']).replace(' ', 'T')}Z`));
      default:
        return undefined;
    }
  }
}

export function spotFill(symbol: string, id: number | bigint, time: number, more: Row = {}): DoubleFill {
  return {
    symbol,
    id,
    orderId: BigInt(id) * 2n + 1n,
    price: '0.00012345',
    qty: '10.50000000',
    quoteQty: '0.00129623',
    commission: '0.01050000',
    commissionAsset: 'AAA',
    time,
    isBuyer: true,
    isMaker: false,
    ...more,
  };
}
