import { repeatedValues, type FieldProblem } from '../../platform/domain/case-problems.schema.js';
import { toCents } from '../../platform/domain/cents.rules.js';
import { closeOf, dayOf, dayText, isMidnight, monthEnd, nextMidnight, parseDay, parseMonth, startOf } from './fund-calendar.rules.js';
import type { FundCaseFile } from './fund-case.schema.js';
import type { Day, FundCase, InvoiceKind } from './fund-fees.types.js';
import { noticeOf } from './fund-redemptions.rules.js';

/** A longer history would be a mistake in a date. */
const MAX_DAYS = 36_525;

/** Converts a case without problems. */
export function fundCaseOf({ terms, mandate, valuations, redemptions, crystallisations, issued, ...file }: FundCaseFile): FundCase {
  return {
    terms,
    currency: mandate.currency,
    startsAt: nextMidnight(mandate.countersignedAt),
    untilAt: startOf(dayOf(untilOf({ valuations, until: file.until }))),
    valuations: valuations.map(({ at, state, equity }) => ({ at, state, equity: state === 'known' ? (equity ?? null) : null })),
    flows: file.flows.map((flow) => ({ ...flow, equityBefore: flow.equityBefore ?? null })),
    payments: file.payments,
    redemptions: redemptions.map((one) => ({ ...one, cancelledAt: one.cancelledAt ?? null })),
    crystallisations: crystallisations ?? null,
    issued: issued.map(({ kind, period, amount }) => ({ kind, period, endsAt: periodEnd(kind, period)!, cents: toCents(amount) })),
  };
}

const untilOf = ({ valuations, until }: Pick<FundCaseFile, 'valuations' | 'until'>): number =>
  until ?? valuations.reduce((last, { at }) => Math.max(last, at), -Infinity);

/** Returns 00:00 after `2026-01` (management) or `2026-12-31` (performance); null for another text. */
function periodEnd(kind: InvoiceKind, period: string): number | null {
  const first = kind === 'management' ? parseMonth(period) : parseDay(period);
  if (first === null) return null;
  return kind === 'management' ? monthEnd(first) : closeOf(first);
}

/** Returns what contradicts the start of the mandate or another field. */
export function fundCaseProblems(file: FundCaseFile): FieldProblem[] {
  const startsAt = nextMidnight(file.mandate.countersignedAt);
  return [
    ...valuationProblems(file, startsAt),
    ...untilProblems(file, startsAt),
    ...earlyProblems(file, startsAt),
    ...redemptionProblems(file),
    ...issuedProblems(file, startsAt),
  ];
}

function valuationProblems({ valuations }: FundCaseFile, startsAt: number): FieldProblem[] {
  const problems = valuations.flatMap(({ at, equity, state }, n): FieldProblem[] => [
    ...(isMidnight(at) ? [] : [{ path: ['valuations', n, 'at'], message: 'Give a valuation at 00:00 UTC' }]),
    ...(state === 'known' && equity == null
      ? [{ path: ['valuations', n, 'equity'], message: 'Give the equity, or the state "estimated" or "missing"' }]
      : []),
  ]);
  problems.push(
    ...repeatedValues(
      valuations.map(({ at }) => at),
      (n) => ['valuations', n, 'at'],
    ),
  );
  const opening = valuations.find(({ at }) => at === startsAt);
  if (opening?.state !== 'known' || opening.equity == null || opening.equity <= 0n)
    problems.push({ path: ['valuations'], message: `The mandate needs a known equity above 0 at its start, ${timeText(startsAt)}` });
  return problems;
}

function untilProblems(file: FundCaseFile, startsAt: number): FieldProblem[] {
  const until = untilOf(file);
  if (file.until != null && until < startsAt) return [{ path: ['until'], message: beforeStart(startsAt) }];
  if (until - startsAt <= startOf(MAX_DAYS)) return [];
  return [{ path: file.until == null ? ['valuations'] : ['until'], message: `Give at most ${MAX_DAYS} days` }];
}

const timeText = (at: number) => new Date(at).toISOString();
const beforeStart = (startsAt: number) => `This is before the start of the mandate, ${timeText(startsAt)}`;

function earlyProblems(file: FundCaseFile, startsAt: number): FieldProblem[] {
  const first: Day = dayOf(startsAt);
  const times = [
    ...file.valuations.map(({ at }, n) => ({ at, path: ['valuations', n, 'at'] })),
    ...file.flows.map(({ at }, n) => ({ at, path: ['flows', n, 'at'] })),
    ...file.payments.map(({ at }, n) => ({ at, path: ['payments', n, 'at'] })),
    ...file.redemptions.map(({ requestedAt }, n) => ({ at: requestedAt, path: ['redemptions', n, 'requestedAt'] })),
  ];
  return [
    ...times.filter(({ at }) => at < startsAt).map(({ path }) => ({ path, message: beforeStart(startsAt) })),
    ...(file.crystallisations ?? []).flatMap((day, n) =>
      day < first ? [{ path: ['crystallisations', n], message: `The mandate starts on ${dayText(first)}` }] : [],
    ),
  ];
}

function redemptionProblems({ redemptions, terms }: FundCaseFile): FieldProblem[] {
  const problems = redemptions.flatMap(({ requestedAt, cancelledAt }, n): FieldProblem[] => {
    if (cancelledAt == null) return [];
    const { lockedAt } = noticeOf(requestedAt, terms);
    if (cancelledAt >= requestedAt && cancelledAt < lockedAt) return [];
    return [{ path: ['redemptions', n, 'cancelledAt'], message: `Give a time from the request to its lock, ${timeText(lockedAt)}` }];
  });
  if (redemptions.length > 0 && terms.method === 'gross-high-water-mark')
    problems.push({ path: ['redemptions'], message: 'The method "gross-high-water-mark" (terms.method) has no redemptions' });
  problems.push(
    ...repeatedValues(
      redemptions.map(({ id }) => id),
      (n) => ['redemptions', n, 'id'],
    ),
  );
  return problems;
}

function issuedProblems({ issued }: FundCaseFile, startsAt: number): FieldProblem[] {
  const problems = issued.flatMap(({ kind, period }, n): FieldProblem[] => {
    const path = ['issued', n, 'period'];
    const endsAt = periodEnd(kind, period);
    if (endsAt === null)
      return [{ path, message: kind === 'management' ? 'Give a month, like "2026-01"' : 'Give a day, like "2026-12-31"' }];
    return endsAt <= startsAt ? [{ path, message: beforeStart(startsAt) }] : [];
  });
  problems.push(
    ...repeatedValues(
      issued.map(({ kind, period }) => `${kind} ${period}`),
      (n) => ['issued', n, 'period'],
    ),
  );
  return problems;
}
