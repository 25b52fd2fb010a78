import { fundAnswer, fundCaseSchema, type FundAnswer } from '../fund-fees/index.js';
import type { FundCaseFile } from './fund-case.reader.js';

export type InvoicedFee = FundCaseFile['issued'][number];

/** Computes a case that this product has made. */
export const answerTo = (file: FundCaseFile): FundAnswer => fundAnswer(fundCaseSchema.parse(file));

/** Returns the case after fees were invoiced. */
export const withIssued = (file: FundCaseFile, fees: readonly InvoicedFee[]): FundCaseFile => ({
  ...file,
  issued: [...file.issued, ...fees].toSorted((a, b) => compare(a.period, b.period) || compare(a.kind, b.kind)),
});

/**
 * Where earlier invoices charged more than the fees turned out to be, a finished period would be a credit: it is closed with nothing
 * charged, and the next invoice is lower. Returns the case with such periods closed, its answer, and the credits.
 */
export function carryCredits(file: FundCaseFile): { file: FundCaseFile; answer: FundAnswer; credits: InvoicedFee[] } {
  const credits: InvoicedFee[] = [];
  for (let current = file; ;) {
    const answer = answerTo(current);
    const credit = answer.invoices.find(({ issued, amount }) => !issued && amount.startsWith('-'));
    if (!credit) return { file: current, answer, credits };
    const { kind, period, amount } = credit;
    credits.push({ kind, period, amount });
    current = withIssued(current, [{ kind, period, amount: '0' }]);
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
