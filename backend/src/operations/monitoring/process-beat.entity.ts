import { defineEntity, p } from '@mikro-orm/core';

export const processRoles = ['api', 'worker'] as const;
export type ProcessRole = (typeof processRoles)[number];

const ProcessBeatSchema = defineEntity({
  name: 'ProcessBeat',
  tableName: 'process_beats',
  properties: {
    /** Of one run of one process. */
    id: p.uuid().primary(),
    role: p.enum(processRoles),
    /** Of the product, and of Node.js. */
    version: p.string().length(40),
    node: p.string().length(40),
    host: p.string().length(80),
    pid: p.integer(),
    /** Ids of the key ring it was started with: the one that seals, and those that open. */
    currentKey: p.string().length(32).nullable(),
    keyIds: p.json<string[]>().defaultRaw(`'[]'`),
    startedAt: p.datetime().defaultRaw('now()'),
    seenAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'process_beats_seen_index', properties: ['seenAt'] }],
});

/** A sign of life of one process. It goes with the process; what was killed is left behind, and told by its silence. */
export class ProcessBeat extends ProcessBeatSchema.class {}
ProcessBeatSchema.setClass(ProcessBeat);
export { ProcessBeatSchema };
