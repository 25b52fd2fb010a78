import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Actor } from '../../common/http/access-ports.js';
import { uuidv7 } from '../../common/domain/index.js';
import { accountChanged, LiveEvents } from '../../common/live/index.js';
import { MailOutbox } from '../../mail/index.js';
import { RunEvents } from '../sync/run-events.js';
import type { Venue } from '../port/index.js';
import { ExchangeService } from './exchange.service.js';
import type { KeyState } from './exchange-account.entity.js';

/** What follows a change of a member's key: which runs end or begin, what is written down, and who is told. In the transaction of `em`. */
@Injectable()
export class KeyConsequences {
  constructor(
    private readonly exchange: ExchangeService,
    private readonly events: RunEvents,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /** Its owner put a key into `accountId`, and is approved already: the account is read at once. */
  async replaced(
    em: EntityManager,
    actor: Actor,
    { accountId, venue, state }: { accountId: string; venue: Venue; state: KeyState },
  ): Promise<void> {
    const [account] = await em.execute<{ last_synced_at: string | null }[]>(
      'update exchange_accounts set sync_enabled = true, updated_at = now() where id = ? returning last_synced_at',
      [accountId],
    );
    await this.beginReading(em, actor.userId);
    await this.record(em, actor, 'exchange.key-replace', { accountId, venue, state, continues: account?.last_synced_at != null });
    await this.mail.queue(em, { letter: 'key-replaced', to: actor.userId, data: {}, dedupeKey: `key-replaced:${uuidv7()}` });
    await this.live.publish(em, accountChanged(actor.userId, { changed: 'exchange-key', state }));
  }

  /** Its owner took the key away. */
  async removed(em: EntityManager, actor: Actor, accountId: string): Promise<void> {
    await this.endReading(em, accountId, 'The key was removed by its owner');
    await this.record(em, actor, 'exchange.key-remove', { accountId });
    await this.mail.queue(em, { letter: 'key-removed', to: actor.userId, data: {}, dedupeKey: `key-removed:${uuidv7()}` });
    await this.live.publish(em, accountChanged(actor.userId, { changed: 'exchange-key', state: 'none' }));
  }

  /** Nothing may be read with the key any more, for `reason`. */
  stopped(em: EntityManager, accountId: string, reason: string): Promise<void> {
    return this.endReading(em, accountId, reason);
  }

  /** A key that was stopped is good again. Its member may have been approved meanwhile: then nothing has begun the syncs so far. */
  async restored(em: EntityManager, { accountId, userId }: { accountId: string; userId: string }): Promise<void> {
    const approved = await em.execute<unknown[]>(
      `update exchange_accounts a set sync_enabled = true, updated_at = now() from users u where a.id = ? and u.id = a.user_id and u.kyc_status = 'approved' returning a.id`,
      [accountId],
    );
    if (approved.length > 0) await this.beginReading(em, userId);
  }

  private async beginReading(em: EntityManager, userId: string): Promise<void> {
    const runId = await this.exchange.requestSync(em, userId, 'demand');
    if (runId) await this.events.tellRecord(em, runId);
  }

  private async endReading(em: EntityManager, accountId: string, reason: string): Promise<void> {
    const ended = await em.execute<{ id: string }[]>(
      `update sync_runs set state = 'failed', finished_at = now(), error = ? where account_id = ? and state in ('queued', 'running') returning id`,
      [reason.slice(0, 500), accountId],
    );
    for (const { id } of ended) await this.events.tellRecord(em, id);
  }

  private record(em: EntityManager, { userId, role }: Actor, action: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId: userId, actorRole: role, targetType: 'user', targetId: userId, detail });
  }
}
