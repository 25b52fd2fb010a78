import { centsToText } from '../../platform/domain/cents.rules.js';

export const centsOrNull = (cents: bigint | null): string | null => (cents === null ? null : centsToText(cents));

type AsText<Cents> = Cents extends bigint ? string : Cents;

/** Returns the named amounts, in cents, as decimals with two places. */
export function amountsOf<Name extends string, Line extends Record<Name, bigint | null>>(line: Line, ...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, centsOrNull(line[name])])) as { [N in Name]: AsText<Line[N]> };
}

/** Returns milliseconds since 1970 as ISO 8601. */
export const timeOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
