import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox, MAX_DIGEST_ITEMS, SignalReaderRepository, type DigestItem } from '../../../messaging/mail/index.js';
import { Clock } from '../../../platform/domain/index.js';
import { SignalRepository } from '../signal.repository.js';
import { SignalWithOutcomeQuery, type SignalWithOutcome } from '../signal-with-outcome.query.js';
import { digestItem } from './digest-item.rules.js';
import type { DigestEvent } from './signal-digest.entity.js';
import { hasDueDigest, takeDueDigest } from './signal-digest.repository.js';
import { kinds } from './signal-mailing.entity.js';
import { hasEnoughUnsent } from './signal-mailing.repository.js';

/** Writes the daily email about signals to those who chose it. */
@Injectable()
export class SignalDigestsService {
  constructor(
    private readonly em: EntityManager,
    private readonly signals: SignalRepository,
    private readonly stories: SignalWithOutcomeQuery,
    private readonly readers: SignalReaderRepository,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes the oldest email that is due. Returns false if there is none, or enough are unsent. Leaves out kinds that the member gets at
   * once or not at all by now, and writes nothing if none remains.
   */
  async writeNext(): Promise<boolean> {
    const now = this.clock.now();
    if (!(await hasDueDigest(this.em, now))) return false;
    return this.em.transactional(async (em) => {
      if (await hasEnoughUnsent(em)) return false;
      const due = await takeDueDigest(em, now);
      if (!due) return false;
      const { userId, dueAt, events } = due;
      const wanted = await this.readers.digestKinds(userId, em);
      const items = await this.itemsOf(
        events.filter(({ what }) => wanted.includes(kinds[what])),
        em,
      );
      if (items.length > 0)
        await this.outbox.queue(em, {
          letter: 'signal-digest',
          to: userId,
          data: { items: items.slice(0, MAX_DIGEST_ITEMS), more: Math.max(0, items.length - MAX_DIGEST_ITEMS) },
          dedupeKey: `signal-digest:${userId}:${dueAt.toISOString()}`,
        });
      return true;
    });
  }

  /** The oldest first, without events that no longer hold. */
  private async itemsOf(events: readonly DigestEvent[], em: EntityManager): Promise<DigestItem[]> {
    const ids = [...new Set(events.map(({ signalId }) => signalId))];
    const found = await this.signals.findByIds(ids, em);
    const stories = new Map((await this.stories.of(found, em)).map((story): [string, SignalWithOutcome] => [story.id, story]));
    return events
      .flatMap((event) => {
        const story = stories.get(event.signalId);
        return (story && digestItem(story, event)) ?? [];
      })
      .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  }
}
