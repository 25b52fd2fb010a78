import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import type { Page, PageOf } from '../../../platform/http/index.js';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { readPage } from '../../../platform/persistence/page.query.js';
import { db } from '../../../database.js';
import type { DeliveryState } from '../channel.types.js';

/** Attempts that are shown of one delivery: those of a whole schedule, and a replay. */
const MAX_ATTEMPTS = 20;

export interface LoggedAttempt {
  at: Date;
  revision: number;
  status: number | null;
  ms: number | null;
  answer: string;
}

export interface LoggedDelivery {
  id: string;
  threadId: string;
  eventId: string;
  kind: string;
  revision: number;
  payload: string;
  state: DeliveryState;
  /** When the next try is due; null: there is none. */
  nextTryAt: Date | null;
  /** Why it was not sent, as a code. */
  reason: string | null;
  createdAt: Date;
  /** The newest first. */
  attempts: LoggedAttempt[];
}

/** Reads what a webhook was sent. */
@Injectable()
export class WebhookLogRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns deliveries of a webhook with their attempts, the newest first. The caller has checked whose it is. */
  async findPage(addressId: string, page: Page): Promise<PageOf<LoggedDelivery>> {
    const rows = this.deliveries(this.em).where('d.address_id', '=', addressId).orderBy('d.updated_at', 'desc').orderBy('d.id', 'desc');
    const matching = db(this.em).selectFrom('deliveries as d').where('d.address_id', '=', addressId);
    const found = await readPage(db(this.em), rows, matching, page);
    const attempts = await this.attemptsOf(found.rows.map(({ id }) => id));
    return { rows: found.rows.map((row) => toLogged(row, attempts.get(row.id) ?? [])), total: found.total };
  }

  /** Returns a delivery to one of the member's webhooks, locked; null if there is none. */
  async lock(
    tx: EntityManager,
    userId: string,
    deliveryId: string,
  ): Promise<{ id: string; addressId: string; state: DeliveryState } | null> {
    const row = await db(tx)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .select(['d.id', 'd.address_id as addressId', 'd.state'])
      .where('d.id', '=', deliveryId)
      .where('a.user_id', '=', userId)
      .where('a.channel', '=', 'webhook')
      .forUpdate('d')
      .executeTakeFirst();
    return row ?? null;
  }

  private deliveries(em: EntityManager) {
    return db(em)
      .selectFrom('deliveries as d')
      .innerJoin('events as e', (join) => join.onRef('e.subject_id', '=', 'd.thread_id').onRef('e.revision', '=', 'd.wanted_revision'))
      .select([
        'd.id',
        'd.thread_id as threadId',
        'e.id as eventId',
        'e.kind',
        'e.revision',
        'e.payload',
        'd.state',
        'd.available_at as availableAt',
        'd.last_answer as lastAnswer',
        'd.created_at as createdAt',
      ]);
  }

  private async attemptsOf(deliveryIds: readonly string[]): Promise<Map<string, LoggedAttempt[]>> {
    if (deliveryIds.length === 0) return new Map();
    const rows = await db(this.em)
      .selectFrom((eb) =>
        eb
          .selectFrom('delivery_attempts')
          .select(['delivery_id as deliveryId', 'at', 'revision', 'status', 'ms', 'answer'])
          .select(sql<number>`row_number() over (partition by delivery_id order by at desc, id)`.as('place'))
          .where(sql<SqlBool>`delivery_id = any(${deliveryIds}::uuid[])`)
          .as('t'),
      )
      .select(['t.deliveryId', 't.at', 't.revision', 't.status', 't.ms', 't.answer'])
      .where('t.place', '<=', MAX_ATTEMPTS)
      .orderBy('t.at', 'desc')
      .execute();
    const found = new Map<string, LoggedAttempt[]>();
    for (const { deliveryId, at, ...same } of rows)
      found.set(deliveryId, [...(found.get(deliveryId) ?? []), { ...same, at: new Date(at) }]);
    return found;
  }
}

type LogRow = Omit<LoggedDelivery, 'nextTryAt' | 'reason' | 'createdAt' | 'attempts'> & {
  availableAt: string;
  lastAnswer: string | null;
  createdAt: string;
};

function toLogged({ availableAt, lastAnswer, createdAt, ...same }: LogRow, attempts: LoggedAttempt[]): LoggedDelivery {
  const isWaiting = same.state === 'queued' || same.state === 'failed_retryable' || same.state === 'uncertain';
  return {
    ...same,
    nextTryAt: isWaiting ? dateOrNull(availableAt) : null,
    reason: same.state === 'suppressed' ? lastAnswer : null,
    createdAt: new Date(createdAt),
    attempts,
  };
}
