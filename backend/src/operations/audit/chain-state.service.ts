import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { Outbox } from '../../platform/outbox/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { findChainState } from './audit-chain.repository.js';
import { AuditLog } from './audit-log.service.js';
import { START_VERIFICATION, VERIFICATION_ASKED, VERIFIED, type Finding } from './chain-verification.service.js';

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

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

@Injectable()
export class ChainStateService {
  constructor(
    private readonly em: EntityManager,
    private readonly outbox: Outbox,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  async now(): Promise<ChainState> {
    const row = await findChainState(this.em, VERIFIED, VERIFICATION_ASKED);
    const finding = row.finding as Finding | null;
    const [verifiedAt, asked] = [dateOf(row.verified_at), dateOf(row.asked_at)];
    return {
      sealed: row.sealed === null ? null : { seq: row.sealed, at: new Date(row.sealed_at!) },
      anchored: row.anchored === null ? null : { seq: row.anchored, at: new Date(row.anchored_at!) },
      waiting: Number(row.waiting),
      waitingSince: dateOf(row.waiting_since),
      verified: verifiedAt &&
        finding && {
          at: verifiedAt,
          seq: finding.sealed,
          until: dateOf(row.until),
          intact: finding.fault === null,
          message: finding.message,
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
