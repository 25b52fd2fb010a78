import { toCents } from '../../platform/domain/cents.rules.js';
import { canonicalJson, type CanonicalValue } from '../../platform/domain/canonical-json.rules.js';
import { scaled, toDecimal } from '../../platform/domain/scaled.js';
import type { FundAnswer } from '../fund-fees/index.js';
import { proposalsOf, type ProposedInvoice, type ProposingResult } from './fee-proposals.rules.js';
import type { FundDayFigures, FundFigures, StoredFundDay } from './fund-result.repository.js';

type Statement = FundAnswer['total'];

/** Returns what contradicts itself in a statement, in words. */
function identityFaults(name: string, one: Statement): string[] {
  const { opening, deposits, withdrawals, tradingResult, feesPaidFromAccount, closing } = one;
  const { owedOpening, managementFee, performanceFee, feesPaid, owedClosing, netClosing } = one;
  const faults: string[] = [];
  if (sum(opening, deposits, tradingResult) - sum(withdrawals, feesPaidFromAccount) !== scaled(closing))
    faults.push(`${name}: its lines do not lead from the opening to the closing value`);
  if (sum(owedOpening, managementFee, performanceFee) - scaled(feesPaid) !== scaled(owedClosing))
    faults.push(`${name}: its fees do not lead from what was owed to what is`);
  if (scaled(closing) - scaled(owedClosing) !== scaled(netClosing)) faults.push(`${name}: its net value is not its value less fees owed`);
  return faults;
}

const added = [
  'deposits',
  'withdrawals',
  'tradingResult',
  'feesPaidFromAccount',
  'managementFee',
  'performanceFee',
  'feesPaid',
] as const satisfies readonly (keyof Statement)[];

/** Returns what does not add up in the statements of a mandate. `equity`: as the book of clients has it. */
export function statementFaults({ statements, total }: Pick<FundFigures, 'statements' | 'total'>, equity: string): string[] {
  const faults = statements.flatMap((one) => identityFaults(one.from.slice(0, 7), one));
  faults.push(...identityFaults('total', total));
  const last = statements.at(-1);
  if (last?.to === total.to)
    for (const name of added)
      if (sum(...statements.map((one) => one[name])) !== scaled(total[name]))
        faults.push(`${name} of the statements is not that of the total`);
  if (toCents(scaled(equity)) !== toCents(scaled(total.closing))) faults.push('the book of clients has another value');
  return faults;
}

/** Returns which stored figures are not what computing anew gives. */
export function figureFaults({ days, ...answer }: FundAnswer, stored: { figures: FundFigures; days: readonly StoredFundDay[] }): string[] {
  const faults = (Object.keys(answer) as (keyof typeof answer)[]).flatMap((name) =>
    stored.figures[name] === undefined || same(answer[name], stored.figures[name]) ? [] : [`${name}, computed anew, is another`],
  );
  if (days.length !== stored.days.length) faults.push(`it has ${stored.days.length} days in place of ${days.length}`);
  else faults.push(...days.flatMap((day, n) => (sameDay(day, stored.days[n]!) ? [] : [`${day.day}, computed anew, is another`])));
  return faults;
}

/** Returns which fees the dry run proposes and computing anew does not, or with another amount, and the other way round. */
export function proposalFaults(result: ProposingResult, stored: readonly ProposedInvoice[]): string[] {
  const text = ({ kind, period, amount, waitingDays }: ProposedInvoice) =>
    `the ${kind} fee of ${period}, $${toDecimal(scaled(amount))} with ${waitingDays} days that wait`;
  const [expected, found] = [proposalsOf(result).map(text), stored.map(text)];
  return [
    ...expected.filter((fee) => !found.includes(fee)).map((fee) => `the dry run lacks ${fee}`),
    ...found.filter((fee) => !expected.includes(fee)).map((fee) => `the dry run has ${fee}`),
  ];
}

function sameDay({ day, reason, ...figures }: FundDayFigures, stored: StoredFundDay): boolean {
  const amounts = ['equity', 'flow', 'paid', 'result', 'base', 'managementFee', 'profit', 'highWaterMark', 'owed'] as const;
  return day === stored.day && reason === stored.waiting && amounts.every((name) => sameAmount(figures[name], stored[name]));
}

const sameAmount = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : scaled(one) === scaled(other);
const same = (one: unknown, other: unknown): boolean => canonicalJson(one as CanonicalValue) === canonicalJson(other as CanonicalValue);
const sum = (...amounts: readonly string[]): bigint => amounts.reduce((all, amount) => all + scaled(amount), 0n);
