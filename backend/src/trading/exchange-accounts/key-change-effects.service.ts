import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { uuidv7, type Role } from '../../platform/domain/index.js';
import { accountChanged, LiveEvents } from '../../messaging/live/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import type { Venue } from '../venues/index.js';
import { AccountSync } from './account-sync.port.js';
import { ExchangeAccountRepository } from './exchange-account.repository.js';
import type { KeyState } from './exchange-account.entity.js';

/**
 * Applies the effects of a change of a member's key: starts and ends runs, writes the audit log, notifies. Every method works in the
 * transaction of `em`.
 */
@Injectable()
export class KeyChangeEffectsService {
  constructor(
    private readonly accounts: ExchangeAccountRepository,
    private readonly sync: AccountSync,
    private readonly audit: AuditLog,
    private readonly mail: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /** Handles a new key of an approved member in `accountId`: the account is read at once. */
  async replaced(
    em: EntityManager,
    actor: Actor,
    { accountId, venue, state }: { accountId: string; venue: Venue; state: KeyState },
  ): Promise<void> {
    const lastSyncedAt = await this.accounts.enableSync(em, accountId);
    await this.sync.start(em, actor.userId);
    await this.record(em, actor, 'exchange.key-replace', { accountId, venue, state, continues: lastSyncedAt !== null });
    await this.mail.queue(em, { letter: 'key-replaced', to: actor.userId, data: {}, dedupeKey: `key-replaced:${uuidv7()}` });
    await this.live.publish(em, accountChanged(actor.userId, { changed: 'exchange-key', state }));
  }

  /** Handles the removal of a key by its owner. */
  async removed(em: EntityManager, actor: Actor, accountId: string): Promise<void> {
    await this.sync.stop(em, accountId, 'The key was removed by its owner');
    await this.record(em, actor, 'exchange.key-remove', { accountId });
    await this.mail.queue(em, { letter: 'key-removed', to: actor.userId, data: {}, dedupeKey: `key-removed:${uuidv7()}` });
    await this.live.publish(em, accountChanged(actor.userId, { changed: 'exchange-key', state: 'none' }));
  }

  /** Handles the removal of a key by an admin, for `reason`. */
  async ended(
    em: EntityManager,
    { userId, accountId, by, reason }: { userId: string; accountId: string; by: { adminId: string; role: Role }; reason: string },
  ): Promise<void> {
    await this.sync.stop(em, accountId, reason);
    await this.audit.record(em, {
      action: 'exchange.key-remove',
      actorId: by.adminId,
      actorRole: by.role,
      targetType: 'user',
      targetId: userId,
      detail: { accountId, reason },
    });
    await this.live.publish(em, accountChanged(userId, { changed: 'exchange-key', state: 'none' }));
  }

  /** Ends the runs that read with a key that must not be used any more, for `reason`. */
  stopped(em: EntityManager, accountId: string, reason: string): Promise<void> {
    return this.sync.stop(em, accountId, reason);
  }

  /** Handles a stopped key that is valid again. If its member was approved meanwhile, the regular syncs have not started yet. */
  async restored(em: EntityManager, { accountId, userId }: { accountId: string; userId: string }): Promise<void> {
    if (await this.accounts.enableSyncIfApproved(em, accountId)) await this.sync.start(em, userId);
  }

  private record(em: EntityManager, { userId, role }: Actor, action: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId: userId, actorRole: role, targetType: 'user', targetId: userId, detail });
  }
}
