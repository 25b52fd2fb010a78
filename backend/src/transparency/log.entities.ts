import { defineEntity, p } from '@mikro-orm/core';

/**
 * What was logged cannot be logged differently afterwards. The same trigger for TRUNCATE stands in the migration alone: the information schema does not
 * list it, so the drift check could never see it.
 */
function appendOnly(table: string) {
  return (['update', 'delete'] as const).map((event) => ({ name: `${table}_no_${event}`, timing: 'before' as const, events: [event], forEach: 'statement' as const, body: `raise exception '${table} is append-only'` }));
}

/** A leaf of the tree. Written by TransparencyLog alone, under its lock. */
const LogLeafSchema = defineEntity({
  name: 'LogLeaf',
  tableName: 'log_leaves',
  properties: {
    /** From 0, without holes. */
    index: p.bigint().primary().autoincrement(false),
    kind: p.string().length(20),
    /** What was logged: a signal, or what was told about one later. No foreign keys: a row that is removed must be found, not prevented from being missed. */
    subjectId: p.uuid().unique(),
    signalId: p.uuid(),
    /** Canonical JSON, byte for byte. */
    content: p.text(),
    nonce: p.blob(),
    leafHash: p.blob(),
    /** When it was appended; it rises with the index. */
    at: p.datetime(),
  },
  triggers: appendOnly('log_leaves'),
});

/** A signed statement of what the tree was. */
const LogHeadSchema = defineEntity({
  name: 'LogHead',
  tableName: 'log_heads',
  properties: {
    /** From 1, without holes, and signed with the rest: one that is removed is missed. */
    number: p.bigint().primary().autoincrement(false),
    /** Leaves that it vouches for. */
    size: p.bigint().unique(),
    root: p.blob(),
    signedAt: p.datetime(),
    signature: p.blob(),
    /** SHA-256 of the public key, in hex. */
    keyId: p.string().length(64),
  },
  triggers: appendOnly('log_heads'),
});

export const logEntities = [LogLeafSchema, LogHeadSchema];
