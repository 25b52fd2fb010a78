import {
  VenueRejected,
  WireShape,
  type CursorPage,
  type MovementKind,
  type MovementList,
  type TimeWindow,
  type WalletMovementRow,
  type WalletName,
} from '../../port/index.js';
import { wireRow, type Call, type WireRow } from '../ccxt/index.js';
import { firstWithRows } from '../pages.js';
import { endpoints, type BinanceEndpoint } from './endpoints.js';

const DAY_MS = 86_400_000;
const TRANSFER_PAGE = 100;
/** The venue lists the latest hundred sweeps of what is asked for. */
const DUST_PAGE = 100;
const DIVIDEND_PAGE = 500;
const CONVERT_PAGE = 1000;
const MAX_PAGES = 1000;
/** Small balances became BNB before the venue named what they became. */
const SWEPT_INTO = 'BNB';

export const movementLists: Readonly<Record<MovementKind, MovementList>> = {
  // Six months: a little less, so that no row is on the edge. No longest window is documented.
  transfer: { windowMs: 30 * DAY_MS, reachMs: 178 * DAY_MS },
  dust: { windowMs: 365 * DAY_MS, reachMs: null, since: new Date('2020-12-01T00:00:00Z') },
  // A page costs 3,000 of the account's 180,000 a minute, and covers thirty days.
  convert: { windowMs: 30 * DAY_MS, reachMs: null, slow: true },
  dividend: { windowMs: 180 * DAY_MS, reachMs: null },
};

/** The venue lists one direction at a time, by these names. */
const directions: readonly { type: string; from: WalletName; to: WalletName }[] = [
  { type: 'MAIN_UMFUTURE', from: 'spot', to: 'futures' },
  { type: 'UMFUTURE_MAIN', from: 'futures', to: 'spot' },
  { type: 'MAIN_FUNDING', from: 'spot', to: 'funding' },
  { type: 'FUNDING_MAIN', from: 'funding', to: 'spot' },
  { type: 'FUNDING_UMFUTURE', from: 'funding', to: 'futures' },
  { type: 'UMFUTURE_FUNDING', from: 'futures', to: 'funding' },
];

type Read = (call: Call<BinanceEndpoint>, window: TimeWindow, cursor: string | null) => Promise<CursorPage<WalletMovementRow>>;

/** One page of completed movements of one kind. */
export function movementPage(
  call: Call<BinanceEndpoint>,
  kind: MovementKind,
  window: TimeWindow,
  cursor: string | null,
): Promise<CursorPage<WalletMovementRow>> {
  return firstWithRows(cursor, (from) => readers[kind](call, window, from));
}

const readers: Readonly<Record<MovementKind, Read>> = { transfer: transfers, dust, convert: conversions, dividend: dividends };

/** Directions one after the other, each by numbered pages: the cursor is `direction:page`. */
async function transfers(call: Call<BinanceEndpoint>, { from, to }: TimeWindow, cursor: string | null) {
  const { path } = endpoints.transfers;
  const [, index = '0', number = '1'] = cursor === null ? [] : (/^(\d):(\d{1,4})$/.exec(cursor) ?? refuse(path));
  const direction = directions[Number(index)] ?? refuse(path);
  const page = Number(number);
  const params = { type: direction.type, startTime: from.getTime(), endTime: to.getTime(), current: page, size: TRANSFER_PAGE };
  const answer = wireRow(path, await call(endpoints.transfers, params));
  // A history without rows comes without its list.
  const listed = answer.has('rows') ? answer.rows('rows') : [];
  const more = listed.length > 0 && answer.integer('total') > page * TRANSFER_PAGE;
  if (more && page >= MAX_PAGES) throw new WireShape(path, 'a list that does not end');
  const following = Number(index) + 1 < directions.length ? `${Number(index) + 1}:1` : null;
  return {
    rows: listed.filter((row) => row.text('status') === 'CONFIRMED').map((row) => transferRow(row, direction)),
    next: more ? `${index}:${page + 1}` : following,
  };
}

/** The latest sweeps of the window first: what is older than a full list is asked for up to its oldest. */
async function dust(call: Call<BinanceEndpoint>, window: TimeWindow, cursor: string | null) {
  const { path } = endpoints.dust;
  const within = narrowed(window, cursor, path);
  const sweeps = wireRow(path, await call(endpoints.dust, boundsOf(within))).rows('userAssetDribblets');
  const times = sweeps.map((sweep) => sweep.time('operateTime'));
  return { rows: sweeps.flatMap(dustRows), next: sweeps.length < DUST_PAGE ? null : before(within, times, path) };
}

