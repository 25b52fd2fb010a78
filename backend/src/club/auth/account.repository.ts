import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { NO_PASSWORD } from '../../platform/crypto/index.js';
import { db } from '../../database.js';
import { personColumns, type User } from '../users/index.js';

const now = sql<string>`now()`;

const byEmail = (em: EntityManager, email: string) =>
  db(em)
    .selectFrom('users')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email));

/** The statements on `users` of sign-up, confirmation and reset. Emails are canonical; locks last until the transaction of `em` ends. */
@Injectable()
export class AccountRepository {
  async findId(em: EntityManager, email: string): Promise<string | null> {
    return (await byEmail(em, email).select('id').executeTakeFirst())?.id ?? null;
  }

  /** Locks an account that has this address and is not in the rejected list. */
  async lockNotRejected(em: EntityManager, email: string) {
    return (await byEmail(em, email).select(['id', 'email']).where('rejected_at', 'is', null).forUpdate().executeTakeFirst()) ?? null;
  }

  /** Locks an account whose address was never confirmed and that is not in the rejected list. */
  async lockUnconfirmed(em: EntityManager, email: string, { admins }: { admins: boolean }) {
    const user = await byEmail(em, email)
      .select(['id', 'email', 'password_hash'])
      .where('email_confirmed_at', 'is', null)
      .where('rejected_at', 'is', null)
      .$if(!admins, (query) => query.where('role', '!=', 'admin'))
      .forUpdate()
      .executeTakeFirst();
    return user ? { id: user.id, email: user.email, hasPassword: user.password_hash !== NO_PASSWORD } : null;
  }

  /** Locks the user if `email` is still the account's address. */
  async lockOwner(em: EntityManager, { userId, email }: { userId: string; email: string }) {
    const user = await byEmail(em, email).select(['role', 'email_confirmed_at']).where('id', '=', userId).forUpdate().executeTakeFirst();
    return user ? { role: user.role, confirmed: user.email_confirmed_at !== null } : null;
  }

  async confirmEmail(em: EntityManager, userId: string): Promise<void> {
    await db(em).updateTable('users').set({ email_confirmed_at: now, updated_at: now }).where('id', '=', userId).execute();
  }

  /** Replaces the hash of an unchanged password. */
  async renewHash(em: EntityManager, { id, passwordHash }: { id: string; passwordHash: string }, renewed: string): Promise<void> {
    await db(em)
      .updateTable('users')
      .set({ password_hash: renewed })
      .where('id', '=', id)
      .where('password_hash', '=', passwordHash)
      .execute();
  }

  /**
   * Overwrites an unconfirmed account with a later sign-up and removes its password. The referral remains only if both sign-ups name the
   * same referrer, because the referrer sees the member's name.
   */
  async overwrite(em: EntityManager, userId: string, member: User): Promise<void> {
    const referrer = member.referredBy ?? null;
    await db(em)
      .updateTable('users')
      .set({
        password_hash: NO_PASSWORD,
        ...personColumns(member),
        role: member.role,
        referral_code: member.referralCode,
        referred_by_id: sql<string | null>`case when referred_by_id = ${referrer}::uuid then referred_by_id end`,
        terms_version: member.termsVersion ?? null,
        language: member.language ?? null,
        updated_at: now,
      })
      .where('id', '=', userId)
      .execute();
  }
}
