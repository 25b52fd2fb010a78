import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { db, type Database } from '../../database.js';
import type { MailTokenPurpose } from './mail-token.entity.js';

const TOKEN_BYTES = 32;
const TOKEN_FORMAT = /^[A-Za-z0-9_-]{43}$/;

export const hoursOf: Record<MailTokenPurpose, number> = { 'confirm-email': 24, 'change-email': 24, 'reset-password': 1 };

export interface MailTokenOwner {
  userId: string;
  email: string;
}

type Condition = ExpressionBuilder<Database, 'mail_tokens'>;

const now = sql<string>`now()`;
const sha256 = (token: string) => createHash('sha256').update(token).digest();

const isUsable = (eb: Condition) => eb.and([eb('used_at', 'is', null), eb('cancelled_at', 'is', null), eb('expires_at', '>', now)]);

const toOwner = (row: { user_id: string; email: string } | undefined): MailTokenOwner | null =>
  row ? { userId: row.user_id, email: row.email } : null;

/**
 * Every statement about the table `mail_tokens`: tokens sent by email, 32 random bytes, stored as SHA-256 only (security 3.6).
 * The database's clock decides about expiry. `use` and `cancel` require the owner's row to be locked first, so that they cannot deadlock.
 */
@Injectable()
export class MailTokenRepository {
  /** Creates a token for `owner` in the transaction of `em`. `occasion` is the id of the request that asks for it: see `wasIssued`. */
  async issue(
    em: EntityManager,
    purpose: MailTokenPurpose,
    { userId, email }: MailTokenOwner,
    occasion: string | null = null,
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expires_at = sql<string>`now() + make_interval(hours => ${hoursOf[purpose]})`;
    await db(em)
      .insertInto('mail_tokens')
      .values({ hash: sha256(token), purpose, user_id: userId, email, occasion, expires_at })
      .execute();
    return token;
  }

  /** Returns whether a token was created for this request before. The email sent then contains it. */
  async wasIssued(em: EntityManager, occasion: string): Promise<boolean> {
    const row = await db(em).selectFrom('mail_tokens').select('hash').where('occasion', '=', occasion).executeTakeFirst();
    return row !== undefined;
  }

  /** Returns the owner of a usable token without using it, or null. */
  async ownerOf(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<MailTokenOwner | null> {
    return TOKEN_FORMAT.test(token) ? toOwner(await this.owners(em, purpose, token).where(isUsable).executeTakeFirst()) : null;
  }

  /** Marks a usable token as used and returns its owner. One statement: of two concurrent calls, one gets the owner and the other null. */
  async use(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<MailTokenOwner | null> {
    if (!TOKEN_FORMAT.test(token)) return null;
    const owner = await db(em)
      .updateTable('mail_tokens')
      .set({ used_at: now })
      .where('hash', '=', sha256(token))
      .where('purpose', '=', purpose)
      .where(isUsable)
      .returning(['user_id', 'email'])
      .executeTakeFirst();
    return toOwner(owner);
  }

  /** Returns the owner of a token that has been used, or null. */
  async formerOwnerOf(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<MailTokenOwner | null> {
    return TOKEN_FORMAT.test(token)
      ? toOwner(await this.owners(em, purpose, token).where('used_at', 'is not', null).executeTakeFirst())
      : null;
  }

  /** Cancels the user's usable tokens of these purposes. */
  async cancel(em: EntityManager, userId: string, ...purposes: MailTokenPurpose[]): Promise<void> {
    await db(em)
      .updateTable('mail_tokens')
      .set({ cancelled_at: now })
      .where('user_id', '=', userId)
      .where(sql<SqlBool>`purpose = any(${purposes}::text[])`)
      .where(isUsable)
      .execute();
  }

  /** Returns the address that the user's newest usable token of this purpose was sent to. */
  async openAddress(em: EntityManager, purpose: MailTokenPurpose, userId: string): Promise<string | null> {
    const row = await db(em)
      .selectFrom('mail_tokens')
      .select('email')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where(isUsable)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row?.email ?? null;
  }

  private owners(em: EntityManager, purpose: MailTokenPurpose, token: string) {
    return db(em).selectFrom('mail_tokens').select(['user_id', 'email']).where('hash', '=', sha256(token)).where('purpose', '=', purpose);
  }
}
