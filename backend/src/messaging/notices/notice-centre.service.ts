import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import { maySeeSignals, type Actor } from '../../platform/http/index.js';
import { LiveEvents, noticesChanged } from '../live/index.js';
import { NoticeCursorRepository } from './notice-cursor.repository.js';
import { NoticeRepository } from './notice.repository.js';
import type { NoticeItem, NoticePosition, NoticeReader } from './notice.types.js';

/** Of each request: a right that has ended takes its items away at once. */
const readerOf = (actor: Actor): NoticeReader => ({ userId: actor.userId, seesSignals: maySeeSignals(actor) });

/** A member's list of notices: their own, and what is for many. */
@Injectable()
export class NoticeCentre {
  constructor(
    private readonly em: EntityManager,
    private readonly notices: NoticeRepository,
    private readonly cursors: NoticeCursorRepository,
    private readonly live: LiveEvents,
  ) {}

  /** Returns the newest items below a position, at most `limit`, and whether there are more. */
  async page(actor: Actor, before: NoticePosition | null, limit: number): Promise<{ items: NoticeItem[]; hasMore: boolean }> {
    const items = await this.notices.findPage(readerOf(actor), before, limit + 1);
    return { items: items.slice(0, limit), hasMore: items.length > limit };
  }

  /** Counts what is not read, up to MAX_COUNTED. */
  countUnread(actor: Actor): Promise<number> {
    return this.notices.countUnread(readerOf(actor));
  }

  /** Marks one item as read and returns how many are not. Throws NotFound, also for what others are told. */
  markRead(actor: Actor, id: string): Promise<number> {
    return this.change(actor, async (tx, who) => {
      if (await this.notices.markRead(tx, who.userId, id)) return;
      if (!(await this.cursors.markRead(tx, who, id))) throw new NotFound('notification');
    });
  }

  /** Marks what the member was shown as read: everything up to a position. Returns how many are not. */
  markAllRead(actor: Actor, upTo: NoticePosition): Promise<number> {
    return this.change(actor, async (tx, who) => {
      await this.notices.markReadUpTo(tx, who.userId, upTo);
      await this.cursors.markReadUpTo(tx, who, upTo);
    });
  }

  /** Tells the member's other pages. */
  private change(actor: Actor, act: (tx: EntityManager, who: NoticeReader) => Promise<void>): Promise<number> {
    const who = readerOf(actor);
    return this.em.transactional(async (tx) => {
      await act(tx, who);
      await this.live.publish(tx, noticesChanged(who.userId));
      return this.notices.countUnread(who, tx);
    });
  }
}
