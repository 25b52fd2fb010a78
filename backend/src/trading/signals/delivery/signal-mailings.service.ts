import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../../platform/config/index.js';
import { Clock } from '../../../platform/domain/index.js';
import { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox, SignalReaderRepository, type SignalReader } from '../../../messaging/mail/index.js';
import { nextDigestAt } from './digest-time.rules.js';
import { addToDigests } from './signal-digest.repository.js';
import { SignalRepository } from '../signal.repository.js';
import { SignalWithOutcomeQuery } from '../signal-with-outcome.query.js';
import { amendedMessage, endedMessage, publishedMessage, type SignalMessage } from './signal-letter.messages.js';
import { kinds } from './signal-mailing.entity.js';
import {
  advanceMailing,
  hasEnoughUnsent,
  hasUnfinishedMailing,
  insertNewMailings,
  lockNextMailing,
  type Mailing,
} from './signal-mailing.repository.js';

/** Members that one transaction looks at. */
export const BATCH = 100;

/**
 * Writes letters about signals to those who want them, or notes the event for their next daily email. Each event has a row with the
 * progress of its letters, so that a worker continues where another died.
 */
@Injectable()
export class SignalMailingsService {
  constructor(
    private readonly em: EntityManager,
    private readonly signals: SignalRepository,
    private readonly stories: SignalWithOutcomeQuery,
    private readonly readers: SignalReaderRepository,
    private readonly outbox: MailOutbox,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {}

  /** Adds the events since the last call. */
  async note(): Promise<void> {
    await insertNewMailings(this.em);
  }

  /** Writes the next letters of one event. Returns false if there are none, or enough are unsent. */
  async writeSome(): Promise<boolean> {
    if (!(await hasUnfinishedMailing(this.em))) return false;
    return this.em.transactional(async (em) => {
      const mailing = await lockNextMailing(em);
      if (!mailing || (await hasEnoughUnsent(em))) return false;
      const kind = kinds[mailing.what];
      const { readers, last } = await this.readers.findAfter(em, kind, mailing.afterUser, BATCH);
      const atOnce = readers.filter(({ isDigest }) => !isDigest);
      const message = atOnce.length > 0 ? await this.messageOf(mailing, em) : null;
      for (const { id } of message ? atOnce : []) {
        const data = { ...message!, signalId: mailing.signalId, kind };
        await this.outbox.queue(em, { letter: 'signal', to: id, data, dedupeKey: `signal:${mailing.what}:${mailing.subjectId}:${id}` });
      }
      await this.addToDigests(
        em,
        mailing,
        readers.filter(({ isDigest }) => isDigest),
      );
      await advanceMailing(em, mailing, last, message ? atOnce.length : 0);
      return true;
    });
  }

  private addToDigests(em: EntityManager, { what, subjectId, signalId }: Mailing, readers: readonly SignalReader[]): Promise<void> {
    const now = this.clock.now();
    const due = readers.map(({ id, timeZone }) => ({ userId: id, dueAt: nextDigestAt(timeZone ?? this.config.clubTimeZone, now) }));
    return addToDigests(em, due, { what, subjectId, signalId });
  }

  /** Returns null if the event no longer holds. */
  private async messageOf({ what, subjectId, signalId }: Mailing, em: EntityManager): Promise<SignalMessage | null> {
    const [story] = await this.stories.of([await this.signals.getById(signalId, em)], em);
    if (what === 'published') return publishedMessage(story!);
    if (what === 'ended') return story!.outcome && endedMessage(story!, story!.outcome);
    const amendment = story!.amendments.find(({ id }) => id === subjectId);
    return amendment ? amendedMessage(story!, amendment) : null;
  }
}
