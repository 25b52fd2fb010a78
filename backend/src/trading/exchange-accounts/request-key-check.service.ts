import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { ExchangeOutOfReach, NoExchangeKey } from './exchange-account.errors.js';
import { KeyViewReader, type KeyView } from './key-view.reader.js';
import { requireMember } from './member.query.js';
import { StoredKeyCheckService } from './stored-key-check.service.js';

/** Checks a key at once for its owner, who may have narrowed its rights, or for an admin. */
@Injectable()
export class RequestKeyCheckService {
  constructor(
    private readonly em: EntityManager,
    private readonly checks: StoredKeyCheckService,
    private readonly reader: KeyViewReader,
    private readonly limits: RateLimits,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the key as the check left it. Throws NoExchangeKey (409), TooMany (429), ExchangeOutOfReach (503). */
  async byOwner(actor: Actor): Promise<KeyView> {
    await this.limits.consume('keyCheckUser', actor.userId);
    return this.check(actor, actor.userId);
  }

  /** As byOwner. Throws NotFound for users who are no approved members. */
  async byAdmin(actor: Actor, userId: string): Promise<KeyView> {
    await requireMember(this.em, userId);
    await this.limits.consume('keyCheckAdmin', actor.userId);
    return this.check(actor, userId);
  }

  private async check({ userId: actorId, role }: Actor, userId: string): Promise<KeyView> {
    const settled = await this.checks.now(this.em, userId);
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
