import { scaled } from '../../platform/domain/scaled.js';
import type { FundAnswer } from '../fund-fees/index.js';
import type { FundFeeKind } from './fund.entities.js';

/** A fee of a finished period that is not invoiced. */
export interface ProposedInvoice {
  mandateId: string;
  kind: FundFeeKind;
  period: string;
  /** Dollars with two decimal places, above zero. */
  amount: string;
  waitingDays: number;
}

/** The figures of a mandate, from which the fees that are not invoiced follow. */
export interface ProposingResult {
  mandateId: string;
  answer: Pick<FundAnswer, 'invoices'>;
}

/** Returns the fees that are not invoiced yet. Periods that charge nothing have none. */
export const proposalsOf = ({ mandateId, answer }: ProposingResult): ProposedInvoice[] =>
  answer.invoices
    .filter(({ issued, amount }) => !issued && scaled(amount) > 0n)
    .map(({ kind, period, amount, waitingDays }) => ({ mandateId, kind, period, amount, waitingDays: waitingDays.length }));
