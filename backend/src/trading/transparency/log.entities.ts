import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';

/** A leaf of the tree. Written by TransparencyLogService only, under its lock. */
const LogLeafSchema = defineEntity({
  name: 'LogLeaf',
  tableName: 'log_leaves',
  properties: {
    /** From 0, without gaps. */
    index: p.bigint().primary().autoincrement(false),
    kind: p.string().length(20),
    /** The logged signal or amendment. No foreign key, so that the verifier can find removed rows. */
    subjectId: p.uuid().unique(),
    signalId: p.uuid(),
    /** Canonical JSON, byte for byte. */
    content: p.text(),
    nonce: p.blob(),
    leafHash: p.blob(),
    /** Time of the append; increases with the index. */
    at: p.datetime(),
  },
  triggers: appendOnly('log_leaves'),
});

/** A signed tree head. */
const LogHeadSchema = defineEntity({
  name: 'LogHead',
  tableName: 'log_heads',
  properties: {
    /** From 1, without gaps, and part of the signed text, so that a removed head is noticed. */
    number: p.bigint().primary().autoincrement(false),
    /** Number of covered leaves. */
    size: p.bigint(),
    root: p.blob(),
    signedAt: p.datetime(),
    signature: p.blob(),
    /** SHA-256 of the public key, in hex. */
    keyId: p.string().length(64),
    /** End of the audit chain at that time, so that cutting the chain contradicts a public head. Null in heads of the first version. */
    auditCount: p.bigint().nullable(),
    auditHash: p.blob().nullable(),
  },
  checks: [{ name: 'log_heads_audit_check', expression: '("audit_count" is null) = ("audit_hash" is null)' }],
  triggers: appendOnly('log_heads'),
});

export const logEntities = [LogLeafSchema, LogHeadSchema];
