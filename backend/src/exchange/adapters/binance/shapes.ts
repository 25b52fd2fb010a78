import { Decimal, isDecimalString } from '../../../common/domain/index.js';
import { WireShape } from '../../port/index.js';

const MAX_TEXT = 300;
const MAX_ID = 2n ** 63n - 1n;
const LAST_DAY = 8.64e15;
const exponent = /^-?\d+(\.\d+)?[eE][+-]?\d{1,2}$/;

/** Hand-written checks: a page of 1000 fills is 12,000 fields, and a schema library would cost more than ccxt does. */
export class WireRow {
  constructor(
    private readonly endpoint: string,
    private readonly fields: Record<string, unknown>,
  ) {}

  /** An empty text is how the venue writes "none" in some lists. */
  has(key: string): boolean {
    const value = this.fields[key];
    return value !== undefined && value !== null && value !== '';
  }

  text(key: string): string {
    const value = this.fields[key];
    if (typeof value === 'string' && value.length <= MAX_TEXT) return value;
    throw this.bad(key, 'a text');
  }

  /** The text, or `otherwise` where the venue leaves it out. */
  textOr(key: string, otherwise: string): string {
    return this.has(key) ? this.text(key) : otherwise;
  }

  /** A decimal string with the venue's digits. */
  decimal(key: string): string {
    const value = this.fields[key];
    if (isDecimalString(value)) return value;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
    if (typeof value === 'string' && exponent.test(value)) return new Decimal(value).toFixed();
    throw this.bad(key, 'a decimal');
  }

  decimalOr(key: string, otherwise: string): string {
    return this.has(key) ? this.decimal(key) : otherwise;
  }

  /** A whole number of up to 63 bits, as text. */
  id(key: string): string {
    const value = this.fields[key];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
    if (typeof value === 'string' && /^\d{1,19}$/.test(value) && BigInt(value) <= MAX_ID) return String(BigInt(value));
    throw this.bad(key, 'an id');
  }

  integer(key: string): number {
    const value = this.fields[key];
    const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number)) return number;
    throw this.bad(key, 'a whole number');
  }

  /** A small number that stands for something: a status, a kind of wallet. */
  code(key: string): number {
    const value = this.integer(key);
    if (value >= 0 && value < 32_768) return value;
    throw this.bad(key, 'a code');
  }

  codeOr(key: string, otherwise: number): number {
    return this.has(key) ? this.code(key) : otherwise;
  }

  /** Milliseconds since 1970. */
  time(key: string): Date {
    const ms = this.integer(key);
    if (ms >= 0 && ms <= LAST_DAY) return new Date(ms);
    throw this.bad(key, 'a time');
  }

  /** `YYYY-MM-DD HH:mm:ss` in UTC, or milliseconds. */
  timeText(key: string): Date {
    const value = this.fields[key];
    const match = typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})/.exec(value) : null;
    if (!match) return this.time(key);
    const time = new Date(`${match[1]}T${match[2]}Z`);
    if (!Number.isNaN(time.getTime())) return time;
    throw this.bad(key, 'a time');
  }

  flag(key: string): boolean {
    const value = this.fields[key];
    if (typeof value === 'boolean') return value;
    throw this.bad(key, 'true or false');
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T {
    const value = this.fields[key];
    const found = allowed.find((candidate) => candidate === value);
    if (found !== undefined) return found;
    throw this.bad(key, `one of ${allowed.join(', ')}`);
  }

  rows(key: string): WireRow[] {
    return wireRows(this.endpoint, this.fields[key], key);
  }

  /** Names of the fields that are true; other types are none. */
  trueFlags(): string[] {
    return Object.entries(this.fields)
      .filter(([, value]) => value === true || value === 'true')
      .map(([name]) => name);
  }

  private bad(key: string, wanted: string): WireShape {
    return new WireShape(this.endpoint, `${key} is not ${wanted}`);
  }
}

export function wireRow(endpoint: string, value: unknown): WireRow {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new WireShape(endpoint, `no object but ${kindOf(value)}`);
  return new WireRow(endpoint, value as Record<string, unknown>);
}

export function wireRows(endpoint: string, value: unknown, key?: string): WireRow[] {
  if (!Array.isArray(value)) throw new WireShape(endpoint, `${key ? `${key} is ` : ''}no list but ${kindOf(value)}`);
  return value.map((row) => wireRow(endpoint, row));
}

function kindOf(value: unknown): string {
  if (value === '' || value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'something that is not whole JSON' : `a ${typeof value}`;
}
