import { repeatedValues, type FieldProblem } from '../../platform/domain/case-problems.schema.js';
import { attribute, inFillOrder, inSignalOrder } from './attribution.rules.js';
import type { ClubShareFile } from './club-share-case.schema.js';

/** Returns what contradicts another field. */
export function clubShareProblems(file: ClubShareFile): FieldProblem[] {
  const problems = [...periodProblems(file), ...issuedProblems(file), ...signalProblems(file), ...idProblems(file)];
  return problems.length > 0 ? problems : disputeProblems(file);
}

function periodProblems({ config: { periods } }: ClubShareFile): FieldProblem[] {
  const problems = periods.flatMap(({ from, to }, n): FieldProblem[] => [
    ...(to <= from ? [{ path: ['config', 'periods', n, 'to'], message: 'Give a time after the start of the period' }] : []),
    ...(n > 0 && from < periods[n - 1]!.to
      ? [{ path: ['config', 'periods', n, 'from'], message: 'Give periods in order of time: this one starts before the last one ends' }]
      : []),
  ]);
  problems.push(
    ...repeatedValues(
      periods.map(({ name }) => name),
      (n) => ['config', 'periods', n, 'name'],
    ),
  );
  return problems;
}

function issuedProblems({ config: { periods }, members }: ClubShareFile): FieldProblem[] {
  const names = new Set(periods.map(({ name }) => name));
  return members.flatMap(({ issued }, m) => {
    const at = (n: number): FieldProblem['path'] => ['members', m, 'issued', n, 'period'];
    return [
      ...issued.flatMap(({ period }, n) => (names.has(period) ? [] : [{ path: at(n), message: `There is no period ${period}` }])),
      ...repeatedValues(
        issued.map(({ period }) => period),
        at,
      ),
    ];
  });
}

function signalProblems({ signals, manager }: ClubShareFile): FieldProblem[] {
  return signals.flatMap(({ publishedAt, entryUntil, modelEntry, recommendedQty }, n): FieldProblem[] => [
    ...(entryUntil < publishedAt ? [{ path: ['signals', n, 'entryUntil'], message: 'Give a time after the publication' }] : []),
    ...(manager && modelEntry !== null && recommendedQty === null
      ? [{ path: ['signals', n, 'recommendedQty'], message: 'Give the quantity: the follow rate of the manager needs it' }]
      : []),
  ]);
}

function idProblems({ signals, members, manager }: ClubShareFile): FieldProblem[] {
  const ids = (list: readonly { id: string }[], ...path: FieldProblem['path']) =>
    repeatedValues(
      list.map(({ id }) => id),
      (n) => [...path, n, 'id'],
    );
  return [
    ...ids(signals, 'signals'),
    ...ids(members, 'members'),
    ...members.flatMap(({ fills }, n) => ids(fills, 'members', n, 'fills')),
    ...ids(manager?.fills ?? [], 'manager', 'fills'),
  ];
}

function disputeProblems({ config, signals, members }: ClubShareFile): FieldProblem[] {
  const ordered = inSignalOrder(signals);
  return members.flatMap(({ fills, disputes }, m) => {
    if (disputes.length === 0) return [];
    const { lines } = attribute(ordered, inFillOrder(fills), config.entryBand);
    const names = new Set(lines.map(({ entry, exit }) => nameOf(entry.id, exit.id)));
    const at = (n: number, ...field: string[]) => ['members', m, 'disputes', n, ...field];
    const problems = disputes.flatMap(({ entry, exit, state, resolvedAt }, n): FieldProblem[] => [
      ...(names.has(nameOf(entry, exit))
        ? []
        : [{ path: at(n, 'entry'), message: `There is no line with the entry ${entry} and the exit ${exit}` }]),
      ...(state === 'open' && resolvedAt !== null ? [{ path: at(n, 'resolvedAt'), message: 'An open dispute has no such time' }] : []),
      ...(state === 'upheld' && resolvedAt === null ? [{ path: at(n, 'resolvedAt'), message: 'Give the time of the decision' }] : []),
    ]);
    problems.push(
      ...repeatedValues(
        disputes.map(({ entry, exit }) => nameOf(entry, exit)),
        (n) => at(n),
      ),
    );
    return problems;
  });
}

const nameOf = (entry: string, exit: string): string => JSON.stringify([entry, exit]);
