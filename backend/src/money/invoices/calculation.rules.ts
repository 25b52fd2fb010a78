import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, type CanonicalValue } from '../../platform/domain/canonical-json.rules.js';
import { centsToText, toCents as roundToCents } from '../../platform/domain/cents.rules.js';
import { memberships } from '../../platform/domain/index.js';
import { scaled } from '../../platform/domain/scaled.js';

/** A formula of one version. It never changes once an invoice used it: a correction is a new version. */
interface Formula<I extends z.ZodType = z.ZodType> {
  inputs: I;
  /** Returns dollars with two decimal places. */
  result: (inputs: z.output<I>) => string;
}

const formula = <I extends z.ZodType>(definition: Formula<I>): Formula => definition as unknown as Formula;

const signedDollars = z.string().regex(/^-?(0|[1-9]\d{0,11})(\.\d{1,18})?$/);
const dollars = z.string().regex(/^(0|[1-9]\d{0,11})(\.\d{1,18})?$/);

/**
 * A fee of the fund for a period: `accrued` is the sum of the exact fees from the start of the mandate to the end of the period, `invoiced`
 * what earlier invoices charged of it. So invoices add up to the exact fees (docs/fund-fees.md).
 */
function accruedFee(period: z.ZodType) {
  return formula({
    inputs: z.strictObject({ period, accrued: dollars, invoiced: dollars, mandate: z.uuid(), terms: z.string().max(20) }),
    result: ({ accrued, invoiced }) => centsToText(roundToCents(scaled(accrued)) - roundToCents(scaled(invoiced))),
  });
}

const formulas: Readonly<Record<string, Readonly<Record<number, Formula>>>> = {
  subscription: {
    1: formula({ inputs: z.strictObject({ fee: dollars, membership: z.enum(memberships) }), result: ({ fee }) => toCents(fee) }),
  },
  'fund-management': { 1: accruedFee(z.string().regex(/^\d{4}-\d\d$/)) },
  'fund-performance': { 1: accruedFee(z.iso.date()) },
  /**
   * `accrued`: the sum of the exact shares of all periods to the end of this one, from the profit of each above the high-water mark;
   * `invoiced`: what earlier invoices charged of it (docs/club-share.md). The other inputs say where the last of these shares is from.
   */
  'club-share': {
    1: formula({
      inputs: z.strictObject({
        period: z.string().max(10),
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        rate: dollars,
        profit: signedDollars,
        cumulativeProfit: signedDollars,
        highWaterMarkBefore: dollars,
        chargeable: dollars,
        accrued: dollars,
        invoiced: dollars,
      }),
      result: ({ accrued, invoiced }) => centsToText(roundToCents(scaled(accrued)) - roundToCents(scaled(invoiced))),
    }),
  },
};

export type FormulaName = 'subscription' | 'fund-management' | 'fund-performance' | 'club-share';

/** How the amount of a line came about. */
export interface Calculation {
  formula: string;
  version: number;
  inputs: CanonicalValue;
  /** Dollars with two decimal places. */
  result: string;
}

/** A calculation as it is stored: canonical JSON, and the SHA-256 of its bytes in hexadecimal digits. */
export interface SealedCalculation {
  text: string;
  sha256: string;
}

/** The stored text is no calculation, or its formula is not known. */
export class UnknownCalculation extends Error {}

/** Computes a line by the version of the formula. Throws UnknownCalculation, and ZodError for inputs that the formula does not take. */
export function calculate(name: string, version: number, inputs: CanonicalValue): Calculation {
  const found = Object.hasOwn(formulas, name) ? formulas[name]![version] : undefined;
  if (!found) throw new UnknownCalculation(`there is no formula ${name} of version ${version}`);
  return { formula: name, version, inputs, result: found.result(found.inputs.parse(inputs)) };
}

export function seal({ formula: name, version, inputs, result }: Calculation): SealedCalculation {
  const text = canonicalJson({ formula: name, version, inputs, result });
  return { text, sha256: sha256(text) };
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

const stored = z.strictObject({
  formula: z.string(),
  version: z.number().int(),
  inputs: z.custom<CanonicalValue>((value) => value !== undefined),
  result: z.string(),
});

/** Parses a stored calculation. Throws UnknownCalculation. */
export function parseCalculation(text: string): Calculation {
  try {
    return stored.parse(JSON.parse(text));
  } catch {
    throw new UnknownCalculation('its text is no calculation');
  }
}

/** Computes a stored calculation anew from its inputs and returns what differs, in words; nothing where every byte is the same. */
export function calculationFaults({ text, sha256: hash }: SealedCalculation, amount: string): string[] {
  const faults: string[] = [];
  if (sha256(text) !== hash) faults.push('its calculation does not have its SHA-256');
  try {
    const { formula: name, version, inputs } = parseCalculation(text);
    const again = calculate(name, version, inputs);
    if (seal(again).text !== text) faults.push('its calculation, made anew from its inputs, is another');
    if (scaled(again.result) !== scaled(amount)) faults.push(`its amount is not the result ${again.result}`);
  } catch (error) {
    faults.push(error instanceof UnknownCalculation ? error.message : 'its inputs are none of its formula');
  }
  return faults;
}

/** Rounds half-even to cents, with both digits. */
export const toCents = (amount: string): string => centsToText(roundToCents(scaled(amount)));
