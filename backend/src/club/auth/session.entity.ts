import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';

export const sessionEnds = ['signed-out', 'ended-elsewhere', 'too-many', 'account-changed', 'ended-by-admin'] as const;
export type SessionEnd = (typeof sessionEnds)[number];

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    /** `sid` of the token. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    createdAt: p.datetime().defaultRaw('now()'),
    lastSeenAt: p.datetime().defaultRaw('now()'),
    /** Idle timeout. */
    idleSeconds: p.integer(),
    idleEndsAt: p.datetime(),
    absoluteEndsAt: p.datetime(),
    /** The user's epoch at sign-in. The session is valid only while both are equal. */
    securityEpoch: p.integer(),
    /** `enrol`: allows only the setup of a second factor. */
    scope: p.enum(['full', 'enrol']).default('full'),
    /** Time of the last step-up, by password or factor. */
    confirmedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    endReason: p.enum(sessionEnds).nullable(),
    network: p.string().length(50).nullable(),
    userAgent: p.string().length(300).nullable(),
    /** Keyed fingerprints, see known-origin.repository.ts. */
    subnetKey: p.blob().nullable(),
    deviceKey: p.blob().nullable(),
  },
  indexes: [
    { name: 'sessions_user_index', properties: ['user', 'createdAt', 'id'] },
    {
      name: 'sessions_open_index',
      expression: 'create index "sessions_open_index" on "sessions" ("user_id", "created_at") where "ended_at" is null',
    },
  ],
});

export class Session extends SessionSchema.class {}
SessionSchema.setClass(Session);
export { SessionSchema };
