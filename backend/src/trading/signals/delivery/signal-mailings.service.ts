import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MailOutbox, SignalReaderRepository } from '../../../messaging/mail/index.js';
import { SignalRepository } from '../signal.repository.js';
import { SignalWithOutcomeQuery } from '../signal-with-outcome.query.js';
import { amendedMessage, endedMessage, publishedMessage, type SignalMessage } from './signal-letter.messages.js';
import {
  advanceMailing,
  countUnsentLetters,
  hasUnfinishedMailing,
  insertNewMailings,
  lockNextMailing,
  type Mailing,
} from './signal-mailing.repository.js';

/** Members that one transaction looks at. */
export const BATCH = 100;
/** No more letters are written while this many are unsent: other letters use the same queue. */
const MAX_UNSENT = 100;

const kinds = { published: 'signal-published', amended: 'signal-changed', ended: 'signal-ended' } as const;

/**
 * Writes letters about signals to those who want them. Each event has a row with the progress of its letters, so that a worker continues
 * where another died.
 */
@Injectable()
export class SignalMailingsService {
  constructor(
    private readonly em: EntityManager,
    private readonly signals: SignalRepository,
    private readonly stories: SignalWithOutcomeQuery,
    private readonly readers: SignalReaderRepository,
    private readonly outbox: MailOutbox,
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
      if (!mailing || (await countUnsentLetters(em, MAX_UNSENT)) === MAX_UNSENT) return false;
      const kind = kinds[mailing.what];
      const { ids, last } = await this.readers.findAfter(em, kind, mailing.afterUser, BATCH);
      const message = ids.length > 0 ? await this.messageOf(mailing, em) : null;
      for (const userId of message ? ids : []) {
        const data = { ...message!, signalId: mailing.signalId, kind };
        await this.outbox.queue(em, {
          letter: 'signal',
          to: userId,
          data,
          dedupeKey: `signal:${mailing.what}:${mailing.subjectId}:${userId}`,
        });
      }
      await advanceMailing(em, mailing, last, message ? ids.length : 0);
      return true;
    });
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
