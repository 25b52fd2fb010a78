import { plainDecimal } from '../../../platform/domain/scaled.js';
import type { FundRedemptionDetailWire, FundRedemptionWire, OpenRedemptionsWire } from '../../../platform/wire/index.js';
import type { ChecklistItem, RedemptionLife, RedemptionState, RedemptionView } from '../redemption-life.rules.js';
import type { OpenRedemption } from '../redemption.repository.js';

const plainOrNull = (amount: string | null): string | null => (amount === null ? null : plainDecimal(amount));

const presentItem = ({ item, isDone, isChecked, ticked }: ChecklistItem) => ({
  item,
  isDone,
  isChecked,
  doneAt: isDone ? (ticked?.at.toISOString() ?? null) : null,
});

export const presentRedemption = (life: RedemptionLife): FundRedemptionWire => ({
  ...life.view,
  state: life.state,
  requested: plainOrNull(life.requested),
  isFull: life.isFull,
  acknowledgedAt: life.acknowledged?.at.toISOString() ?? null,
  settledAt: life.settled?.at.toISOString() ?? null,
  checklist: life.checklist.map(presentItem),
});

/** What a request would lead to. `requested`: null is everything. */
export const presentPreview = (view: RedemptionView, requested: string | null): FundRedemptionWire => ({
  ...view,
  state: 'requested',
  requested: plainOrNull(requested),
  isFull: requested === null,
  acknowledgedAt: null,
  settledAt: null,
  checklist: [],
});

/** For the console: with the names of the team, and what may be done. */
export const presentRedemptionDetail = (life: RedemptionLife): FundRedemptionDetailWire => ({
  ...presentRedemption(life),
  acknowledgedBy: life.acknowledged?.by ?? null,
  settledBy: life.settled?.by ?? null,
  checklist: life.checklist.map((one) => ({ ...presentItem(one), doneBy: one.isDone ? (one.ticked?.by ?? null) : null })),
  may: life.may,
});

export const presentOpen = ({
  rows,
  total,
}: {
  rows: readonly (OpenRedemption & { state: RedemptionState })[];
  total: number;
}): OpenRedemptionsWire => ({
  count: total,
  rows: rows.map(({ mandateId, fullName, requested, state, view }) => ({
    id: view.id,
    mandateId,
    fullName,
    state,
    dealingDay: view.dealingDay,
    requested: plainOrNull(requested),
    amount: view.amount,
  })),
});
