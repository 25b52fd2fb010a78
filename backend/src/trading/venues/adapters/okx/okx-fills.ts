import {
  VenueRejected,
  type CursorPage,
  type FillsByTime,
  type FuturesTradeRow,
  type SpotTradeRow,
  type TimeWindow,
} from '../../port/index.js';
import type { Call, WireRow } from '../ccxt/index.js';
import { firstWithRows } from '../pages.js';
import { contractKinds, type ContractSizes } from './contract-sizes.js';
import { endpoints, type OkxEndpoint } from './endpoints.js';
import { nextBefore, rowsOf } from './envelope.js';
import { futuresTrade, spotTrade } from './rows.js';

const PAGE = 100;
const DAY_MS = 86_400_000;
/** Trades of one pair with own money and with borrowed money are two lists. */
const spotKinds = ['SPOT', 'MARGIN'] as const;

interface Page {
  kind: string;
  rows: WireRow[];
  next: string | null;
}

/**
 * Fills of all instruments of a kind, newest first, before a bill (exchange.md section 1.3). Several kinds make up a list of ours: the
 * cursor is `kind:bill`, and leads through all of them. Options are not read.
 */
export class OkxFills implements FillsByTime {
  readonly by = 'time';
  /** The venue has no longest window; shorter ones are proven one by one. */
  readonly windowMs = 30 * DAY_MS;

  constructor(
    private readonly call: Call<OkxEndpoint>,
    private readonly sizesFor: (instIds: readonly string[]) => Promise<ContractSizes>,
  ) {}

  spot(window: TimeWindow, cursor: string | null): Promise<CursorPage<SpotTradeRow>> {
    const { path } = endpoints.spotFills;
    return firstWithRows(cursor, async (from) => {
      const { kind, rows, next } = await this.#page(endpoints.spotFills, spotKinds, window, from);
      return { rows: rows.map((row) => spotTrade(row, kind, path)), next };
    });
  }

  futures(window: TimeWindow, cursor: string | null): Promise<CursorPage<FuturesTradeRow>> {
    const { path } = endpoints.futuresFills;
    return firstWithRows(cursor, async (from) => {
      const { kind, rows, next } = await this.#page(endpoints.futuresFills, contractKinds, window, from);
      const sizes = await this.sizesFor(rows.map((row) => row.text('instId')));
      return { rows: rows.map((row) => futuresTrade(row, kind, path, sizes)), next };
    });
  }

  async #page(endpoint: OkxEndpoint, kinds: readonly string[], { from, to }: TimeWindow, cursor: string | null): Promise<Page> {
    const { index, before } = placeOf(endpoint, kinds, cursor);
    const kind = kinds[index]!;
    // A millisecond more at both ends: nothing says that the ends belong to the window.
    const params = {
      instType: kind,
      begin: from.getTime() - 1,
      end: to.getTime() + 1,
      limit: PAGE,
      ...(before !== null && { after: before }),
    };
    const rows = rowsOf(endpoint.path, await this.call(endpoint, params));
    const next = nextBefore(endpoint.path, rows, 'billId', before);
    const following = kinds[index + 1];
    return { kind, rows, next: next !== null ? `${kind}:${next}` : following !== undefined ? `${following}:` : null };
  }
}

function placeOf({ path }: OkxEndpoint, kinds: readonly string[], cursor: string | null): { index: number; before: string | null } {
  if (cursor === null) return { index: 0, before: null };
  const [, kind, before] = /^([A-Z]+):(\d{0,19})$/.exec(cursor) ?? [];
  const index = kind === undefined ? -1 : kinds.indexOf(kind);
  if (index < 0) throw new VenueRejected(path, 0, null, 'no such page');
  return { index, before: before || null };
}
