import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type UpdateObject } from 'kysely';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import { db, type Database } from '../../database.js';
import { profileColumnOf, type Profile } from './profile.query.js';
import { nameProperties, USERS_EMAIL_UNIQUE } from './user.entity.js';
import { UserRepository, type Account } from './user.repository.js';
import { EmailTaken } from './users.errors.js';

const details = [...nameProperties, 'phoneNumber', 'country'] as const;

/** Fields that a user may change without confirmation, in the formats of person.rules.ts. */
export type PersonDetails = Pick<Profile, (typeof details)[number]>;

type UserUpdate = UpdateObject<Database, 'users'>;

const now = sql<string>`now()`;

/** Updates a user's own row. Methods take `tx`, the caller's transaction. */
@Injectable()
export class ProfileRepository {
  constructor(private readonly users: UserRepository) {}

  find(em: EntityManager, userId: string): Promise<Account | null> {
    return this.users.findAccount(em, userId);
  }

  /** Reads the user and locks the row. */
  lock(tx: EntityManager, userId: string): Promise<Account | null> {
    return this.users.lockAccount(tx, userId);
  }

  /** Stores the fields that differ. Returns their names. */
  async changeDetails(tx: EntityManager, account: Account, given: PersonDetails): Promise<(keyof PersonDetails)[]> {
    const changed = details.filter((field) => account[field] !== given[field]);
    if (changed.length > 0)
      await this.update(tx, account.id, Object.fromEntries(changed.map((field) => [profileColumnOf[field], given[field]])));
    return changed;
  }

  /** Stores an address that the user has confirmed. Throws EmailTaken, after which the transaction cannot continue. */
  async changeEmail(tx: EntityManager, userId: string, email: string): Promise<void> {
    try {
      await this.update(tx, userId, { email, email_confirmed_at: now });
    } catch (error) {
      throw violatesUnique(error, USERS_EMAIL_UNIQUE) ? new EmailTaken() : error;
    }
  }

  /** `provedEmail`: the password was set through an emailed link, which confirms the address. */
  async changePassword(tx: EntityManager, userId: string, passwordHash: string, { provedEmail }: { provedEmail: boolean }): Promise<void> {
    const confirmed = { email_confirmed_at: sql<string>`coalesce(email_confirmed_at, now())` };
    await this.update(tx, userId, { password_hash: passwordHash, ...(provedEmail && confirmed) });
  }

  async changeImage(tx: EntityManager, userId: string, fileId: string | null): Promise<void> {
    await this.update(tx, userId, { image_file_id: fileId });
  }

  private async update(tx: EntityManager, userId: string, values: UserUpdate): Promise<void> {
    await db(tx)
      .updateTable('users')
      .set({ ...values, updated_at: now })
      .where('id', '=', userId)
      .execute();
  }
}
