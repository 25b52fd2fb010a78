import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { NotFound, type Role } from '../../platform/domain/index.js';
import { profileColumns, profileFrom, type Profile, type ProfileRow } from './profile.js';
import { DEFAULT_COLOR, fullName, type Color, type UserStatus } from './user.entity.js';

export interface UserSummary {
  id: string;
  fullName: string;
  email: string;
  role: Role;
  createdAt: Date;
}

/** What signing in looks at; the hash never leaves the sign-in services. */
export interface Credentials {
  id: string;
  role: Role;
  passwordHash: string;
  status: UserStatus;
  rejected: boolean;
  emailConfirmed: boolean;
  securityEpoch: number;
}

const selectProfile = new PreparedStatement<ProfileRow>('users-profile', `select ${profileColumns} from users u where u.id = $1`);

const credentialColumns = `id, role, password_hash as "passwordHash", status, rejected_at is not null as rejected, email_confirmed_at is not null as "emailConfirmed", security_epoch as "securityEpoch"`;

@Injectable()
export class UsersService {
  constructor(private readonly em: EntityManager) {}

  /** Throws NotFound. */
  async profileOf(userId: string): Promise<Profile> {
    const row = await selectProfile.first(this.em, [userId]);
    if (!row) throw new NotFound('user');
    return profileFrom(row);
  }

  /** Throws NotFound. */
  async summaryOf(userId: string): Promise<UserSummary> {
    const summary = await this.findSummary(userId);
    if (!summary) throw new NotFound('user');
    return summary;
  }

  async findSummary(userId: string): Promise<UserSummary | null> {
    const [row] = await this.em.execute<
      { id: string; email: string; surname: string; other_name: string; role: Role; created_at: string }[]
    >(`select id, email, surname, other_name, role, created_at from users where id = ?`, [userId]);
    if (!row) return null;
    return {
      id: row.id,
      email: row.email,
      role: row.role,
      createdAt: new Date(row.created_at),
      fullName: fullName({ surname: row.surname, otherName: row.other_name }),
    };
  }

  /** `email` in canonical form. */
  async credentialsOf(email: string): Promise<Credentials | null> {
    const [row] = await this.em.execute<Credentials[]>(`select ${credentialColumns} from users where lower(email) = ?`, [email]);
    return row ?? null;
  }

  async credentialsOfUser(userId: string): Promise<Credentials | null> {
    const [row] = await this.em.execute<Credentials[]>(`select ${credentialColumns} from users where id = ?`, [userId]);
    return row ?? null;
  }

  /** The credentials once more, with the row locked until the transaction of `em` ends. */
  async lockCredentials(em: EntityManager, userId: string): Promise<Credentials | null> {
    const [row] = await em.execute<Credentials[]>(`select ${credentialColumns} from users where id = ? for update`, [userId]);
    return row ?? null;
  }

  /** Stores a choice, or without one switches between white and black; returns what holds now. */
  async changeColor(userId: string, chosen: Color | null): Promise<Color> {
    const [row] = await this.em.execute<{ color: Color }[]>(
      `update users set color = coalesce(?, case color when 'black' then 'white' else 'black' end), updated_at = now()
       where id = ? returning color`,
      [chosen, userId],
    );
    if (!row) throw new NotFound('user');
    return row.color;
  }

  /** The colour that holds, and whether the member has chosen it. */
  async colorOf(userId: string): Promise<{ color: Color; chosen: boolean }> {
    const [row] = await this.em.execute<{ color: Color | null }[]>(`select color from users where id = ?`, [userId]);
    if (!row) throw new NotFound('user');
    return { color: row.color ?? DEFAULT_COLOR, chosen: row.color !== null };
  }
}
