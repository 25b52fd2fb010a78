import { Decimal, isDecimalString } from '../../../../platform/domain/index.js';
import { WireShape } from '../../port/index.js';

const MAX_TEXT = 300;
const MAX_ID = 2n ** 63n - 1n;
const LAST_DAY = 8.64e15;
const exponent = /^-?\d+(\.\d+)?[eE][+-]?\d{1,2}$/;

/**
 * Hand-written checks of values: a page of 1000 fills is 12,000 of them, and a schema library would cost more than ccxt does. Each answers
 * the value or throws WireShape, which names `key`.
 */
export class FieldChecks {
  constructor(private readonly endpoint: string) {}

  text(value: unknown, key: string): string {
    if (typeof value === 'string' && value.length <= MAX_TEXT) return value;
    throw this.bad(key, 'a text');
  }

  /** A decimal string with the venue's digits. */
  decimal(value: unknown, key: string): string {
    if (isDecimalString(value)) return value;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    if (typeof value === 'string' && exponent.test(value)) return new Decimal(value).toFixed();
    throw this.bad(key, 'a decimal');
  }

  /** A whole number of up to 63 bits, as text. */
  id(value: unknown, key: string): string {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
    if (typeof value === 'string' && /^\d{1,19}$/.test(value) && BigInt(value) <= MAX_ID) return String(BigInt(value));
    throw this.bad(key, 'an id');
  }

  integer(value: unknown, key: string): number {
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
    throw this.bad(key, 'a whole number');
  }

  /** A small number that stands for something: a status, a kind of wallet. */
  code(value: unknown, key: string): number {
    const code = this.integer(value, key);
    if (code >= 0 && code < 32_768) return code;
    throw this.bad(key, 'a code');
  }

  /** Milliseconds since 1970. */
  time(value: unknown, key: string): Date {
    const ms = this.integer(value, key);
    if (ms >= 0 && ms <= LAST_DAY) return new Date(ms);
    throw this.bad(key, 'a time');
  }

  /** `YYYY-MM-DD HH:mm:ss` in UTC, or milliseconds. */
  timeText(value: unknown, key: string): Date {
    const match = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(value) : null;
    if (!match) return this.time(value, key);
    const time = new Date(`${match[1]}T${match[2]}Z`);
    if (!Number.isNaN(time.getTime())) return time;
    throw this.bad(key, 'a time');
  }

  flag(value: unknown, key: string): boolean {
    if (typeof value === 'boolean') return value;
    throw this.bad(key, 'true or false');
  }

  oneOf<T extends string>(value: unknown, key: string, allowed: readonly T[]): T {
    for (const candidate of allowed) if (candidate === value) return candidate;
    throw this.bad(key, `one of ${allowed.join(', ')}`);
  }

  private bad(key: string, wanted: string): WireShape {
    return new WireShape(this.endpoint, `${key} is not ${wanted}`);
  }
}
