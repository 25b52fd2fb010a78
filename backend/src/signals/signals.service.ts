import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { InvalidInput } from '../common/domain/index.js';
import type { Actor, Page, PageOf } from '../common/http/index.js';
import { LiveEvents } from '../common/live/index.js';
import { closureProblems, geometryProblems } from './signal-geometry.js';
import { SignalReader, type PublishedSignal, type SignalFilter } from './signal-reader.js';
import { SignalReceipts } from './signal-receipts.js';
import type { SignalTerms } from './signal-terms.js';
import { Signal } from './signal.entity.js';

@Injectable()
export class SignalsService {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
    private readonly reader: SignalReader,
    private readonly live: LiveEvents,
    private readonly receipts: SignalReceipts,
  ) {}

  /** The newest signals for somebody who may see them. Which of them a member is shown is written down. */
  async show({ userId, role }: Pick<Actor, 'userId' | 'role'>, page: Page, filter: Pick<SignalFilter, 'side' | 'q'> = {}): Promise<PageOf<PublishedSignal>> {
    const found = await this.reader.newestFirst(page, filter);
    if (role !== 'admin') await this.receipts.note(userId, found.rows.map(({ id }) => id));
    return found;
  }

  /**
   * Publishes a signal to every member who may see signals; it stands as it is from then on. Joins the transaction of `em` where there is one.
   * Throws InvalidInput naming each price or date that contradicts another.
   */
  async publish(adminId: string, terms: SignalTerms, em: EntityManager = this.em): Promise<PublishedSignal> {
    const problems = [...geometryProblems(terms), ...closureProblems(terms)];
    if (problems.length > 0) throw new InvalidInput(problems, 'signal.contradicts-itself');
    const signal = new Signal(terms, adminId);
    return em.transactional(async (tx) => {
      await tx.persist(signal).flush();
      const { base, quote, side } = terms;
      await this.audit.record(tx, { action: 'signal.create', actorId: adminId, actorRole: 'admin', targetType: 'signal', targetId: signal.id, detail: { symbol: `${base}/${quote}`, side } });
      // That there is one, and nothing of it: what it says stays behind the list that asks who is reading.
      await this.live.publish(tx, { topic: 'signals', userId: null, data: { id: signal.id } });
      return this.reader.one(signal.id, tx);
    });
  }
}
