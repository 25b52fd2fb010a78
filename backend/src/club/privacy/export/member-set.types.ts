/** Rows about the member (`$1` is their id), one JSON list a file. Columns are listed, so that a new one is not exported by accident. */
export interface MemberSet {
  path: string;
  about: string;
  tables: string[];
  sql: string;
}
