import { defineEntity, p } from '@mikro-orm/core';
import { appendOnly } from '../../platform/persistence/append-only.js';

/**
 * A link of the chain: an audit event with its number and what it hangs on. Apart from the events, because those may not be written twice.
 */
const AuditSealSchema = defineEntity({
  name: 'AuditSeal',
  tableName: 'audit_seals',
  properties: {
    /** From 1, without gaps. */
    seq: p.bigint().primary().autoincrement(false),
    eventId: p.uuid().unique(),
    /** The hash before; of the first, 32 zeros. */
    prev: p.blob(),
    hash: p.blob(),
    sealedAt: p.datetime().defaultRaw('now()'),
  },
  triggers: appendOnly('audit_seals'),
});

/** Witness of the chain up to a number, under a key that is not in the database. */
const AuditAnchorSchema = defineEntity({
  name: 'AuditAnchor',
  tableName: 'audit_anchors',
  properties: {
    seq: p.bigint().primary().autoincrement(false),
    /** Of the seal of that number. */
    hash: p.blob(),
    mac: p.blob(),
    at: p.datetime().defaultRaw('now()'),
  },
  triggers: appendOnly('audit_anchors'),
});

/** What the sealer has to do; a list, not a record: an event that is missing here is found by the verification. */
const AuditUnsealedSchema = defineEntity({
  name: 'AuditUnsealed',
  tableName: 'audit_unsealed',
  properties: { eventId: p.uuid().primary(), at: p.datetime() },
  indexes: [{ name: 'audit_unsealed_at_index', properties: ['at', 'eventId'] }],
});

export const auditChainEntities = [AuditSealSchema, AuditAnchorSchema, AuditUnsealedSchema];
