import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { MailTokenPurpose } from './mail-token.entity.js';

const TOKEN_BYTES = 32;
const form = /^[A-Za-z0-9_-]{43}$/;

export const hoursOf: Record<MailTokenPurpose, number> = { 'confirm-email': 24 };

export interface MailTokenOwner {
  userId: string;
  email: string;
}

function hashOf(token: string): Buffer | null {
  return form.test(token) ? createHash('sha256').update(token).digest() : null;
}

/** Tokens that travel in mails: 32 random bytes, of which the database keeps the SHA-256 alone (security 3.6). The database's clock judges them. */
@Injectable()
export class MailTokens {
  /** A new token for `owner`, written in the transaction of `em`. */
  async issue(em: EntityManager, purpose: MailTokenPurpose, { userId, email }: MailTokenOwner): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await em.execute(`insert into mail_tokens (hash, purpose, user_id, email, expires_at) values (?, ?, ?, ?, now() + interval '${hoursOf[purpose]} hours')`, [hashOf(token), purpose, userId, email]);
    return token;
  }

  /** Uses the token up, in one statement: of two who try at once, one gets its owner and the other null. */
  async use(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<MailTokenOwner | null> {
    const hash = hashOf(token);
    if (!hash) return null;
    const [owner] = await em.execute<MailTokenOwner[]>(
      `update mail_tokens set used_at = now() where hash = ? and purpose = ? and used_at is null and expires_at > now() returning user_id as "userId", email`,
      [hash, purpose],
    );
    return owner ?? null;
  }

  /** Whether this very token did its work before. */
  async wasUsed(em: EntityManager, purpose: MailTokenPurpose, token: string): Promise<boolean> {
    const hash = hashOf(token);
    if (!hash) return false;
    const rows = await em.execute<unknown[]>(`select 1 from mail_tokens where hash = ? and purpose = ? and used_at is not null`, [hash, purpose]);
    return rows.length > 0;
  }
}
