import { scaled } from '../../platform/domain/scaled.js';
import type { FundAnswer } from '../fund-fees/index.js';
import type { FundFigures } from './fund-result.repository.js';

/** What has to be done before a redemption is settled. `access_ended`: only where the client leaves with everything. */
export const settlementItems = ['positions_closed', 'fees_invoiced', 'money_free', 'access_ended'] as const;
export type SettlementItem = (typeof settlementItems)[number];
/** What an admin ticks. The system finds out about invoices, and ending our access ticks itself. */
export const tickableItems = ['positions_closed', 'money_free'] as const satisfies readonly SettlementItem[];

/** A redemption as the engine of fees judges it. */
export type RedemptionView = FundAnswer['redemptions'][number];

/** `waiting`: the money is set free, its fee waits for a valuation. */
export const redemptionStates = ['requested', 'acknowledged', 'locked', 'waiting', 'priced', 'settled', 'refused', 'cancelled'] as const;
export type RedemptionState = (typeof redemptionStates)[number];

/** A person of the team; the name is null once their account was deleted. */
export interface By {
  at: Date;
  by: string | null;
}

/** What admins recorded about a redemption. */
export interface RedemptionRecord {
  id: string;
  /** Decimal; null: everything. */
  amount: string | null;
  acknowledged: By | null;
  settled: By | null;
  ticks: ReadonlyMap<SettlementItem, By>;
}

/** Whether we can still reach a client's account, and whether another of their mandates needs it. */
export interface ClientAccess {
  /** There is an exchange key or a sealed sign-in. */
  isOpen: boolean;
  hasOtherMandate: boolean;
}

export interface ChecklistItem {
  item: SettlementItem;
  isDone: boolean;
  /** The system checks this item; no admin ticks it. */
  isChecked: boolean;
  /** Who ticked it and when; null on an item that is open or that the system checks. */
  ticked: By | null;
}

export const redemptionActs = ['acknowledge', 'tick', 'end-access', 'settle'] as const;
export type RedemptionAct = (typeof redemptionActs)[number];

/** A redemption from the request to its settlement. */
export interface RedemptionLife {
  view: RedemptionView;
  state: RedemptionState;
  requested: string | null;
  /** The client leaves with everything, and the mandate ends. */
  isFull: boolean;
  acknowledged: By | null;
  settled: By | null;
  /** Empty before the request is locked. */
  checklist: ChecklistItem[];
  /** What an admin may do now. */
  may: RedemptionAct[];
}

type Figures = Pick<FundFigures, 'crystallisations' | 'invoices'>;

/** Returns the state of a redemption: what admins recorded, laid over the state that follows from the terms. */
export function stateOf(
  { state, lockedAt }: Pick<RedemptionView, 'state' | 'lockedAt'>,
  { acknowledged, settled }: Pick<RedemptionRecord, 'acknowledged' | 'settled'>,
  now: Date,
): RedemptionState {
  // Settled is final, also where the dealing day came into doubt again.
  if (settled) return 'settled';
  if (state !== 'pending') return state;
  if (now >= new Date(lockedAt)) return 'locked';
  return acknowledged ? 'acknowledged' : 'requested';
}

/** Returns the life of a redemption at a time, by the figures of its mandate. */
export function lifeOf(view: RedemptionView, record: RedemptionRecord, figures: Figures, access: ClientAccess, now: Date): RedemptionLife {
  const state = stateOf(view, record, now);
  const isFull = leavesWithAll(view, record, figures);
  const checklist = checklistOf(state, { view, record, isFull, figures, access });
  return {
    view,
    state,
    requested: record.amount,
    isFull,
    acknowledged: record.acknowledged,
    settled: record.settled,
    checklist,
    may: redemptionActs.filter((act) => mayAct[act]({ view, state, record, checklist })),
  };
}

const mayAct: Readonly<
  Record<
    RedemptionAct,
    (one: { view: RedemptionView; state: RedemptionState; record: RedemptionRecord; checklist: readonly ChecklistItem[] }) => boolean
  >
> = {
  acknowledge: ({ view, record }) => view.state === 'pending' && record.acknowledged === null,
  tick: ({ state }) => state === 'locked' || state === 'waiting' || state === 'priced',
  // Before the price is known, the account still has to be read.
  'end-access': ({ state, checklist }) => state === 'priced' && checklist.some(({ item, isDone }) => item === 'access_ended' && !isDone),
  settle: ({ state, checklist }) => state === 'priced' && checklist.every(({ isDone }) => isDone),
};

/** A part that was asked for is everything where the account was worth no more on the dealing day. */
const leavesWithAll = ({ id }: RedemptionView, { amount }: RedemptionRecord, { crystallisations }: Figures): boolean =>
  amount === null || crystallisations.some(({ redemption, fraction }) => redemption === id && fraction === '1');

interface Facts {
  view: RedemptionView;
  record: RedemptionRecord;
  isFull: boolean;
  figures: Figures;
  access: ClientAccess;
}

function checklistOf(state: RedemptionState, { view, record, isFull, figures, access }: Facts): ChecklistItem[] {
  const { ticks } = record;
  const ticked = (item: SettlementItem): ChecklistItem => ({
    item,
    isDone: ticks.has(item),
    isChecked: false,
    ticked: ticks.get(item) ?? null,
  });
  if (state === 'settled')
    return settlementItems
      .filter((item) => ticks.has(item))
      .map((item) => (item === 'fees_invoiced' ? { item, isDone: true, isChecked: true, ticked: null } : ticked(item)));
  if (state !== 'locked' && state !== 'waiting' && state !== 'priced') return [];
  const fees = state === 'priced' && areInvoiced(figures.invoices, view.dealingDay);
  const ended = ticked('access_ended');
  return [
    ticked('positions_closed'),
    { item: 'fees_invoiced', isDone: fees, isChecked: true, ticked: null },
    ticked('money_free'),
    // Access that came back after it was ended is open again. That of another mandate is not this redemption's to end.
    ...(isFull && !access.hasOtherMandate ? [{ ...ended, isDone: ended.isDone && !access.isOpen }] : []),
  ];
}

/** Returns whether every fee of a period that ended by the dealing day is invoiced, or is nothing. */
function areInvoiced(invoices: Figures['invoices'], dealingDay: string): boolean {
  return invoices.every(
    ({ kind, period, amount, issued }) =>
      issued || scaled(amount) === 0n || period > (kind === 'management' ? dealingDay.slice(0, 7) : dealingDay),
  );
}
