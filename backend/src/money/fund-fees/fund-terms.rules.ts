import { createHash } from 'node:crypto';
import type { DealingDate } from './fund-fees.types.js';
import { TERMS_2026_12 } from './terms-2026-12.rules.js';

/** Terms as the engine of fees takes them (docs/fund-fees.md). */
export interface FeeTerms {
  version: string;
  /** A year, of one. */
  managementRate: string;
  performanceRate: string;
  dayCount: 'ACT/365F';
  method: 'cumulative-profit';
  /** US dollars. */
  minimum: string;
  noticeDays: number;
  dealingDays: readonly DealingDate[];
}

/** A version of the fund's terms: its figures, and the text that clients sign. */
export interface FundTermsVersion {
  fees: FeeTerms;
  clauses: readonly string[];
}

const versions = {
  '2026-12': {
    fees: {
      version: '2026-12',
      managementRate: '0.025',
      performanceRate: '0.3',
      dayCount: 'ACT/365F',
      method: 'cumulative-profit',
      minimum: '10000',
      noticeDays: 30,
      dealingDays: ['06-30', '12-31'],
    },
    clauses: TERMS_2026_12,
  },
} as const satisfies Record<string, FundTermsVersion>;

export const CURRENT_TERMS: FundTermsVersion = versions['2026-12'];

/** Returns the terms of a version that somebody has signed. */
export function termsOf(version: string): FundTermsVersion {
  const found = Object.hasOwn(versions, version) ? versions[version as keyof typeof versions] : undefined;
  if (!found) throw new RangeError(`there are no terms of version ${version}`);
  return found;
}

/** SHA-256 of the clauses, each on a line of its own, in hexadecimal digits. */
export const textSha256 = ({ clauses }: FundTermsVersion): string => createHash('sha256').update(clauses.join('\n'), 'utf8').digest('hex');
