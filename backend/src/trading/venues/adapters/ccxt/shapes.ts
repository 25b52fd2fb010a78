import { WireShape } from '../../port/index.js';
import { FieldChecks } from './field-checks.js';

/** The fields of an object, as they came. */
export type Fields = Readonly<Record<string, unknown>>;

/** An object of an answer, read field by field; each reader throws WireShape where the field is something else. */
export class WireRow {
  constructor(
    private readonly endpoint: string,
    private readonly fields: Fields,
    private readonly check: FieldChecks,
  ) {}

  /** An empty text is how the venue writes "none" in some lists. */
  has(key: string): boolean {
    const value = this.fields[key];
    return value !== undefined && value !== null && value !== '';
  }

  text(key: string): string {
    return this.check.text(this.fields[key], key);
  }

  /** The text, or `otherwise` where the venue leaves it out. */
  textOr(key: string, otherwise: string): string {
    return this.has(key) ? this.text(key) : otherwise;
  }

  decimal(key: string): string {
    return this.check.decimal(this.fields[key], key);
  }

  decimalOr(key: string, otherwise: string): string {
    return this.has(key) ? this.decimal(key) : otherwise;
  }

  id(key: string): string {
    return this.check.id(this.fields[key], key);
  }

  integer(key: string): number {
    return this.check.integer(this.fields[key], key);
  }

  code(key: string): number {
    return this.check.code(this.fields[key], key);
  }

  codeOr(key: string, otherwise: number): number {
    return this.has(key) ? this.code(key) : otherwise;
  }

  time(key: string): Date {
    return this.check.time(this.fields[key], key);
  }

  timeText(key: string): Date {
    return this.check.timeText(this.fields[key], key);
  }

  flag(key: string): boolean {
    return this.check.flag(this.fields[key], key);
  }

  oneOf<T extends string>(key: string, allowed: readonly T[]): T {
    return this.check.oneOf(this.fields[key], key, allowed);
  }

  row(key: string): WireRow {
    return wireRow(this.endpoint, this.fields[key]);
  }

  rows(key: string): WireRow[] {
    return wireRows(this.endpoint, this.fields[key], key);
  }
}

export function wireObject(endpoint: string, value: unknown): Fields {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new WireShape(endpoint, `no object but ${kindOf(value)}`);
  return value as Fields;
}

export function wireRow(endpoint: string, value: unknown): WireRow {
  return new WireRow(endpoint, wireObject(endpoint, value), new FieldChecks(endpoint));
}

export function wireRows(endpoint: string, value: unknown, key?: string): WireRow[] {
  const check = new FieldChecks(endpoint);
  return wireList(endpoint, value, key).map((row) => new WireRow(endpoint, wireObject(endpoint, row), check));
}

/** What `read` makes of each row of a long list: it reads the fields by their names itself, which costs a third of what a WireRow does. */
export function readRows<T>(endpoint: string, value: unknown, read: (fields: Fields, check: FieldChecks) => T): T[] {
  const check = new FieldChecks(endpoint);
  return wireList(endpoint, value).map((row) => read(wireObject(endpoint, row), check));
}

function wireList(endpoint: string, value: unknown, key?: string): unknown[] {
  if (!Array.isArray(value)) throw new WireShape(endpoint, `${key ? `${key} is ` : ''}no list but ${kindOf(value)}`);
  return value;
}

function kindOf(value: unknown): string {
  if (value === '' || value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? 'something that is not whole JSON' : `a ${typeof value}`;
}
