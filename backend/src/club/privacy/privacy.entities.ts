import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';

export const exportStates = ['queued', 'running', 'ready', 'failed', 'expired'] as const;
export type ExportState = (typeof exportStates)[number];

export const erasureStates = ['restricted', 'withdrawn', 'refused', 'completed'] as const;
export type ErasureState = (typeof erasureStates)[number];

/** Unique indexes: one open request of each kind a member. */
export const ONE_OPEN_EXPORT = 'data_exports_open_unique';
export const ONE_OPEN_ERASURE = 'erasure_requests_open_unique';

const member = () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').updateRule('no action');

/** A copy of all data about a member, on their request. Its bytes are in the file store, sealed, in parts. */
const DataExportSchema = defineEntity({
  name: 'DataExport',
  tableName: 'data_exports',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: member,
    state: p.enum(exportStates),
    /** Percent; `step` names the current step for the member. */
    progress: p.smallint().default(0),
    step: p.string().length(80).nullable(),
    /** Storage keys of the parts, in order. Stored before a part is written, so that a failed attempt leaves no unknown objects. */
    parts: p.json<string[]>().defaultRaw(`'[]'`),
    byteSize: p.bigint('string').nullable(),
    /** Why it failed, as the member reads it. */
    failure: p.string().length(300).nullable(),
    requestedAt: p.datetime().defaultRaw('now()'),
    /** Last progress of the job. */
    touchedAt: p.datetime().defaultRaw('now()'),
    startedAt: p.datetime().nullable(),
    readyAt: p.datetime().nullable(),
    expiresAt: p.datetime().nullable(),
  },
  uniques: [
    {
      name: ONE_OPEN_EXPORT,
      expression: `create unique index "data_exports_open_unique" on "data_exports" ("user_id") where "state" in ('queued', 'running')`,
    },
  ],
  indexes: [
    { name: 'data_exports_user_index', properties: ['userId', 'requestedAt'] },
    {
      name: 'data_exports_live_index',
      expression: `create index "data_exports_live_index" on "data_exports" ("state") where "state" in ('queued', 'running', 'ready')`,
    },
  ],
});
export class DataExport extends DataExportSchema.class {}
DataExportSchema.setClass(DataExport);

/** A member's erasure request and its outcome. */
const ErasureRequestSchema = defineEntity({
  name: 'ErasureRequest',
  tableName: 'erasure_requests',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    userId: member,
    state: p.enum(erasureStates),
    requestedAt: p.datetime().defaultRaw('now()'),
    /** One month after the request (GDPR, article 12(3)). */
    answerDueAt: p.datetime(),
    endedAt: p.datetime().nullable(),
    decidedBy: () => p.manyToOne(User).name('decided_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    /** Why it was refused, as the member reads it. */
    reason: p.string().length(1000).nullable(),
    /** Set on completion: the last day of each part. Then when it was erased. */
    historyUntil: p.datetime().nullable(),
    historyErasedAt: p.datetime().nullable(),
    identityUntil: p.datetime().nullable(),
    identityErasedAt: p.datetime().nullable(),
  },
  uniques: [
    {
      name: ONE_OPEN_ERASURE,
      expression: `create unique index "erasure_requests_open_unique" on "erasure_requests" ("user_id") where "state" = 'restricted'`,
    },
  ],
  indexes: [
    { name: 'erasure_requests_state_index', properties: ['state', 'requestedAt', 'id'] },
    { name: 'erasure_requests_requested_index', properties: ['requestedAt', 'id'] },
    { name: 'erasure_requests_user_index', properties: ['userId', 'requestedAt'] },
  ],
});
export class ErasureRequest extends ErasureRequestSchema.class {}
ErasureRequestSchema.setClass(ErasureRequest);

export const privacyEntities = [DataExportSchema, ErasureRequestSchema] as const;
