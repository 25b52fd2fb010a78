import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { isMailable } from '../../mail/index.js';

const CODE_MINUTES = 10;
const now = sql<string>`now()`;

/** An open request to connect Telegram. */
export interface StoredLinkCode {
  id: string;
  userId: string;
  sessionId: string;
  expiresAt: Date;
  /** Of the account that used the code, sealed. */
  telegram: Buffer | null;
  isRefused: boolean;
}

const columns = [
  'c.id',
  'c.user_id as userId',
  'c.session_id as sessionId',
  'c.expires_at as expiresAt',
  'c.telegram',
  'c.is_refused as isRefused',
] as const;

/** Every statement about the table `telegram_link_codes`, but for its retention. */
@Injectable()
export class TelegramLinkCodeRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns the member's open request; null if there is none, or if its time is over. */
  async findOpen(userId: string): Promise<StoredLinkCode | null> {
    return toCode(await this.open(this.em).where('c.user_id', '=', userId).executeTakeFirst());
  }

  /** As `findOpen`, locked until the transaction ends. */
  async lockOpen(tx: EntityManager, userId: string): Promise<StoredLinkCode | null> {
    return toCode(await this.open(tx).where('c.user_id', '=', userId).forUpdate('c').executeTakeFirst());
  }

  /** Locks and returns the request with this code; null if the code is unknown, used or expired. */
  async lockUnused(tx: EntityManager, hash: Buffer): Promise<StoredLinkCode | null> {
    const query = this.open(tx).innerJoin('users as u', 'u.id', 'c.user_id').where(isMailable);
    return toCode(await query.where('c.hash', '=', hash).where('c.used_at', 'is', null).forUpdate('c').executeTakeFirst());
  }

  /** Opens a request; the one before it is closed. */
  async replace(tx: EntityManager, row: { id: string; userId: string; sessionId: string; hash: Buffer }): Promise<void> {
    const { id, userId, sessionId, hash } = row;
    await this.delete(tx, userId);
    await db(tx)
      .insertInto('telegram_link_codes')
      .values({
        id,
        user_id: userId,
        session_id: sessionId,
        hash,
        expires_at: sql<string>`now() + make_interval(mins => ${CODE_MINUTES})`,
      })
      .execute();
  }

  /** Notes who used a code. It cannot be used again. */
  async use(tx: EntityManager, id: string, telegram: Buffer): Promise<void> {
    await db(tx).updateTable('telegram_link_codes').set({ used_at: now, telegram }).where('id', '=', id).execute();
  }

  /** Notes that the account which used a code is connected to another member. */
  async refuse(tx: EntityManager, id: string): Promise<void> {
    await db(tx).updateTable('telegram_link_codes').set({ used_at: now, is_refused: true }).where('id', '=', id).execute();
  }

  async delete(tx: EntityManager, userId: string): Promise<void> {
    await db(tx).deleteFrom('telegram_link_codes').where('user_id', '=', userId).execute();
  }

  private open(em: EntityManager) {
    return db(em).selectFrom('telegram_link_codes as c').select(columns).where('c.expires_at', '>', now);
  }
}

const toCode = (row: (Omit<StoredLinkCode, 'expiresAt'> & { expiresAt: string }) | undefined): StoredLinkCode | null =>
  row ? { ...row, expiresAt: new Date(row.expiresAt) } : null;
