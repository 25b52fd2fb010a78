import { defineEntity, p } from '@mikro-orm/core';
import { roles } from '../common/domain/index.js';

/**
 * Refuses whatever would rewrite history; an INSERT is the only way in, and there is no way out. The same trigger for TRUNCATE stands in the
 * migration alone: the information schema does not list it, so the drift check could never see it.
 */
function appendOnly(event: 'update' | 'delete') {
  return { name: `audit_events_no_${event}`, timing: 'before' as const, events: [event], forEach: 'statement' as const, body: `raise exception 'audit_events is append-only'` };
}

const AuditEventSchema = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    at: p.datetime().defaultRaw('now()'),
    /** Ids, not names, and no foreign keys: erasing a person needs no edit of history. */
    actorId: p.uuid().nullable(),
    actorRole: p.enum(roles).nullable(),
    network: p.string().length(50).nullable(),
    requestId: p.string().length(64).nullable(),
    action: p.string().length(80),
    targetType: p.string().length(40).nullable(),
    targetId: p.string().length(64).nullable(),
    detail: p.json<Record<string, unknown>>(),
  },
  indexes: [
    { name: 'audit_events_target_index', properties: ['targetType', 'targetId', 'at'] },
    { name: 'audit_events_actor_index', properties: ['actorId', 'at'] },
  ],
  triggers: [appendOnly('update'), appendOnly('delete')],
});

/** One act that somebody may have to answer for. */
export class AuditEvent extends AuditEventSchema.class {}
AuditEventSchema.setClass(AuditEvent);
export { AuditEventSchema };
