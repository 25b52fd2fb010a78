import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { Clock } from '../../platform/domain/index.js';
import { AppConfig, ConfigError } from '../../platform/config/index.js';
import { newReferralCode } from '../referrals/index.js';
import { DemoSignIns } from './demo-sign-ins.js';
import { canonicalEmail } from './email-address.js';
import { passwordRefusal } from './password-rules.js';
import { User } from './user.entity.js';

/** An account that a start brought along. `password` is null where only its owner knows it. */
export interface SeededAccount {
  userId: string;
  email: string;
  password: string | null;
  created: boolean;
}

const DEVELOPMENT_EMAIL = 'admin@example.com';
const names = { surname: 'Admin', otherName: 'Tidemark' };
/** Columns of members that say nothing about an admin. */
const unasked = { phoneNumber: '00000', country: 'United Kingdom', dateOfBirth: '1990-01-01' };

@Injectable()
export class FirstAdmin {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Makes the first admin where there is none: ADMIN_EMAIL and ADMIN_PASSWORD, in development a generated password. An admin who exists is
   * left alone. Throws ConfigError where the settings cannot be used. Null: there is none, and nothing says who it should be (production).
   */
  async ensure(): Promise<SeededAccount | null> {
    const signIns = this.config.production ? null : new DemoSignIns(this.config.dataDir);
    const existing = await this.existing();
    if (existing) return { ...existing, password: signIns?.passwordOf(existing.email) ?? null, created: false };
    const account = this.account(signIns);
    if (!account) return null;
    const userId = await this.create(account);
    if (userId === null) return this.ensure(); // another process was quicker
    return { userId, email: account.email, password: account.generated ? account.password : null, created: true };
  }

  private async existing(): Promise<{ userId: string; email: string } | null> {
    const [row] = await this.em
      .fork()
      .execute<{ id: string; email: string }[]>(
        `select id, email from users where role = 'admin' and rejected_at is null order by created_at, id limit 1`,
      );
    return row ? { userId: row.id, email: row.email } : null;
  }

  private account(signIns: DemoSignIns | null): { email: string; password: string; generated: boolean } | null {
    const { adminEmail, adminPassword } = this.config;
    const email = canonicalEmail(adminEmail ?? DEVELOPMENT_EMAIL);
    if (!email) throw new ConfigError(['ADMIN_EMAIL is not an e-mail address']);
    if (!adminPassword) return signIns ? { email, password: signIns.passwordFor(email), generated: true } : null;
    if (!adminEmail && !signIns) return null;
    const refusal = passwordRefusal(adminPassword, { email, names: Object.values(names), admin: true });
    if (refusal) throw new ConfigError([`ADMIN_PASSWORD: ${refusal}`]);
    return { email, password: adminPassword, generated: false };
  }

  private async create({ email, password }: { email: string; password: string }): Promise<string | null> {
    const passwordHash = await this.hasher.hash(password);
    const admin = new User({
      ...names,
      ...unasked,
      email,
      role: 'admin',
      passwordHash,
      referralCode: newReferralCode(),
      emailConfirmedAt: this.clock.now(),
    });
    try {
      await this.em.fork().transactional(async (em) => {
        // Two starts at once make one admin.
        await em.execute('select pg_advisory_xact_lock(7489202)');
        const [other] = await em.execute<unknown[]>(`select 1 from users where role = 'admin' and rejected_at is null limit 1`);
        if (other) throw new AdminExists();
        await em.persist(admin).flush();
        await this.audit.record(em, {
          action: 'user.create-first-admin',
          actorId: null,
          actorRole: null,
          targetType: 'user',
          targetId: admin.id,
        });
      });
    } catch (error) {
      if (error instanceof AdminExists) return null;
      if (error instanceof UniqueConstraintViolationException) throw new ConfigError([`ADMIN_EMAIL: ${email} belongs to a member already`]);
      throw error;
    }
    return admin.id;
  }
}

class AdminExists extends Error {}
