import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Language, Role } from '../../platform/domain/index.js';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { db } from '../../database.js';
import { fullNameOf } from '../../full-name.query.js';
import { profileColumnOf, profileColumns, toProfile, type Profile, type ProfileRow } from './profile.query.js';
import type { Color, UserStatus } from './user.entity.js';

export interface UserSummary {
  id: string;
  fullName: string;
  email: string;
  role: Role;
  createdAt: Date;
}

/** What decides whether a user may sign in. */
export interface SignInState {
  id: string;
  role: Role;
  status: UserStatus;
  rejected: boolean;
  emailConfirmed: boolean;
  securityEpoch: number;
}

/** The hash never leaves the sign-in services. */
export interface Credentials extends SignInState {
  passwordHash: string;
}

/** A user's row, as needed to change it. */
export type Account = Omit<Profile, 'userId'> & SignInState;

const selectProfile = new PreparedStatement<ProfileRow>('users-profile', `select ${profileColumns} from users u where u.id = $1`);

const { userId: idColumn, ...ownColumns } = profileColumnOf;
const accountColumns = Object.values(ownColumns);

/** Reads rows of the table `users`. Methods that lock take `tx`, the caller's transaction. */
@Injectable()
export class UserRepository {
  constructor(private readonly em: EntityManager) {}

  async findProfile(id: string): Promise<Profile | null> {
    const row = await selectProfile.first(this.em, [id]);
    return row && toProfile(row);
  }

  async findSummary(id: string): Promise<UserSummary | null> {
    const row = await db(this.em)
      .selectFrom('users')
      .select(['id', 'email', 'role', 'created_at', fullNameOf('users').as('fullName')])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) return null;
    const { created_at, ...summary } = row;
    return { ...summary, createdAt: new Date(created_at) };
  }

  /** `email` in canonical form. */
  async findCredentialsByEmail(email: string): Promise<Credentials | null> {
    const row = await this.credentials(this.em)
      .where(sql`lower(email)`, '=', email)
      .executeTakeFirst();
    return row ?? null;
  }

  async findCredentials(id: string): Promise<Credentials | null> {
    return (await this.credentials(this.em).where('id', '=', id).executeTakeFirst()) ?? null;
  }

  /** Reads credentials and locks the row. */
  async lockCredentials(tx: EntityManager, id: string): Promise<Credentials | null> {
    return (await this.credentials(tx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null;
  }

  async findAccount(em: EntityManager, id: string): Promise<Account | null> {
    const row = await this.accounts(em).where('id', '=', id).executeTakeFirst();
    return row ? toAccount(row) : null;
  }

  /** Reads an account and locks the row. */
  async lockAccount(tx: EntityManager, id: string): Promise<Account | null> {
    const row = await this.accounts(tx).where('id', '=', id).forUpdate().executeTakeFirst();
    return row ? toAccount(row) : null;
  }

  /** Stores `chosen`; null switches between white and black. Returns the new colour, or null where there is no such user. */
  async changeColor(id: string, chosen: Color | null): Promise<Color | null> {
    const toggled = sql<Color>`case color when 'black' then 'white' else 'black' end`;
    const row = await db(this.em)
      .updateTable('users')
      .set({ color: chosen ?? toggled, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .returning('color')
      .executeTakeFirst();
    return row?.color ?? null;
  }

  /** Returns the stored colour, which is null until the member chooses one; null where there is no such user. */
  async findColor(id: string): Promise<{ color: Color | null } | null> {
    return (await db(this.em).selectFrom('users').select('color').where('id', '=', id).executeTakeFirst()) ?? null;
  }

  /** Returns the stored tag; null where there is no such user. */
  async findLanguage(id: string): Promise<{ language: string | null } | null> {
    return (await db(this.em).selectFrom('users').select('language').where('id', '=', id).executeTakeFirst()) ?? null;
  }

  /** Returns null where there is no such user. */
  async changeLanguage(id: string, language: Language): Promise<{ id: string } | null> {
    const row = await db(this.em)
      .updateTable('users')
      .set({ language, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return row ?? null;
  }

  /** Returns the stored code; null where there is no such user. */
  async findCurrency(id: string): Promise<{ currency: string | null } | null> {
    return (await db(this.em).selectFrom('users').select('currency').where('id', '=', id).executeTakeFirst()) ?? null;
  }

  /** Returns null where there is no such user. */
  async changeCurrency(id: string, currency: string | null): Promise<{ id: string } | null> {
    const row = await db(this.em)
      .updateTable('users')
      .set({ currency, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return row ?? null;
  }

  /** Returns the stored percentage without superfluous zeros; null where there is no such user. */
  async findRiskPercent(id: string): Promise<{ riskPercent: string | null } | null> {
    const row = await db(this.em)
      .selectFrom('users')
      .select(sql<string | null>`trim_scale(risk_percent)::text`.as('riskPercent'))
      .where('id', '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  /** Returns null where there is no such user. */
  async changeRiskPercent(id: string, riskPercent: string): Promise<{ id: string } | null> {
    const row = await db(this.em)
      .updateTable('users')
      .set({ risk_percent: riskPercent, updated_at: sql<string>`now()` })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst();
    return row ?? null;
  }

  /** Returns the first admin outside the rejected list, or null. */
  async findFirstAdmin(em: EntityManager): Promise<{ userId: string; email: string } | null> {
    const row = await db(em)
      .selectFrom('users')
      .select(['id as userId', 'email'])
      .where('role', '=', 'admin')
      .where('rejected_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  }

  async findIdByEmail(em: EntityManager, email: string): Promise<string | null> {
    const row = await db(em)
      .selectFrom('users')
      .select('id')
      .where(sql`lower(email)`, '=', email)
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Takes the advisory lock `key` until the end of the transaction, so that concurrent starts seed an account once. */
  async lockSeeding(tx: EntityManager, key: number): Promise<void> {
    await db(tx)
      .selectNoFrom(sql`pg_advisory_xact_lock(${sql.lit(key)})`.as('locked'))
      .execute();
  }

  private credentials(em: EntityManager) {
    return this.signInStates(em).select('password_hash as passwordHash');
  }

  private accounts(em: EntityManager) {
    return this.signInStates(em).select(accountColumns);
  }

  private signInStates(em: EntityManager) {
    return db(em)
      .selectFrom('users')
      .select([idColumn, 'role', 'status', 'security_epoch as securityEpoch'])
      .select(sql<boolean>`rejected_at is not null`.as('rejected'))
      .select(sql<boolean>`email_confirmed_at is not null`.as('emailConfirmed'));
  }
}

type AccountRow = ProfileRow & SignInState;

function toAccount(row: AccountRow): Account {
  const { status, rejected, emailConfirmed, securityEpoch } = row;
  const { userId: id, ...own } = toProfile(row);
  return { id, ...own, status, rejected, emailConfirmed, securityEpoch };
}
