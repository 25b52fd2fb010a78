import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Actor } from '../../common/http/index.js';
import { MembersReader } from '../history/members-reader.js';
import { NoExchangeKey } from './exchange.errors.js';
import { ExchangeService } from './exchange.service.js';

/** An admin asks for a member's account to be read now. */
@Injectable()
export class SyncDemand {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly members: MembersReader,
    private readonly audit: AuditLog,
  ) {}

  /** The id of the run that reads it. Throws NotFound for who is no approved member, NoExchangeKey, KeyNotUsable. */
  async ask({ userId: adminId, role }: Actor, userId: string): Promise<string> {
    await this.members.member(userId);
    return this.em.transactional(async (tx) => {
      const runId = await this.exchange.requestSync(tx, userId, 'demand');
      if (!runId) throw new NoExchangeKey();
      await this.audit.record(tx, { action: 'exchange.sync', actorId: adminId, actorRole: role, targetType: 'user', targetId: userId, detail: { runId } });
      return runId;
    });
  }
}
