import { deposits, futuresTrades, spotTrades, walletMovements, withdrawals } from '../history/tables.js';
import type {
  DepositRow,
  FillsByTime,
  FuturesTradeRow,
  MovementKind,
  MovementList,
  SpotTradeRow,
  WalletMovementRow,
  WithdrawalRow,
} from '../port/index.js';
import { isFunded, oldestMovement, oldestOpen, oldestStored } from './earliest-activity.query.js';
import type { SyncContext } from './sync-context.js';
import { WindowedReader } from './windowed-reader.js';

const DAY_MS = 86_400_000;
/** Rows of deposits and withdrawals are read again this long after they appeared, whatever their status says. */
const SETTLE_MS = 2 * DAY_MS;
/** What a page costs, about; deposits and withdrawals have wide limits of their own. */
const CAPITAL_WEIGHT = 0.2;
const FILLS_WEIGHT = 5;

export function depositsOf(context: SyncContext): WindowedReader<DepositRow> {
  const { em, accountId, client, history, plan } = context;
  const { capitalWindowMs: windowMs, reach } = client.facts;
  return new WindowedReader(context, {
    dataset: 'deposits',
    table: deposits,
    timeOf: ({ insertedAt }) => insertedAt,
    renews: true,
    windowMs,
    reachMs: reach.capital,
    settleMs: SETTLE_MS,
    oldestOpen: (since) => oldestOpen(em, accountId, 'deposits', since),
    isExpected: () => isFunded(em, accountId),
    oldestStored: () => oldestStored(em, accountId, 'deposits'),
    page: (window, cursor) => (plan.first ? history : client).deposits(window, cursor),
    weight: CAPITAL_WEIGHT,
  });
}

export function withdrawalsOf(context: SyncContext): WindowedReader<WithdrawalRow> {
  const { em, accountId, client, history, plan } = context;
  const { capitalWindowMs: windowMs, reach } = client.facts;
  return new WindowedReader(context, {
    dataset: 'withdrawals',
    table: withdrawals,
    timeOf: ({ appliedAt }) => appliedAt,
    renews: true,
    windowMs,
    reachMs: reach.capital,
    settleMs: SETTLE_MS,
    oldestOpen: (since) => oldestOpen(em, accountId, 'withdrawals', since),
    oldestStored: () => oldestStored(em, accountId, 'withdrawals'),
    page: (window, cursor) => (plan.first ? history : client).withdrawals(window, cursor),
    weight: CAPITAL_WEIGHT,
  });
}

/** Wallet movements of one kind. They are asked for in whole rounds, and where a balance moved that nothing else explains. */
export function movementsOf(context: SyncContext, kind: MovementKind, list: MovementList): WindowedReader<WalletMovementRow> {
  const { em, accountId, client, history, plan } = context;
  return new WindowedReader(context, {
    dataset: `movements_${kind}`,
    table: walletMovements,
    timeOf: ({ time }) => time,
    renews: false,
    windowMs: list.windowMs,
    reachMs: list.reachMs,
    since: list.since,
    settleMs: SETTLE_MS,
    onDemand: true,
    oldestStored: () => oldestMovement(em, accountId, kind),
    page: async (window, cursor) => (await (plan.first ? history : client).movements(kind, window, cursor)) ?? { rows: [], next: null },
    weight: CAPITAL_WEIGHT,
  });
}

/** Spot fills of all symbols together, where the venue tells them by time. */
export function spotFillsOf(context: SyncContext, fills: FillsByTime): WindowedReader<SpotTradeRow> {
  const { em, accountId, client } = context;
  return new WindowedReader(context, {
    dataset: 'spot_trades',
    table: spotTrades,
    timeOf: ({ time }) => time,
    renews: false,
    windowMs: fills.windowMs,
    reachMs: client.facts.reach.spotTrades,
    settleMs: 0,
    oldestStored: () => oldestStored(em, accountId, 'spot_trades'),
    page: (window, cursor) => fills.spot(window, cursor),
    weight: FILLS_WEIGHT,
  });
}

/** Futures fills of all contracts together. */
export function futuresFillsOf(context: SyncContext, fills: FillsByTime): WindowedReader<FuturesTradeRow> {
  const { em, accountId, client } = context;
  return new WindowedReader(context, {
    dataset: 'futures_trades',
    table: futuresTrades,
    timeOf: ({ time }) => time,
    renews: false,
    windowMs: fills.windowMs,
    reachMs: client.facts.reach.futuresTrades,
    settleMs: 0,
    oldestStored: () => oldestStored(em, accountId, 'futures_trades'),
    page: (window, cursor) => fills.futures(window, cursor),
    weight: FILLS_WEIGHT,
  });
}
