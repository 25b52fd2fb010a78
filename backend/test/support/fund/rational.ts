/** A fraction of two integers; the denominator is positive. The arithmetic of the independent computations. */
export class Rational {
  private constructor(
    readonly top: bigint,
    readonly bottom: bigint,
  ) {}

  static readonly zero = new Rational(0n, 1n);

  /** Reads a plain decimal, like `-12.50`. */
  static read(text: string): Rational {
    const [whole = '', fraction = ''] = text.split('.');
    return new Rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
  }

  static of(number: number): Rational {
    return new Rational(BigInt(number), 1n);
  }

  static sum(list: readonly Rational[]): Rational {
    return list.reduce((a, b) => a.plus(b), Rational.zero);
  }

  plus(other: Rational): Rational {
    if (this.bottom % other.bottom === 0n) return new Rational(this.top + other.top * (this.bottom / other.bottom), this.bottom);
    if (other.bottom % this.bottom === 0n) return other.plus(this);
    return new Rational(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Rational): Rational {
    return this.plus(other.negated());
  }

  negated(): Rational {
    return new Rational(-this.top, this.bottom);
  }

  times(other: Rational): Rational {
    return new Rational(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Rational): Rational {
    const sign = other.top < 0n ? -1n : 1n;
    return new Rational(this.top * other.bottom * sign, this.bottom * other.top * sign);
  }

  /** Negative, zero or positive, as this is less than, equal to or more than the other. */
  compare(other: Rational): number {
    const difference = this.top * other.bottom - other.top * this.bottom;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  below(other: Rational): boolean {
    return this.compare(other) < 0;
  }

  get isPositive(): boolean {
    return this.top > 0n;
  }

  atLeastZero(): Rational {
    return this.isPositive ? this : Rational.zero;
  }

  /** Rounds to so many places, half to even. */
  rounded(places: number): Rational {
    const unit = 10n ** BigInt(places);
    const floor = floored(this.top * unit, this.bottom);
    const twiceRest = 2n * (this.top * unit - floor * this.bottom);
    const up = twiceRest > this.bottom || (twiceRest === this.bottom && floor % 2n !== 0n);
    return new Rational(up ? floor + 1n : floor, unit);
  }

  get r18(): Rational {
    return this.rounded(18);
  }

  get cents(): Rational {
    return this.rounded(2);
  }

  /** Plain decimal without trailing zeros. */
  get text(): string {
    return this.fixed(18)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
      .replace(/^-0$/, '0');
  }

  /** Plain decimal with two places. */
  get money(): string {
    return this.fixed(2).replace(/^-0\.00$/, '0.00');
  }

  private fixed(places: number): string {
    const value = this.rounded(places);
    const whole = value.top * (10n ** BigInt(places) / value.bottom);
    const digits = String(whole < 0n ? -whole : whole).padStart(places + 1, '0');
    return `${whole < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
  }
}

function floored(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a < 0n && quotient * b !== a ? quotient - 1n : quotient;
}
