import type { CsvColumn } from '../../platform/http/index.js';
import type { Dataset } from '../venues/index.js';
import type { ColumnType, ColumnValue } from './array-literal.js';

/** Maps a field of the port's rows to a column. */
export interface Column<R> {
  name: string;
  type: ColumnType;
  of: (row: R) => ColumnValue;
}

/** How a data set is stored. Every table has `account_id` before these columns. */
export interface Table<R> {
  name: string;
  columns: readonly Column<R>[];
  /** Columns that identify a row within its account: with `account_id`, the primary key. */
  key: readonly string[];
  /** Column with the time of a ledger's row. */
  time?: string;
}

/** How a data set is listed. */
export interface View<R> {
  table: string;
  /** Column by field. */
  columns: Record<keyof R & string, string>;
  /** Fields that are read as text and returned as Date. */
  times: readonly string[];
  /**
   * Columns by sort name, as in the address; the first sort is the default. Each ends with columns that make the order total, so that pages
   * never overlap, and has an index on exactly these columns where an account may have many rows.
   */
  sorts: Readonly<Record<string, readonly string[]>>;
  filter: 'symbol' | 'coin';
  /** Column of the date range; null: the rows have no time. */
  time: string | null;
  /** Data set whose cursors keep the row count; null: rows are counted. */
  counted: Dataset | null;
}

/** A field of a data set; its column has the same name in snake case. */
interface Field<R> {
  type: ColumnType;
  of: (row: R) => ColumnValue;
  /** Header in the CSV file. */
  label?: string | undefined;
}

const ofType =
  (type: ColumnType) =>
  <R>(of: Field<R>['of'], label?: string): Field<R> => ({ type, of, label });
export const text = ofType('text');
export const numeric = ofType('numeric');
export const timestamp = ofType('timestamptz');
export const integer = ofType('int');
export const flag = ofType('boolean');

/** Names of an entity's columns in camel case. */
type FieldsOf<Entity> = Exclude<keyof Entity & string, 'accountId'>;

interface StoredDefinition<R, Name extends string> {
  table: string;
  /** Every column of the entity. */
  fields: Record<Name, Field<R>>;
  key: readonly Name[];
  time?: Name;
}

interface ListedDefinition<R, Name extends string, Hidden extends string> extends StoredDefinition<R, Name> {
  /** Fields that are stored but not listed. */
  hidden?: readonly Hidden[];
  /** See View. */
  sorts: Readonly<Record<string, readonly Name[]>>;
  filter: View<R>['filter'];
  counted?: Dataset;
  /** Fields of the CSV file, in its order. */
  file?: readonly Exclude<Name, Hidden>[];
}

export interface ListedTable<R, Listed> extends Table<R> {
  view: View<Listed>;
  file: readonly CsvColumn<Listed>[];
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const snakeCases = (names: readonly string[]) => names.map(snakeCase);

/** Derives the table of a data set that is not listed. */
export function stored<R, Entity>({ table, fields, key, time }: StoredDefinition<R, FieldsOf<Entity>>): Table<R> {
  return {
    name: table,
    columns: Object.entries<Field<R>>(fields).map(([name, { type, of }]) => ({ name: snakeCase(name), type, of })),
    key: snakeCases(key),
    ...(time === undefined ? {} : { time: snakeCase(time) }),
  };
}

/** Derives the table, the list and the CSV file of a data set from its one definition. */
export function listed<R, Entity>() {
  return <const Hidden extends FieldsOf<Entity> = never>(
    definition: ListedDefinition<R, FieldsOf<Entity>, Hidden>,
  ): ListedTable<R, Omit<R, Hidden>> => {
    const { table, fields, time, hidden = [], sorts, filter, counted = null, file = [] } = definition;
    const shown = Object.keys(fields).filter((name) => !(hidden as readonly string[]).includes(name));
    return {
      ...stored<R, Entity>(definition),
      view: {
        table,
        columns: Object.fromEntries(shown.map((name) => [name, snakeCase(name)])) as View<Omit<R, Hidden>>['columns'],
        times: shown.filter((name) => fields[name as FieldsOf<Entity>].type === 'timestamptz'),
        sorts: Object.fromEntries(Object.entries(sorts).map(([name, columns]) => [name, snakeCases(columns)])),
        filter,
        time: time === undefined ? null : snakeCase(time),
        counted,
      },
      file: file.map((name) => csvColumn(fields[name as FieldsOf<Entity>])),
    };
  };
}

function csvColumn<R, Listed>({ type, of, label = '' }: Field<R>): CsvColumn<Listed> {
  const valueOf = of as unknown as (row: Listed) => ColumnValue;
  const kind = type === 'timestamptz' ? 'time' : type === 'numeric' || type === 'int' ? 'figure' : 'text';
  return { header: label, kind, of: (row) => csvValue(valueOf(row)) };
}

function csvValue(value: ColumnValue): string | Date | null {
  if (typeof value === 'boolean') return value ? 'BUY' : 'SELL';
  return typeof value === 'number' ? String(value) : value;
}

/** Returns the columns of a table's key, in the key's order. */
export function keyColumns<R>({ name, columns, key }: Table<R>): Column<R>[] {
  return key.map((wanted) => {
    const column = columns.find((candidate) => candidate.name === wanted);
    if (!column) throw new Error(`${name} has no column ${wanted}`);
    return column;
  });
}

/** Returns the column with the time of a ledger's row. */
export function timeColumn<R>({ name, columns, time }: Table<R>): Column<R> {
  const column = columns.find((candidate) => candidate.name === time);
  if (!column) throw new Error(`${name} has no time column`);
  return column;
}
