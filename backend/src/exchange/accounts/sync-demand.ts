import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Actor } from '../../common/http/index.js';
import { RateLimits } from '../../common/rate-limits/index.js';
import { MembersReader } from '../history/members-reader.js';
import { RunEvents } from '../sync/run-events.js';
import { NoExchangeKey } from './exchange.errors.js';
import { ExchangeService } from './exchange.service.js';

/** Null: an operator, at the command line. */
type Asker = Pick<Actor, 'userId' | 'role'> | null;

/** Somebody asks for an account to be read now. While a run is open that is the answer: asking again starts nothing. */
@Injectable()
export class SyncDemand {
  constructor(
    private readonly em: EntityManager,
    private readonly exchange: ExchangeService,
    private readonly members: MembersReader,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
    private readonly events: RunEvents,
  ) {}

  /** An admin or an operator, for a member. The id of the run that reads the account. Throws NotFound for who is no approved member, NoExchangeKey, KeyNotUsable. */
  async ask(actor: Asker, userId: string): Promise<string> {
    await this.members.member(userId);
    return this.request(actor, userId);
  }

  /** A member, for themselves, a few times an hour. Throws NotVerified, TooMany, NoExchangeKey, KeyNotUsable. */
  async askOwn(actor: Actor): Promise<string> {
    const open = await this.openRun(actor.userId);
    if (open) return open;
    await this.members.requireApproved(actor.userId);
    await this.limits.consume('syncMember', actor.userId);
    return this.request(actor, actor.userId);
  }

  private request(actor: Asker, userId: string): Promise<string> {
    return this.em.transactional(async (tx) => {
      const runId = await this.exchange.requestSync(tx, userId, 'demand');
      if (!runId) throw new NoExchangeKey();
      await this.audit.record(tx, {
        action: 'exchange.sync',
        actorId: actor?.userId ?? null,
        actorRole: actor?.role ?? null,
        targetType: 'user',
        targetId: userId,
        detail: { runId },
      });
      await this.events.tellRecord(tx, runId);
      return runId;
    });
  }

  private async openRun(userId: string): Promise<string | null> {
    const [run] = await this.em.execute<{ id: string }[]>(
      `select r.id from sync_runs r join exchange_accounts a on a.id = r.account_id and a.is_current where a.user_id = ? and r.state in ('queued', 'running')`,
      [userId],
    );
    return run?.id ?? null;
  }
}
