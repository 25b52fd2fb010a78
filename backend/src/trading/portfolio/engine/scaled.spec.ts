import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../../../platform/domain/index.js';
import { Amounts } from './amounts.js';
import { quotient, registers, share } from './exact-quotient.js';
import { divided, NotExact, scaled, toDecimal } from '../../../platform/domain/scaled.js';

const integer = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });

describe('scaled integers', () => {
  it('come from decimal strings and go back to the same number', () => {
    fc.assert(fc.property(integer, (value) => expect(scaled(toDecimal(value))).toBe(value)));
    expect([scaled('1'), scaled('-0.5'), scaled('0.000000000000000001'), scaled('1.5000000000000000000000')]).toEqual([
      10n ** 18n,
      -5n * 10n ** 17n,
      1n,
      15n * 10n ** 17n,
    ]);
    expect([toDecimal(0n), toDecimal(-1n), toDecimal(1_500_000_000_000_000_000n)]).toEqual(['0', '-0.000000000000000001', '1.5']);
  });

  it('refuse what is no decimal number, and digits they cannot hold', () => {
    for (const bad of ['', '1e5', '.5', '5.', '+1', ' 1', 'NaN', '1.2.3', '--1', '0.0000000000000000001']) {
      expect(() => scaled(bad)).toThrow(NotExact);
      expect(() => new Amounts(1).set(0, bad)).toThrow(NotExact);
    }
  });

  it('are divided half-even', () => {
    const ties: [bigint, bigint, bigint][] = [
      [5n, 2n, 2n],
      [7n, 2n, 4n],
      [-5n, 2n, -2n],
      [-7n, 2n, -4n],
      [5n, -2n, -2n],
      [8n, 3n, 3n],
      [-8n, 3n, -3n],
    ];
    for (const [a, b, result] of ties) expect(divided(a, b)).toBe(result);
    fc.assert(
      fc.property(
        integer,
        integer.filter((b) => b !== 0n),
        (a, b) => {
          expect(divided(a, b).toString()).toBe(
            new Decimal(a.toString()).div(b.toString()).toDecimalPlaces(0, Decimal.ROUND_HALF_EVEN).toFixed().replace(/^-0$/, '0'),
          );
        },
      ),
    );
  });
});

describe('columns of amounts', () => {
  const text = fc
    .tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.integer({ min: 0, max: 18 }))
    .map(([units, places]) => new Decimal(units.toString()).div(new Decimal(10).pow(places)).toFixed(places));

  it('hold what they read to the last digit, whatever its size, before and after they are aligned', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 18 }), (texts, places) => {
        const [read, aligned, split] = [new Amounts(20), new Amounts(20), new Amounts(20)];
        texts.forEach((value, n) => {
          for (const column of [read, aligned, split]) column.set(n, value);
          aligned.align(n, places);
          split.split(n);
          expect([read.exact(n), aligned.exact(n), split.exact(n)]).toEqual([scaled(value), scaled(value), scaled(value)]);
          if (aligned.units[n] === aligned.units[n])
            expect(BigInt(aligned.units[n]!) * 10n ** BigInt(18 - aligned.placesOf(n))).toBe(scaled(value));
        });
      }),
    );
  });
});

describe('quotients of numbers that only big integers could hold', () => {
  const whole = fc.oneof(
    fc.maxSafeNat().map((n) => 1 + (n % 2 ** 50)),
    fc.integer({ min: 1, max: 1000 }),
  );
  const large = fc.maxSafeNat().map((n) => n % 2 ** 52);

  it('are exact', () => {
    fc.assert(
      fc.property(large, large, whole, (a, b, c) => {
        fc.pre((BigInt(a) * BigInt(b)) / BigInt(c) < 2n ** 52n);
        registers[0] = a;
        registers[2] = b;
        registers[3] = c;
        quotient();
        expect([BigInt(registers[4]!), BigInt(registers[5]!)]).toEqual([
          (BigInt(a) * BigInt(b)) / BigInt(c),
          (BigInt(a) * BigInt(b)) % BigInt(c),
        ]);
      }),
      { numRuns: 2000 },
    );
  });

  it('and shares of an amount are rounded as big integers are', () => {
    fc.assert(
      fc.property(
        large,
        fc.integer({ min: 0, max: 9_999_999_999 }),
        whole,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (hi, lo, c, ratio) => {
          const part = Math.min(c, Math.floor(c * ratio));
          registers[0] = hi;
          registers[1] = lo;
          registers[2] = part;
          registers[3] = c;
          share();
          expect(BigInt(registers[4]!) * 10n ** 10n + BigInt(registers[5]!)).toBe(
            divided((BigInt(hi) * 10n ** 10n + BigInt(lo)) * BigInt(part), BigInt(c)),
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('ties too', () => {
    for (const [lo, part, c] of [
      [1, 1, 2],
      [3, 1, 2],
      [5, 1, 10],
      [15, 1, 10],
    ] as const) {
      registers.set([0, lo, part, c]);
      share();
      expect(BigInt(registers[5]!)).toBe(divided(BigInt(lo * part), BigInt(c)));
    }
  });
});
