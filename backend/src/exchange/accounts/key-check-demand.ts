import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Actor } from '../../common/http/access-ports.js';
import { RateLimits } from '../../common/rate-limits/index.js';
import { MembersReader } from '../history/members-reader.js';
import { ExchangeOutOfReach, NoExchangeKey } from './exchange.errors.js';
import { KeyReader, type KeyView } from './key-reader.js';
import { StoredKeyCheck } from './stored-key-check.js';

/** Somebody asks for a key to be shown to its exchange now: its owner who narrowed its rights, or an admin. */
@Injectable()
export class KeyCheckDemand {
  constructor(
    private readonly em: EntityManager,
    private readonly check: StoredKeyCheck,
    private readonly reader: KeyReader,
    private readonly members: MembersReader,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /** The key as it is found. Throws NoExchangeKey (409), TooMany (429), ExchangeOutOfReach (503). */
  async byOwner(actor: Actor): Promise<KeyView> {
    await this.limits.consume('keyCheckUser', actor.userId);
    return this.ask(actor, actor.userId);
  }

  /** As byOwner. Throws NotFound for who is no approved member. */
  async byAdmin(actor: Actor, userId: string): Promise<KeyView> {
    await this.members.member(userId);
    await this.limits.consume('keyCheckAdmin', actor.userId);
    return this.ask(actor, userId);
  }

  private async ask({ userId: actorId, role }: Actor, userId: string): Promise<KeyView> {
    const settled = await this.check.now(this.em, userId);
    if (settled === 'no-key') throw new NoExchangeKey();
    if (settled === 'unreachable') throw new ExchangeOutOfReach();
    const { accountId, was, keyState } = settled;
    await this.audit.record(this.em, {
      action: 'exchange.key-check',
      actorId,
      actorRole: role,
      targetType: 'user',
      targetId: userId,
      detail: { accountId, was, state: keyState },
    });
    return this.reader.keyOf(userId);
  }
}
