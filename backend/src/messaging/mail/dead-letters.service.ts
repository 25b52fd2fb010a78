import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { PageOf } from '../../platform/http/index.js';
import { DeadLetterRepository, type DeadLetter, type DeadLetterList } from './dead-letter.repository.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';

/** Lists, retries and drops dead letters, for the console and the command line. `adminId` is null for the operator at the command line. */
@Injectable()
export class DeadLetters {
  constructor(
    private readonly em: EntityManager,
    private readonly letters: DeadLetterRepository,
    private readonly deliveries: MailDeliveryRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Returns a page, the latest first by default. */
  list(list?: DeadLetterList): Promise<PageOf<DeadLetter>> {
    return this.letters.findPage(list);
  }

  /** Throws NotFound. */
  async one(id: string): Promise<DeadLetter> {
    const { rows } = await this.letters.findPage({ limit: 1, filter: { id: [id] } });
    const [letter] = rows;
    if (!letter) throw new NotFound('dead letter');
    return letter;
  }

  /** Puts a message back into the outbox: it is tried at once, and for another 48 hours. Throws NotFound. */
  async retry(adminId: string | null, id: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const kind = await this.letters.revive(tx, id);
      if (kind === null) throw new NotFound('dead letter');
      await this.deliveries.clearRefusal(tx, id);
      await this.record(tx, 'dead-letter.retry', adminId, id, kind);
    });
  }

  /** Deletes the content of a message and keeps the record that there was one. Throws NotFound. */
  async drop(adminId: string | null, id: string): Promise<void> {
    await this.em.transactional(async (tx) => {
      const kind = await this.letters.drop(tx, id);
      if (kind === null) throw new NotFound('dead letter');
      await this.record(tx, 'dead-letter.drop', adminId, id, kind);
    });
  }

  private async record(em: EntityManager, action: string, adminId: string | null, id: string, kind: string): Promise<void> {
    await this.audit.record(em, {
      action,
      actorId: adminId,
      actorRole: adminId === null ? null : 'admin',
      targetType: 'outbox',
      targetId: id,
      detail: { kind },
    });
  }
}
