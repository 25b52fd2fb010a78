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
    /** How far use pushes the idle end. */
    idleSeconds: p.integer(),
    idleEndsAt: p.datetime(),
    absoluteEndsAt: p.datetime(),
    /** The user's own at sign-in: lives only while the two are equal. */
    securityEpoch: p.integer(),
    /** `enrol`: opens the routes of the second factor alone, until there is one. */
    scope: p.enum(['full', 'enrol']).default('full'),
    /** When its owner last confirmed an act with password or factor. */
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