/** The newest of the window first. */
async function dividends(call: Call<BinanceEndpoint>, window: TimeWindow, cursor: string | null) {
  const { path } = endpoints.dividends;
  const within = narrowed(window, cursor, path);
  const listed = wireRow(path, await call(endpoints.dividends, { ...boundsOf(within), limit: DIVIDEND_PAGE })).rows('rows');
  const times = listed.map((row) => row.time('divTime'));
  return { rows: listed.map(dividendRow), next: listed.length < DIVIDEND_PAGE ? null : before(within, times, path) };
}

/** In an order that the venue does not document: what is left of the window lies behind the last row of a page, or before it. */
async function conversions(call: Call<BinanceEndpoint>, window: TimeWindow, cursor: string | null) {
  const { path } = endpoints.convertTrades;
  const within = narrowed(window, cursor, path);
  const answer = wireRow(path, await call(endpoints.convertTrades, { ...boundsOf(within), limit: CONVERT_PAGE }));
  const listed = answer.has('list') ? answer.rows('list') : [];
  const times = listed.map((row) => row.time('createTime'));
  const more = answer.has('moreData') && answer.flag('moreData');
  const rises = times.length > 0 && times.at(-1)! > times[0]!;
  const next = more ? (rises ? behind(within, times, path) : before(within, times, path)) : null;
  return { rows: listed.filter((row) => row.text('orderStatus') === 'SUCCESS').map(conversionRow), next };
}

function transferRow(row: WireRow, { from, to }: { from: WalletName; to: WalletName }): WalletMovementRow {
  const moved = { asset: row.text('asset'), amount: row.decimal('amount') };
  return {
    kind: 'transfer',
    id: row.id('tranId'),
    time: row.time('timestamp'),
    from: { wallet: from, ...moved },
    to: { wallet: to, ...moved },
  };
}

/** A row for each coin of a sweep. `transferedAmount` is what came in, after the venue's charge. */
function dustRows(sweep: WireRow): WalletMovementRow[] {
  const time = sweep.time('operateTime');
  const id = sweep.id('transId');
  return sweep.rows('userAssetDribbletDetails').map((row): WalletMovementRow => ({
    kind: 'dust',
    id: `${id}:${row.text('fromAsset')}`,
    time,
    from: { wallet: 'spot', asset: row.text('fromAsset'), amount: row.decimal('amount') },
    to: { wallet: 'spot', asset: row.textOr('targetAsset', SWEPT_INTO), amount: row.decimal('transferedAmount') },
  }));
}

/** Direction 1, or none: handed out. Anything else was taken back. */
function dividendRow(row: WireRow): WalletMovementRow {
  const moved = { wallet: 'spot' as const, asset: row.text('asset'), amount: row.decimal('amount') };
  const given = !row.has('direction') || row.integer('direction') === 1;
  return { kind: 'dividend', id: row.id('id'), time: row.time('divTime'), from: given ? null : moved, to: given ? moved : null };
}

function conversionRow(row: WireRow): WalletMovementRow {
  return {
    kind: 'convert',
    id: row.id('orderId'),
    time: row.time('createTime'),
    from: { wallet: 'spot', asset: row.text('fromAsset'), amount: row.decimal('fromAmount') },
    to: { wallet: 'spot', asset: row.text('toAsset'), amount: row.decimal('toAmount') },
  };
}

const boundsOf = ({ from, to }: TimeWindow) => ({ startTime: from.getTime(), endTime: to.getTime() });

/**
 * The cursor is what is left of the window, `from-to`, both included: rows of the moment in which a page ends come again with the next one.
 */
function narrowed(window: TimeWindow, cursor: string | null, path: string): TimeWindow {
  if (cursor === null) return window;
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(cursor) ?? refuse(path);
  return { from: new Date(Number(from)), to: new Date(Number(to)) };
}

function before({ from, to }: TimeWindow, times: readonly Date[], path: string): string {
  const oldest = Math.min(...times.map((time) => time.getTime()));
  if (!(oldest >= from.getTime() && oldest < to.getTime())) throw new WireShape(path, 'a page that does not go on');
  return `${from.getTime()}-${oldest}`;
}

function behind({ from, to }: TimeWindow, times: readonly Date[], path: string): string {
  const newest = Math.max(...times.map((time) => time.getTime()));
  if (!(newest > from.getTime() && newest <= to.getTime())) throw new WireShape(path, 'a page that does not go on');
  return `${newest}-${to.getTime()}`;
}

function refuse(path: string): never {
  throw new VenueRejected(path, 0, null, 'no such page');
}
