import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';

/** A leaf of the tree. Written by TransparencyLog alone, under its lock. */
const LogLeafSchema = defineEntity({
  name: 'LogLeaf',
  tableName: 'log_leaves',
  properties: {
    /** From 0, without holes. */
    index: p.bigint().primary().autoincrement(false),
    kind: p.string().length(20),
    /**
     * What was logged: a signal, or what was told about one later. No foreign keys: a row that is removed must be found, not prevented from
     * being missed.
     */
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
    size: p.bigint(),
    root: p.blob(),
    signedAt: p.datetime(),
    signature: p.blob(),
    /** SHA-256 of the public key, in hex. */
    keyId: p.string().length(64),
    /**
     * The audit log's last number and hash at that moment: who cuts its end contradicts what is public. Null in heads that are older than
     * this.
     */
    auditCount: p.bigint().nullable(),
    auditHash: p.blob().nullable(),
  },
  checks: [{ name: 'log_heads_audit_check', expression: '("audit_count" is null) = ("audit_hash" is null)' }],
  triggers: appendOnly('log_heads'),
});

export const logEntities = [LogLeafSchema, LogHeadSchema];
