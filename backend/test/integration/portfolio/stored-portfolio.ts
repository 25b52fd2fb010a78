import { randomUUID } from 'node:crypto';
import { METHODOLOGY_VERSION } from '../../../src/trading/portfolio/portfolio.entities.js';
import type { StoredPast } from '../../../src/trading/portfolio/store/index.js';
import type { TestApi } from '../../support/test-app.js';

export interface StoredDay {
  day: string;
  equity: string | null;
  index: string | null;
  inflow?: string;
  outflow?: string;
  dayReturn?: string | null;
  funding?: string | null;
  segment?: number;
  btcPrice?: string | null;
  flags?: string[];
}

export interface StoredFlow {
  id: string;
  kind: string;
  at: string;
  asset?: string;
  quantity: string;
  value: string | null;
}

/** An exchange account of somebody, with nothing computed yet. */
export async function storedAccount(api: TestApi, userId: string, { isCurrent = true } = {}): Promise<string> {
  const id = randomUUID();
  await api.em().execute(
    `insert into exchange_accounts (id, user_id, venue, key_hint, fingerprint, key_state, is_current) values (?, ?, 'binance', 'ey-1',
        ?, 'valid', ?)`,
    [id, userId, Buffer.from(id), isCurrent],
  );
  return id;
}

/** What the worker would have stored of an account. */
export async function storedPortfolio(
  api: TestApi,
  accountId: string,
  {
    days,
    flows = [],
    readAt = `${days.at(-1)?.day}T14:00:00Z`,
    past = { from: null, limit: null, futuresFrom: null, fundingFrom: null, capitalFrom: 0, settledAt: Date.parse(readAt) },
  }: { days: readonly StoredDay[]; flows?: readonly StoredFlow[]; readAt?: string; past?: StoredPast },
): Promise<void> {
  const em = api.em();
  const last = days.at(-1);
  await em.execute(
    `insert into portfolio_states (account_id, read_at, computed_at, first_day, reported, equity, unrealised, methodology_version,
      complete_from, past) values (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
    [
      accountId,
      readAt,
      readAt,
      days[0]?.day,
      last?.equity,
      last?.equity,
      METHODOLOGY_VERSION,
      days.find(({ flags = [] }) => !flags.includes('incomplete'))?.day ?? null,
      JSON.stringify(past),
    ],
  );
  for (const {
    day,
    equity,
    index,
    inflow = '0',
    outflow = '0',
    dayReturn = null,
    segment = 1,
    btcPrice = null,
    flags = [],
    funding = '-0.05',
  } of days) {
    await em.execute(
      `insert into portfolio_days (account_id, day, equity, spot, futures, unrealised, inflow, outflow, realised, fees, funding,
        day_return, "index", index_high, index_low, day_fall, drawdown, segment, btc_price, flags)
       values (?, ?, ?, ?, '0', '0', ?, ?, '1', '0.25', ?, ?, ?, ?, ?, ?, '0', ?, ?, ?)`,
      [
        accountId,
        day,
        equity,
        equity,
        inflow,
        outflow,
        funding,
        dayReturn,
        index,
        index,
        index,
        index === null ? null : '0',
        segment,
        btcPrice,
        JSON.stringify(flags),
      ],
    );
  }
  for (const { id, kind, at, asset = 'USDT', quantity, value } of flows) {
    await em.execute(
      'insert into portfolio_flows (account_id, kind, id, at, asset, quantity, price, value) values (?, ?, ?, ?, ?, ?, ?, ?)',
      [accountId, kind, id, at, asset, quantity, value === null ? null : '1', value],
    );
  }
}
