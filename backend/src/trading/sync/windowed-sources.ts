import { deposits, futuresTrades, spotTrades, walletMovements, withdrawals } from '../history/index.js';
import type {
  DepositRow,
  FillsByTime,
  FuturesTradeRow,
  MovementKind,
  MovementList,
  SpotTradeRow,
  WalletMovementRow,
  WithdrawalRow,
} from '../venues/index.js';
import { isFunded, oldestMovement, oldestOpen, oldestStored } from './earliest-activity.query.js';
import type { SyncContext } from './sync-context.js';
import { WindowedReader } from './windowed.reader.js';

const DAY_MS = 86_400_000;
/** Deposits and withdrawals are read again for this time after they appeared, whatever their status. */
const SETTLE_MS = 2 * DAY_MS;
/** Estimated weights of a page; deposits and withdrawals have generous limits of their own. */
const CAPITAL_WEIGHT = 0.2;
const FILLS_WEIGHT = 5;

export function depositsOf(context: SyncContext): WindowedReader<DepositRow> {
  const { em, accountId, client, history, plan } = context;
  return new WindowedReader(context, {
    ...capitalOf(context, 'deposits'),
    table: deposits,
    isExpected: () => isFunded(em, accountId),
    page: (window, cursor) => (plan.first ? history : client).deposits(window, cursor),
  });
}

export function withdrawalsOf(context: SyncContext): WindowedReader<WithdrawalRow> {
  const { client, history, plan } = context;
  return new WindowedReader(context, {
    ...capitalOf(context, 'withdrawals'),
    table: withdrawals,
    page: (window, cursor) => (plan.first ? history : client).withdrawals(window, cursor),
  });
}

/** Wallet movements of one kind, read in full runs and where nothing else explains a balance change. */
export function movementsOf(context: SyncContext, kind: MovementKind, list: MovementList): WindowedReader<WalletMovementRow> {
  const { em, accountId, client, history, plan } = context;
  return new WindowedReader(context, {
    dataset: `movements_${kind}`,
    table: walletMovements,
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

/** Spot fills of all symbols, where the venue lists them by time. */
export function spotFillsOf(context: SyncContext, fills: FillsByTime): WindowedReader<SpotTradeRow> {
  return new WindowedReader(context, {
    ...fillsOf(context, 'spot_trades', fills),
    reachMs: context.client.facts.reach.spotTrades,
    table: spotTrades,
    page: (window, cursor) => fills.spot(window, cursor),
  });
}

/** Futures fills of all contracts. */
export function futuresFillsOf(context: SyncContext, fills: FillsByTime): WindowedReader<FuturesTradeRow> {
  return new WindowedReader(context, {
    ...fillsOf(context, 'futures_trades', fills),
    reachMs: context.client.facts.reach.futuresTrades,
    table: futuresTrades,
    page: (window, cursor) => fills.futures(window, cursor),
  });
}

/** What deposits and withdrawals have in common. */
function capitalOf({ em, accountId, client }: SyncContext, dataset: 'deposits' | 'withdrawals') {
  const { capitalWindowMs: windowMs, reach } = client.facts;
  return {
    dataset,
    renews: true,
    windowMs,
    reachMs: reach.capital,
    settleMs: SETTLE_MS,
    oldestOpen: (since: Date) => oldestOpen(em, accountId, dataset, since),
    oldestStored: () => oldestStored(em, accountId, dataset),
    weight: CAPITAL_WEIGHT,
  };
}

/** What fills of both markets have in common. */
function fillsOf({ em, accountId }: SyncContext, dataset: 'spot_trades' | 'futures_trades', { windowMs }: FillsByTime) {
  return { dataset, renews: false, windowMs, settleMs: 0, oldestStored: () => oldestStored(em, accountId, dataset), weight: FILLS_WEIGHT };
}
