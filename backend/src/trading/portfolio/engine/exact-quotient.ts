/** Splits a number of 53 bits into halves of 26 whose products are exact (Veltkamp). */
const SPLITTER = 2 ** 27 + 1;
const LO_IN_HI = 1e10;

/**
 * Arguments and results of the functions below, in a typed array because boxed numbers cost more than the arithmetic. In: 0 and 1 the
 * amount in units of 10^-8 and 10^-18, 2 the part, 3 the whole. Out: 4 and 5 the share, or 4 the quotient and 5 the remainder.
 */
export const registers = new Float64Array(6);

/**
 * Computes floor(r0 * r2 / r3) and the remainder exactly, although the product has up to 102 bits. For integers 0 <= r0 < 2^53, 0 <= r2 <
 * 2^53, 0 < r3 <= 2^50 and a quotient below 2^52. Computes the errors of the floating-point products as well (Dekker), at a tenth of the
 * cost of big integers.
 */
export function quotient(): void {
  const r = registers;
  const a = r[0]!;
  const b = r[2]!;
  const c = r[3]!;
  const p = a * b;
  let q = Math.floor(p / c);
  const s = q * c;
  let t = SPLITTER * a;
  const aHigh = t - (t - a);
  const aLow = a - aHigh;
  t = SPLITTER * b;
  const bHigh = t - (t - b);
  const bLow = b - bHigh;
  t = SPLITTER * q;
  const qHigh = t - (t - q);
  const qLow = q - qHigh;
  t = SPLITTER * c;
  const cHigh = t - (t - c);
  const cLow = c - cHigh;
  let rest =
    p -
    s +
    (aLow * bLow - (p - aHigh * bHigh - aLow * bHigh - aHigh * bLow) - (qLow * cLow - (s - qHigh * cHigh - qLow * cHigh - qHigh * cLow)));
  while (rest < 0) {
    q--;
    rest += c;
  }
  while (rest >= c) {
    q++;
    rest -= c;
  }
  r[4] = q;
  r[5] = rest;
}

/**
 * Computes the amount (r0, r1) times r2 / r3, rounded half-even at 10^-18. For 0 <= r1 < 10^10, 0 <= r2 <= r3, 0 < r3 <= 2^50 and 0 <= r0
 * <= 2^52.
 */
export function share(): void {
  const r = registers;
  const lo = r[1]!;
  const part = r[2]!;
  const whole = r[3]!;
  quotient();
  let hi = r[4]!;
  // Divides the upper unit's remainder and the lower unit together: rest * 10^10 + lo * part.
  const rest = r[5]!;
  let t = SPLITTER * whole;
  const cHigh = t - (t - whole);
  const cLow = whole - cHigh;
  t = SPLITTER * part;
  const bHigh = t - (t - part);
  const bLow = part - bHigh;
  t = SPLITTER * rest;
  const aHigh = t - (t - rest);
  const aLow = rest - aHigh;
  t = SPLITTER * lo;
  const dHigh = t - (t - lo);
  const dLow = lo - dHigh;
  const p = rest * LO_IN_HI;
  const o = lo * part;
  const sum = p + o;
  t = sum - p;
  // 10^10 needs no splitting: it has 24 significant bits.
  const sumError = p - (sum - t) + (o - t);
  let q = Math.floor(sum / whole);
  const s = q * whole;
  t = SPLITTER * q;
  const qHigh = t - (t - q);
  const qLow = q - qHigh;
  const pError = aLow * LO_IN_HI - (p - aHigh * LO_IN_HI);
  const oError = dLow * bLow - (o - dHigh * bHigh - dLow * bHigh - dHigh * bLow);
  const sError = qLow * cLow - (s - qHigh * cHigh - qLow * cHigh - qHigh * cLow);
  let over = sum - s + (sumError + pError + oError - sError);
  while (over < 0) {
    q--;
    over += whole;
  }
  while (over >= whole) {
    q++;
    over -= whole;
  }
  if (over * 2 > whole || (over * 2 === whole && q % 2 === 1)) q++;
  if (q >= LO_IN_HI) {
    q -= LO_IN_HI;
    hi++;
  }
  r[4] = hi;
  r[5] = q;
}
