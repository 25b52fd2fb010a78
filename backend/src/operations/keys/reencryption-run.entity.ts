import { defineEntity, p } from '@mikro-orm/core';

export const reencryptionStates = ['running', 'done', 'abandoned'] as const;
export type ReencryptionState = (typeof reencryptionStates)[number];

const ReencryptionRunSchema = defineEntity({
  name: 'ReencryptionRun',
  tableName: 'reencryption_runs',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** `abandoned`: another run was begun in its place. */
    state: p.enum(reencryptionStates),
    /** By place (`table.column`, `files`): the id of the row it has come to, or `end`. What goes on goes on behind it. */
    cursors: p.json<Record<string, string>>().defaultRaw(`'{}'`),
    valueCount: p.integer().default(0),
    fileCount: p.integer().default(0),
    /** Of what does not open, and was left as it is. */
    faultCount: p.integer().default(0),
    /** No data key of what it has passed is older. */
    startedAt: p.datetime().defaultRaw('now()'),
    progressAt: p.datetime().defaultRaw('now()'),
    finishedAt: p.datetime().nullable(),
  },
  uniques: [
    {
      name: 'reencryption_runs_open_unique',
      expression: `create unique index "reencryption_runs_open_unique" on "reencryption_runs" ("state") where "state" = 'running'`,
    },
  ],
});

/**
 * One passage through everything that is sealed, each value under a new data key. At most one is open: who comes while it is goes on with
 * it.
 */
export class ReencryptionRun extends ReencryptionRunSchema.class {}
ReencryptionRunSchema.setClass(ReencryptionRun);
export { ReencryptionRunSchema };
