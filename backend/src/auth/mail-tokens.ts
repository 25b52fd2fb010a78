import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailTokenPurpose } from './mail-token.entity.js';

const TOKEN_BYTES = 32;
const form = /^[A-Za-z0-9_-]{43}$/;

export const hoursOf: Record<MailTokenPurpose, number> = { 'confirm-email': 24, 'change-email': 24, 'reset-password': 1 };

export interface MailTokenOwner {
  userId: string;
  email: string;
}

function hashOf(token: string): Buffer | null {
  return form.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** A token that can still be used. */
const open = 'used_at is null and cancelled_at is null and expires_at > now()';

/**
 * Tokens that travel in mails: 32 random bytes, of which the database keeps the SHA-256 alone (security 3.6). The database's clock judges them.
 * Using and cancelling a token both lock its owner's row first, so the two cannot deadlock.
 */
@Injectable()
export class MailTokens {
  /** A new token for `owner`, written in the transaction of `em`. `occasion` is the request that asks for it: see `wasIssued`. */
  async issue(
    em: EntityManager,
    purpose: MailTokenPurpose,
    { userId, email }: MailTokenOwner,
    occasion: string | null = null,
  ): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await em.execute(
      `insert into mail_tokens (hash, purpose, user_id, email, occasion, expires_at) values (?, ?, ?, ?, ?, now() + interval '${hoursOf[purpose]} hours')`,
      [hashOf(token), purpose, userId, email, occasion],
    );
    return token;
  }

  /** Whether a token was made for this request before: it is in the letter that went out then, and another one would be in none. */
  async wasIssued(em: EntityManager, occasion: string): Promise<boolean> {
    const rows = await em.execute<unknown[]>(`select 1 from mail_tokens where occasion = ?`, [occasion]);
    return rows.length > 0;
  }

  /** Whose token this is, without using it; null for one that cannot be used. */
  async ownerOf(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<MailTokenOwner | null> {
    const hash = hashOf(token);
    if (!hash) return null;
    const [owner] = await em.execute<MailTokenOwner[]>(
      `select user_id as "userId", email from mail_tokens where hash = ? and purpose = ? and ${open}`,
      [hash, purpose],
    );
    return owner ?? null;
  }

  /** Uses the token up, in one statement: of two who try at once, one gets its owner and the other null. */
  async use(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<MailTokenOwner | null> {
    const hash = hashOf(token);
    if (!hash) return null;
    const [owner] = await em.execute<MailTokenOwner[]>(
      `update mail_tokens set used_at = now() where hash = ? and purpose = ? and ${open} returning user_id as "userId", email`,
      [hash, purpose],
    );
    return owner ?? null;
  }

  /** Whose token did its work before; null for one that did not. */
  async formerOwnerOf(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<MailTokenOwner | null> {
    const hash = hashOf(token);
    if (!hash) return null;
    const [owner] = await em.execute<MailTokenOwner[]>(
      `select user_id as "userId", email from mail_tokens where hash = ? and purpose = ? and used_at is not null`,
      [hash, purpose],
    );
    return owner ?? null;
  }

  /** The user's open tokens of these purposes do nothing from now on. */
  async cancel(em: EntityManager, userId: string, ...purposes: MailTokenPurpose[]): Promise<void> {
    await em.execute(`update mail_tokens set cancelled_at = now() where user_id = ? and purpose = any(?::text[]) and ${open}`, [
      userId,
      `{${purposes.join(',')}}`,
    ]);
  }

  /** The address that the user's open token of this purpose is bound to. */
  async openAddress(em: EntityManager, purpose: MailTokenPurpose, userId: string): Promise<string | null> {
    const [row] = await em.execute<{ email: string }[]>(
      `select email from mail_tokens where user_id = ? and purpose = ? and ${open} order by created_at desc limit 1`,
      [userId, purpose],
    );
    return row?.email ?? null;
  }
}
