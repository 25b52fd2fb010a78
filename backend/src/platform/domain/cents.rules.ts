import { divided, ONE } from './scaled.js';

const CENT = ONE / 100n;

/** Rounds a scaled amount (`scaled.ts`) to whole cents, half-even. */
export const toCents = (amount: bigint): bigint => divided(amount, CENT);

/** Returns cents as a decimal with two places. */
export function centsToText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
