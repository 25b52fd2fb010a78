import { defineEntity, p } from '@mikro-orm/core';
import { roles } from '../../platform/domain/index.js';
import { appendOnly } from '../../platform/persistence/append-only.js';

/** Whatever comes in waits for its seal: in the list, and so in the sight of the sealer, from the moment the act itself is committed. */
const waitsForItsSeal = {
  name: 'audit_events_wait',
  timing: 'after' as const,
  events: ['insert' as const],
  forEach: 'row' as const,
  body: `insert into "audit_unsealed" ("event_id", "at") values (new."id", new."at"); return null`,
};

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
    { name: 'audit_events_at_index', properties: ['at', 'id'] },
    // By a beginning (`kyc.`) as well as by the whole name.
    {
      name: 'audit_events_action_index',
      expression: 'create index "audit_events_action_index" on "audit_events" ("action" text_pattern_ops, "at")',
    },
    {
      name: 'audit_events_file_views_index',
      expression:
        `create index "audit_events_file_views_index" on "audit_events" (("detail" ->> 'userId'), "at") ` + `where "action" = 'file.view'`,
    },
  ],
  triggers: [...appendOnly('audit_events'), waitsForItsSeal],
});

/** One act that somebody may have to answer for. */
export class AuditEvent extends AuditEventSchema.class {}
AuditEventSchema.setClass(AuditEvent);
export { AuditEventSchema };
