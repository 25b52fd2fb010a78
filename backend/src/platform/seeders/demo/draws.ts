import { createHash } from 'node:crypto';

/** Pseudo-random choices that are the same in every run: a draw depends on its names alone. */
export class Draws {
  constructor(private readonly key: string) {}

  /** From 0 up to, and without, 1. */
  share(name: string): number {
    return createHash('sha256').update(`${this.key}|${name}`).digest().readUInt32BE() / 2 ** 32;
  }

  between(name: string, low: number, high: number): number {
    return low + (high - low) * this.share(name);
  }

  one<T>(name: string, values: readonly T[]): T {
    return values[Math.floor(this.share(name) * values.length)]!;
  }

  /** One of `values`, each as often as its weight says. */
  weighted<T>(name: string, values: readonly (readonly [value: T, weight: number])[]): T {
    let left = this.share(name) * values.reduce((sum, [, weight]) => sum + weight, 0);
    return (values.find(([, weight]) => (left -= weight) < 0) ?? values.at(-1)!)[0];
  }
}
