import { Injectable } from '@nestjs/common';
import { UniqueConstraintViolationException, type EntityManager } from '@mikro-orm/postgresql';
import { DomainError, type Role } from '../../platform/domain/index.js';
import type { UserStatus } from './user.entity.js';

/** What people change about themselves without further ado, in the forms that person.ts accepts. */
export interface PersonDetails {
  surname: string;
  otherName: string;
  phoneNumber: string;
  country: string;
}

/** A user's row as changing it looks at it. */
export interface Account extends PersonDetails {
  id: string;
  email: string;
  role: Role;
  status: UserStatus;
  rejected: boolean;
  emailConfirmed: boolean;
  securityEpoch: number;
  imageFileId: string | null;
}

/** Somebody else uses the address by now. Told to those alone who proved that they read its mail. */
export class EmailTaken extends DomainError {
  constructor() {
    super('conflict', 'user.email-taken', 'This e-mail address belongs to another account by now. Nothing was changed');
  }
}

const columns = `id, email, surname, other_name as "otherName", phone_number as "phoneNumber", country, role, status, rejected_at is not null as rejected,
  email_confirmed_at is not null as "emailConfirmed",
  security_epoch as "securityEpoch", image_file_id as "imageFileId"`;

const columnOf: Record<keyof PersonDetails, string> = {
  surname: 'surname',
  otherName: 'other_name',
  phoneNumber: 'phone_number',
  country: 'country',
};

/** Writes to a user's own row, each in the transaction of its `em`. */
@Injectable()
export class ProfileRecords {
  async find(em: EntityManager, userId: string): Promise<Account | null> {
    const [row] = await em.execute<Account[]>(`select ${columns} from users where id = ?`, [userId]);
    return row ?? null;
  }

  /** The user with the row locked until the transaction ends. */
  async lock(em: EntityManager, userId: string): Promise<Account | null> {
    const [row] = await em.execute<Account[]>(`select ${columns} from users where id = ? for update`, [userId]);
    return row ?? null;
  }

  /** Stores what differs; returns the names of those fields. */
  async changeDetails(em: EntityManager, account: Account, details: PersonDetails): Promise<(keyof PersonDetails)[]> {
    const changed = (Object.keys(columnOf) as (keyof PersonDetails)[]).filter((field) => account[field] !== details[field]);
    if (changed.length > 0)
      await em.execute(`update users set ${changed.map((field) => `${columnOf[field]} = ?, `).join('')}updated_at = now() where id = ?`, [
        ...changed.map((field) => details[field]),
        account.id,
      ]);
    return changed;
  }

  /** `email` is proved: whoever asks has read its mail. Throws EmailTaken, with which the transaction ends. */
  async changeEmail(em: EntityManager, userId: string, email: string): Promise<void> {
    try {
      await em.execute(`update users set email = ?, email_confirmed_at = now(), updated_at = now() where id = ?`, [email, userId]);
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new EmailTaken() : error;
    }
  }

  /** `provedEmail`: the new password was chosen through a mail to the user's address, which confirms it. */
  async changePassword(em: EntityManager, userId: string, passwordHash: string, { provedEmail }: { provedEmail: boolean }): Promise<void> {
    const confirmed = provedEmail ? ', email_confirmed_at = coalesce(email_confirmed_at, now())' : '';
    await em.execute(`update users set password_hash = ?${confirmed}, updated_at = now() where id = ?`, [passwordHash, userId]);
  }

  async changeImage(em: EntityManager, userId: string, fileId: string | null): Promise<void> {
    await em.execute(`update users set image_file_id = ?, updated_at = now() where id = ?`, [fileId, userId]);
  }
}
