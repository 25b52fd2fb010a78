export class Random {
  constructor(seed: number);
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
}
