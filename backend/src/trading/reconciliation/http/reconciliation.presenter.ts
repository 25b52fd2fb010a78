import type { ReconciledAssetWire, ReconciliationRecord, ReconciliationWire } from '../../../platform/wire/index.js';
import type { ReconciledAssetView, ReconciliationView } from '../reconciliation.repository.js';
import type { ReconciliationStatus } from '../reconciliation.types.js';

const iso = (date: Date | null) => date?.toISOString() ?? null;

export function presentReconciledAsset({ accountId, fullName: _name, venue: _venue, ...view }: ReconciledAssetView): ReconciledAssetWire {
  return {
    id: `${accountId}:${view.kind}:${view.asset}`,
    userId: view.userId,
    kind: view.kind,
    asset: view.asset,
    opening: view.opening,
    buys: view.buys,
    sells: view.sells,
    fees: view.fees,
    deposits: view.deposits,
    withdrawals: view.withdrawals,
    transfers: view.transfers,
    converts: view.converts,
    dust: view.dust,
    dividends: view.dividends,
    earn: view.earn,
    realizedPnl: view.realizedPnl,
    funding: view.funding,
    other: view.other,
    expected: view.expected,
    reported: view.reported,
    residual: view.residual,
    residualWorth: view.residualWorth,
    status: view.status,
    reasons: view.reasons,
    hints: view.hints,
    income: view.income,
    fundingWallet: view.fundingWallet,
    openingAt: iso(view.openingAt),
    checkedSince: iso(view.checkedSince),
    residualSince: iso(view.residualSince),
    readAt: view.readAt.toISOString(),
    methodologyVersion: view.methodologyVersion,
  };
}

export function presentReconciliationRecord(view: ReconciledAssetView): ReconciliationRecord {
  return { ...presentReconciledAsset(view), fullName: view.fullName, venue: view.venue };
}

export function presentReconciliation({
  userId,
  venue,
  readAt,
  reconciledAt,
  notes,
  assets,
  days,
}: ReconciliationView): ReconciliationWire {
  const count = (status: ReconciliationStatus) => assets.filter((asset) => asset.status === status).length;
  return {
    userId,
    venue,
    readAt: iso(readAt),
    reconciledAt: iso(reconciledAt),
    counts: { balanced: count('balanced'), explained: count('explained'), open: count('open'), unavailable: count('unavailable') },
    notes,
    assets: assets.map(presentReconciledAsset),
    days: days.map(({ counts, readAt: read, ...day }) => ({ ...day, readAt: read.toISOString(), ...counts })),
  };
}
