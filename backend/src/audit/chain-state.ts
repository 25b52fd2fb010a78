import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../common/http/access-ports.js';
import { Outbox } from '../common/outbox/index.js';
import { RateLimits } from '../common/rate-limits/index.js';
import { AuditLog } from './audit-log.js';
import { START_VERIFICATION, VERIFICATION_ASKED, VERIFIED, type Finding } from './chain-verification.js';

/** What is known of the chain without reading it. */
export interface ChainState {
  /** The last link. */
  sealed: { seq: string; at: Date } | null;
  /** The last witness. */
  anchored: { seq: string; at: Date } | null;
  /** Events that wait for their seal, and since when the oldest does. */
  waiting: number;
  waitingSince: Date | null;
  /** The last reading of the whole chain; `until`: the last event that it covers. */
  verified: { at: Date; seq: string; until: Date | null; intact: boolean; message: string | null } | null;
  /** When a reading was asked for that has not ended yet. */
  asked: Date | null;
}

interface Row {
  sealed: string | null;
  sealed_at: string | null;
  anchored: string | null;
  anchored_at: string | null;
  waiting: string;
  waiting_since: string | null;
  verified_at: string | null;
  finding: Finding | null;
  until: string | null;
  asked_at: string | null;
}

/** A count that is not needed further than this. */
const MOST_WAITING = 1000;
const last = (action: string) => `select at, detail from audit_events where action = '${action}' order by at desc limit 1`;
const read = `select h.seq as sealed, h.sealed_at, a.seq as anchored, a.at as anchored_at,
    (select count(*)::text from (select 1 from audit_unsealed limit ${MOST_WAITING}) w) as waiting, (select min(at) from audit_unsealed) as waiting_since,
    v.at as verified_at, v.detail as finding, (select e.at from audit_seals s join audit_events e on e.id = s.event_id where s.seq = (v.detail ->> 'sealed')::bigint) as until, q.at as asked_at
  from (select 1) one left join (select seq, sealed_at from audit_seals order by seq desc limit 1) h on true left join (select seq, at from audit_anchors order by seq desc limit 1) a on true
    left join (${last(VERIFIED)}) v on true left join (${last(VERIFICATION_ASKED)}) q on true`;

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

@Injectable()
export class ChainStates {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  async now(): Promise<ChainState> {
    const [row] = await this.em.execute<Row[]>(read);
    if (!row) throw new Error('the state of the chain could not be read');
    const [verifiedAt, asked] = [dateOf(row.verified_at), dateOf(row.asked_at)];
    return {
      sealed: row.sealed === null ? null : { seq: row.sealed, at: new Date(row.sealed_at!) },
      anchored: row.anchored === null ? null : { seq: row.anchored, at: new Date(row.anchored_at!) },
      waiting: Number(row.waiting),
      waitingSince: dateOf(row.waiting_since),
      verified: verifiedAt &&
        row.finding && {
          at: verifiedAt,
          seq: row.finding.sealed,
          until: dateOf(row.until),
          intact: row.finding.fault === null,
          message: row.finding.message,
        },
      asked: asked && (verifiedAt === null || asked > verifiedAt) ? asked : null,
    };
  }

  /** An admin has the chain read by a worker; while one is at it, that is the answer. Throws TooMany. */
  async verify({ userId, role }: Actor): Promise<void> {
    if ((await this.now()).asked) return;
    await this.limits.consume('auditVerifyAdmin', userId);
    await this.em.transactional(async (tx) => {
      await this.outbox.add(tx, { kind: START_VERIFICATION, dedupeKey: `${START_VERIFICATION}:${randomUUID()}`, payload: { v: 1 } });
      await this.audit.record(tx, { action: VERIFICATION_ASKED, actorId: userId, actorRole: role });
    });
  }
}
