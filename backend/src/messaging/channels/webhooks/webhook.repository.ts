import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { db } from '../../../database.js';
import { memberId } from '../member-address.sql.js';
import type { AddressState, DisabledReason } from '../channel.types.js';

/** Hours in which the secret before a rotation signs too. */
const OVERLAP_HOURS = 24;
const now = sql<string>`now()`;

export interface StoredWebhook {
  id: string;
  userId: string;
  address: Buffer;
  secret: Buffer;
  state: AddressState;
  reason: Exclude<DisabledReason, 'blocked' | 'setting'> | null;
  previousSecretUntil: Date | null;
  failingSince: Date | null;
  lastOkAt: Date | null;
  createdAt: Date;
}

const columns = [
  'id',
  memberId,
  'address',
  'secret',
  'state',
  'reason',
  'previous_secret_until as previousSecretUntil',
  'failing_since as failingSince',
  'last_ok_at as lastOkAt',
  'created_at as createdAt',
] as const;

/** Statements about a member's own webhooks. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly em: EntityManager) {}

  /** A member has at most five. */
  async findOwn(userId: string, em: EntityManager = this.em): Promise<StoredWebhook[]> {
    const rows = await this.webhooks(em).where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();
    return rows.map(toWebhook);
  }

  /** Returns null if the member has no such webhook. */
  async find(userId: string, id: string, em: EntityManager = this.em): Promise<StoredWebhook | null> {
    const row = await this.webhooks(em).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst();
    return row ? toWebhook(row) : null;
  }

  /** As `find`, locked until the transaction ends. */
  async lock(tx: EntityManager, userId: string, id: string): Promise<StoredWebhook | null> {
    const row = await this.webhooks(tx).where('user_id', '=', userId).where('id', '=', id).forUpdate().executeTakeFirst();
    return row ? toWebhook(row) : null;
  }

  /** Locks the member, so that of two webhooks that are added the second counts the first. */
  async lockMember(tx: EntityManager, userId: string): Promise<void> {
    await db(tx).selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
  }

  async insert(tx: EntityManager, row: { id: string; userId: string; address: Buffer; hash: Buffer; secret: Buffer }): Promise<void> {
    const { id, userId, ...sealed } = row;
    await db(tx)
      .insertInto('channel_addresses')
      .values({ id, user_id: userId, channel: 'webhook', ...sealed })
      .execute();
  }

  async replaceSecret(tx: EntityManager, id: string, { secret, previous }: { secret: Buffer; previous: Buffer }): Promise<void> {
    await db(tx)
      .updateTable('channel_addresses')
      .set({ secret, previous_secret: previous, previous_secret_until: sql<string>`now() + make_interval(hours => ${OVERLAP_HOURS})` })
      .where('id', '=', id)
      .execute();
  }

  /** Begins anew: earlier failures are forgotten. */
  async enable(tx: EntityManager, id: string): Promise<void> {
    await db(tx)
      .updateTable('channel_addresses')
      .set({ state: 'active', reason: null, failing_since: null, failures: 0, warned_at: null })
      .where('id', '=', id)
      .execute();
  }

  async disable(tx: EntityManager, id: string): Promise<void> {
    await db(tx).updateTable('channel_addresses').set({ state: 'disabled', reason: 'member' }).where('id', '=', id).execute();
  }

  /** Deletes it with its log. */
  async delete(tx: EntityManager, id: string): Promise<void> {
    await db(tx).deleteFrom('channel_addresses').where('id', '=', id).execute();
  }

  /** Queues a delivery of the member's again, for the state that is wanted. */
  async replay(tx: EntityManager, deliveryId: string): Promise<void> {
    await db(tx)
      .updateTable('deliveries')
      .set({ state: 'queued', attempts: 0, is_replay: true, available_at: now, updated_at: now })
      .where('id', '=', deliveryId)
      .execute();
  }

  private webhooks(em: EntityManager) {
    return db(em).selectFrom('channel_addresses').select(columns).where('channel', '=', 'webhook');
  }
}

type WebhookRow = Omit<StoredWebhook, 'reason' | 'secret' | 'previousSecretUntil' | 'failingSince' | 'lastOkAt' | 'createdAt'> & {
  reason: DisabledReason | null;
  secret: Buffer | null;
  previousSecretUntil: string | null;
  failingSince: string | null;
  lastOkAt: string | null;
  createdAt: string;
};

function toWebhook({ reason, secret, previousSecretUntil, failingSince, lastOkAt, createdAt, ...same }: WebhookRow): StoredWebhook {
  if (!secret) throw new Error('a webhook has no secret');
  if (reason === 'blocked' || reason === 'setting') throw new Error(`a webhook cannot be disabled as ${reason}`);
  return {
    ...same,
    reason,
    secret,
    previousSecretUntil: dateOrNull(previousSecretUntil),
    failingSince: dateOrNull(failingSince),
    lastOkAt: dateOrNull(lastOkAt),
    createdAt: new Date(createdAt),
  };
}
