import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { Clock } from '../../platform/domain/index.js';
import { violatesUnique } from '../../platform/persistence/database.errors.js';
import { AppConfig, ConfigError } from '../../platform/config/index.js';
import { newReferralCode } from '../referrals/index.js';
import { DemoSignInsStore } from './demo-sign-ins.store.js';
import { canonicalEmail } from './email-address.js';
import { passwordRefusal } from './password.rules.js';
import { adminPerson, namesFrom } from './person.rules.js';
import { SeededAccountWriter } from './seeded-account.writer.js';
import { namesOf, User, USERS_EMAIL_UNIQUE } from './user.entity.js';
import { UserRepository } from './user.repository.js';

/** An account that a start created or found. `password` is null where only its owner knows it. */
export interface SeededAccount {
  userId: string;
  email: string;
  password: string | null;
  created: boolean;
}

const DEVELOPMENT_EMAIL = 'admin@example.com';
const person = adminPerson(namesFrom({ firstName: 'Tidemark', lastName: 'Admin' }));

@Injectable()
export class FirstAdminService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UserRepository,
    private readonly config: AppConfig,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    private readonly accounts: SeededAccountWriter,
  ) {}

  /**
   * Creates the first admin if there is none, from ADMIN_EMAIL and ADMIN_PASSWORD; in development the password is generated. Throws
   * ConfigError for invalid settings. Returns null if there is none and the settings are missing (production).
   */
  async ensure(): Promise<SeededAccount | null> {
    const signIns = this.config.production ? null : new DemoSignInsStore(this.config.dataDir);
    const existing = await this.users.findFirstAdmin(this.em.fork());
    if (existing) return { ...existing, password: signIns?.passwordOf(existing.email) ?? null, created: false };
    const account = this.account(signIns);
    if (!account) return null;
    const userId = await this.create(account);
    if (userId === null) return this.ensure(); // another process was first
    return { userId, email: account.email, password: account.generated ? account.password : null, created: true };
  }

  private account(signIns: DemoSignInsStore | null): { email: string; password: string; generated: boolean } | null {
    const { adminEmail, adminPassword } = this.config;
    const email = canonicalEmail(adminEmail ?? DEVELOPMENT_EMAIL);
    if (!email) throw new ConfigError(['ADMIN_EMAIL is not an email address']);
    if (!adminPassword) return signIns ? { email, password: signIns.passwordFor(email), generated: true } : null;
    if (!adminEmail && !signIns) return null;
    const refusal = passwordRefusal(adminPassword, { email, names: namesOf(person), admin: true });
    if (refusal) throw new ConfigError([`ADMIN_PASSWORD: ${refusal}`]);
    return { email, password: adminPassword, generated: false };
  }

  private async create({ email, password }: { email: string; password: string }): Promise<string | null> {
    const passwordHash = await this.hasher.hash(password);
    const admin = new User({
      ...person,
      email,
      role: 'admin',
      teamRole: 'owner',
      passwordHash,
      referralCode: newReferralCode(),
      emailConfirmedAt: this.clock.now(),
    });
    try {
      return await this.em
        .fork()
        .transactional((em) =>
          this.accounts.insert(em, admin, { action: 'user.create-first-admin', existing: () => this.users.findFirstAdmin(em) }),
        );
    } catch (error) {
      if (violatesUnique(error, USERS_EMAIL_UNIQUE)) throw new ConfigError([`ADMIN_EMAIL: ${email} already belongs to a member`]);
      throw error;
    }
  }
}
