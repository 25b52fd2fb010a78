import { Decimal } from '../../platform/domain/index.js';
import type { FuturesLine } from './futures-lines.sql.js';
import type { AssetLine, ReconciledAsset, ReconciliationStatus, Remark } from './reconciliation.types.js';
import { day, remark } from './remark.messages.js';
import type { SpotLine } from './spot-lines.sql.js';
import { spotHints, spotReasons, type SpotEvidence } from './spot-reasons.rules.js';

/** Residuals worth less than this are dust; without a price, those of at most DUST_AMOUNT. Both are our own choice. */
export const DUST_USDT = '0.01';
export const DUST_AMOUNT = '0.00000001';
const WORTH_PLACES = 8;

export interface Evidence extends SpotEvidence {
  readAt: Date;
  /** Why this venue's balances cannot be reconciled; null: they can. */
  untold: string | null;
  /** USDT price of an asset, or null. */
  priceOf: (asset: string) => Decimal | null;
  /** Residuals of the last reconciliation, by `kind asset`. */
  previous: ReadonlyMap<string, { residual: string | null; residualSince: Date | null }>;
}

/** Judges each line's residual. Changes no figure. */
export function judge(spot: readonly SpotLine[], futures: readonly FuturesLine[], evidence: Evidence): ReconciledAsset[] {
  const stranded = spot.filter((line) => isOff(line, worthOf(line, evidence, line.price)) && evidence.withoutMarket.has(line.asset));
  return [
    ...spot.map(({ moving, price, ...line }) => {
      const worth = worthOf(line, evidence, price);
      if (line.residual === null)
        return finish(
          line,
          worth,
          evidence,
          [remark('venue-window', evidence.untold ?? 'The exchange does not provide enough data')],
          [],
          'unavailable',
        );
      const off = isOff(line, worth);
      const reasons = off ? spotReasons({ ...line, residual: line.residual }, moving, stranded, futures, evidence) : [];
      return finish(
        line,
        worth,
        evidence,
        reasons,
        spotHints(line, off && reasons.length === 0, evidence),
        off ? (reasons.length > 0 ? 'explained' : 'open') : 'balanced',
      );
    }),
    ...futures.map(({ moving, derived, ofFills, transfersBefore, ...line }) => {
      const worth = worthOf(line, evidence, null);
      const off = isOff(line, worth);
      const reasons = [
        ...(derived ? [remark('opening-derived', openingText(line, transfersBefore, evidence.readAt))] : []),
        ...(off && moving ? [remark('moving', 'The wallet changed while it was read. The next sync will settle it')] : []),
      ];
      const differs = ofFills.realizedPnl !== line.realizedPnl || ofFills.fees !== line.fees;
      const hints = differs
        ? [
            remark(
              'fills-differ',
              `The stored fills add up to ${ofFills.realizedPnl} of realised profit and ${ofFills.fees} of commission, the journal to ` +
                `${line.realizedPnl} and ${line.fees}`,
            ),
          ]
        : [];
      return finish(line, worth, evidence, reasons, hints, off || derived ? (reasons.length > 0 ? 'explained' : 'open') : 'balanced');
    }),
  ];
}

/** A futures wallet whose journal was never read up to a reading. */
export function unreadWallet(asset: string, reported: string, readAt: Date): ReconciledAsset {
  return {
    kind: 'futures',
    asset,
    opening: null,
    buys: '0',
    sells: '0',
    fees: '0',
    deposits: '0',
    withdrawals: '0',
    transfers: '0',
    converts: null,
    dust: null,
    dividends: null,
    earn: '0',
    realizedPnl: '0',
    funding: '0',
    other: '0',
    expected: null,
    reported,
    residual: null,
    fundingWallet: '0',
    income: {},
    openingAt: null,
    checkedSince: null,
    residualWorth: null,
    status: 'unavailable',
    reasons: [remark('journal-behind', 'The futures journal is not fully read yet')],
    hints: [],
    residualSince: null,
    readAt,
  };
}

/** Describes the wallet's balance before its journal begins. */
function openingText({ asset, opening, openingAt }: AssetLine, transfersBefore: string, readAt: Date): string {
  const begins = openingAt ? `The futures journal begins on ${day(openingAt)}` : 'The futures journal does not reach back to the beginning';
  const known =
    new Decimal(transfersBefore).isPositive() && transfersBefore !== '0' ? `, ${transfersBefore} of it by listed transfers` : '';
  return `${begins}. The wallet held ${opening} ${asset} before${known}. Changes are checked from ${day(readAt)} on`;
}

function finish(
  line: AssetLine,
  worth: Decimal | null,
  { readAt, previous }: Evidence,
  reasons: Remark[],
  hints: Remark[],
  status: ReconciliationStatus,
): ReconciledAsset {
  const before = previous.get(`${line.kind} ${line.asset}`);
  const same = before !== undefined && before.residual === line.residual;
  return {
    ...line,
    residualWorth: worth && worth.toDecimalPlaces(WORTH_PLACES).toFixed(),
    status,
    reasons,
    hints,
    residualSince: line.residual === null || line.residual === '0' ? null : same ? (before.residualSince ?? readAt) : readAt,
    readAt,
  };
}

function worthOf(line: AssetLine, { priceOf }: Evidence, ofBalance: string | null): Decimal | null {
  if (line.residual === null) return null;
  const residual = new Decimal(line.residual).abs();
  if (residual.isZero()) return residual;
  const price = priceOf(line.asset) ?? (ofBalance === null ? null : new Decimal(ofBalance));
  return price && residual.times(price);
}

function isOff({ residual }: AssetLine, worth: Decimal | null): boolean {
  if (residual === null) return false;
  return worth ? worth.greaterThanOrEqualTo(DUST_USDT) : new Decimal(residual).abs().greaterThan(DUST_AMOUNT);
}
