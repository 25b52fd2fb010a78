import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { OutboxBacklog } from '../../platform/outbox/index.js';
import { MAIL_KIND } from '../../messaging/mail/index.js';

export interface MailQueue {
  waiting: number;
  sending: number;
  /** Given up, and neither tried again nor thrown away. */
  dead: number;
  /** When the oldest letter that has not left was written. */
  oldestAt: Date | null;
  /** Mails of broadcasts under way that have not left. */
  broadcastWaiting: number;
}

/** More mails of broadcasts than this are not counted. */
const MOST = 100_000;

const ofBroadcasts = `select count(*)::int as n from (
    select 1 from broadcasts b join broadcast_deliveries d on d.broadcast_id = b.id
    where b.state in ('scheduled', 'sending', 'paused') and d.status in ('queued', 'sending', 'uncertain', 'failed_retryable') limit ${MOST}
  ) waiting`;

@Injectable()
export class MailQueueReader {
  constructor(
    private readonly em: EntityManager,
    private readonly backlog: OutboxBacklog,
  ) {}

  async read(): Promise<MailQueue> {
    const [kinds, [broadcasts]] = await Promise.all([this.backlog.byKind(), this.em.execute<{ n: number }[]>(ofBroadcasts)]);
    const letters = kinds.find(({ kind }) => kind === MAIL_KIND);
    return {
      waiting: letters?.waiting ?? 0,
      sending: letters?.sending ?? 0,
      dead: letters?.dead ?? 0,
      oldestAt: letters?.oldestAt ?? null,
      broadcastWaiting: broadcasts?.n ?? 0,
    };
  }
}
