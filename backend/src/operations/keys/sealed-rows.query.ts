import type { SealedColumn } from '../monitoring/index.js';

/** A sealed value, and whose it is: both are part of what it was sealed for. */
export interface SealedRow {
  id: string;
  user_id: string | null;
  sealed: Buffer;
}

/** Before every id: where a walk over a table begins. */
export const FIRST = '00000000-0000-0000-0000-000000000000';
/** Files between two words of progress. */
export const TOLD_FILES = 500;

/** SQL: the columns of a SealedRow, and its table. */
export const sealedRowsOf = ({ table, column, owned }: SealedColumn): string =>
  `select id, ${owned ? 'user_id' : 'null as user_id'}, ${column} as sealed from ${table}`;
