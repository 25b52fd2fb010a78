import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { accountChanged, LiveEvents } from '../../messaging/live/index.js';
import { MailOutbox } from '../../messaging/mail/index.js';
import type { StoredDispute } from './share-disputes.repository.js';

/** Tells members and admins what happens to a member's share. Methods run in the transaction of what causes the news. */
@Injectable()
export class ShareNewsService {
  constructor(
    private readonly mails: MailOutbox,
    private readonly live: LiveEvents,
  ) {}

  /** The figures were computed again: pages read them. */
  computed(tx: EntityManager, userId: string): Promise<void> {
    return this.publish(tx, userId, 'computed');
  }

  /** A dispute was opened or withdrawn: the list of the console is read again. */
  disputed(tx: EntityManager, userId: string): Promise<void> {
    return this.publish(tx, userId, 'disputed');
  }

  /** Emails the member the decision about a dispute with its reason. */
  async decided(
    tx: EntityManager,
    { id, userId, symbol }: Pick<StoredDispute, 'id' | 'userId' | 'symbol'>,
    { state, reason }: { state: 'upheld' | 'dropped'; reason: string },
  ): Promise<void> {
    await this.publish(tx, userId, 'decided');
    const letter = state === 'upheld' ? 'share-line-charged' : 'share-line-dropped';
    await this.mails.queue(tx, { letter, to: userId, data: { symbol, reason }, dedupeKey: `${letter}:${id}` });
  }

  private publish(tx: EntityManager, userId: string, state: 'computed' | 'disputed' | 'decided'): Promise<void> {
    return this.live.publish(tx, accountChanged(userId, { changed: 'club-share', state }));
  }
}
