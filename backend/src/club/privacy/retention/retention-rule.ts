import type { EntityManager } from '@mikro-orm/postgresql';

/** What a batch did beside the rows that were due. */
export interface Deleted {
  files: number;
}

/** What keeps a row whose time is over, and the words for it. `when` is SQL over the rule's rows and `clock.now`. */
export interface Spared {
  why: string;
  when: string;
}

/** A line of the retention table, as the job reads it. All of its SQL sees `clock.now`. */
export interface RetentionRule {
  name: string;
  /** What it is, and how long it is kept, for people. */
  data: string;
  kept: string;
  /** Relations; `key` is the text that names one row of them, `lock` the aliases that a batch locks. */
  from: string;
  key: string;
  lock: string;
  /** Its time is over. Literal periods: they are whole numbers of the settings. */
  past: string;
  spared: Spared[];
  /** SQL: how many files go with a row; without it none. */
  files?: string;
  /** Rows of one transaction. */
  batch: number;
  /** Deletes the rows of these keys, which the transaction of `em` has locked, and writes down what somebody may ask about later. */
  act(em: EntityManager, keys: readonly string[]): Promise<Deleted>;
}

/** A list for `any(?::uuid[])` and `any(?::text[])`. Keys are ids, numbers and hex. */
export const listOf = (keys: readonly string[]): string => `{${keys.join(',')}}`;
export const days = (count: number): string => `interval '${count} days'`;
export const years = (count: number): string => `interval '${count} years'`;
