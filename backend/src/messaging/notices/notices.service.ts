import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LiveEvents, noticesChanged } from '../live/index.js';
import { NoticeRepository } from './notice.repository.js';
import type { NewNotice } from './notice.types.js';

/** Tells members something in the notification centre. */
@Injectable()
export class Notices {
  constructor(
    private readonly notices: NoticeRepository,
    private readonly live: LiveEvents,
  ) {}

  /** Stores notices in the transaction of `tx`: they are told if, and only if, that commits. Each key is told once. */
  async tell(tx: EntityManager, notices: readonly NewNotice[]): Promise<void> {
    if (notices.length === 0) return;
    const told = await this.notices.insertAll(tx, notices);
    if (told.length > 0) await this.live.publishAll(tx, told.map(noticesChanged));
  }

  /** Deletes a notice. What its member's channels have not delivered yet is not delivered any more. */
  async withdraw(tx: EntityManager, userId: string, dedupeKey: string): Promise<void> {
    if (await this.notices.withdraw(tx, userId, dedupeKey)) await this.live.publish(tx, noticesChanged(userId));
  }
}
