import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { Clock, type Membership } from '../../platform/domain/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { newReferralCode } from '../referrals/index.js';
import { DemoSignInsStore } from './demo-sign-ins.store.js';
import type { SeededAccount } from './first-admin.service.js';
import { namesFrom } from './person.rules.js';
import { SeededAccountWriter } from './seeded-account.writer.js';
import { TERMS_VERSION } from './terms.settings.js';
import { User, type NewUser, type Person } from './user.entity.js';
import { UserRepository } from './user.repository.js';

const people: Record<Membership, Person & { email: string }> = {
  'trade club': {
    ...namesFrom({ firstName: 'Tola', lastName: 'Okafor' }),
    email: 'trade@example.com',
    country: 'Nigeria',
    phoneNumber: '+2348012345678',
    dateOfBirth: '1991-04-12',
  },
  'hedge fund': {
    ...namesFrom({ firstName: 'Freja', lastName: 'Lindqvist' }),
    email: 'fund@example.com',
    country: 'Sweden',
    phoneNumber: '+4681234567',
    dateOfBirth: '1978-09-30',
  },
};

@Injectable()
export class DemoMembersService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UserRepository,
    private readonly config: AppConfig,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
    private readonly accounts: SeededAccountWriter,
  ) {}

  /** Creates a confirmed demo member of each membership, unless they exist. Does nothing without SEED_DEMO or in production. */
  async ensure(): Promise<Partial<Record<Membership, SeededAccount>>> {
    if (!this.config.seedDemo || this.config.production) return {};
    return { 'trade club': await this.member('trade club'), 'hedge fund': await this.member('hedge fund') };
  }

  private async member(role: Membership): Promise<SeededAccount> {
    const person = people[role];
    const signIns = new DemoSignInsStore(this.config.dataDir);
    const existing = await this.users.findIdByEmail(this.em.fork(), person.email);
    if (existing) return { userId: existing, email: person.email, password: signIns.passwordOf(person.email), created: false };
    const password = signIns.passwordFor(person.email);
    const userId = await this.em.fork().transactional((em) => this.add(em, { ...person, role, password, isConfirmed: true }));
    if (userId === null) return this.member(role); // another process was first
    return { userId, email: person.email, password, created: true };
  }

  /** Adds a member, created at the clock's time, in the transaction of `em`. Returns their id, or null if the address is taken. */
  async add(
    em: EntityManager,
    { password, isConfirmed, ...person }: Omit<NewUser, 'passwordHash' | 'referralCode'> & { password: string; isConfirmed: boolean },
  ): Promise<string | null> {
    const now = this.clock.now();
    const member = new User({
      ...person,
      passwordHash: await this.hasher.hash(password),
      referralCode: newReferralCode(),
      emailConfirmedAt: isConfirmed ? now : null,
      termsVersion: TERMS_VERSION,
    });
    member.createdAt = now;
    return this.accounts.insert(em, member, {
      action: 'user.create-demo-member',
      existing: () => this.users.findIdByEmail(em, person.email),
    });
  }
}
