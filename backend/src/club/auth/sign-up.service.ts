import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { PasswordHasher } from '../../platform/crypto/index.js';
import { Clock, InvalidInput, type Language, type Membership } from '../../platform/domain/index.js';
import { newReferralCode, ReferralRepository } from '../referrals/index.js';
import { ageOn, MINIMUM_AGE, namesOf, passwordRefusal, TERMS_VERSION, User, type Person } from '../users/index.js';
import { UnderAge, UnknownReferralCode } from './auth.errors.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import type { SessionOrigin } from './session.service.js';
import { SignUpWriter } from './sign-up.writer.js';

/** A registration with values as club/users/person.rules.ts returns them. */
export interface Registration extends Person {
  email: string;
  membership: Membership;
  /** Unchanged input. */
  password: string;
  referralCode: string | null;
  /** Of the form's page; null: unknown. */
  language: Language | null;
}

@Injectable()
export class SignUpService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly hasher: PasswordHasher,
    private readonly limits: RateLimits,
    private readonly referrals: ReferralRepository,
    private readonly records: SignUpWriter,
  ) {}

  /**
   * Creates a member and emails the confirmation link. If an unconfirmed account has the address, both passwords are void and a link to
   * choose one is sent; if a confirmed account has it, its owner gets an email and nothing changes. Answer and time do not differ. Throws
   * UnderAge, UnknownReferralCode, InvalidInput (password), TooMany.
   */
  async signUp(registration: Registration, { network, userAgent }: SessionOrigin): Promise<void> {
    const { email, membership, password, referralCode, ...person } = registration;
    this.checkRules(registration);
    await this.limits.check('signUpNetwork', network ?? 'unknown');
    await this.limits.check('mailFromNetwork', network ?? 'unknown');
    const referredBy = await this.inviter(referralCode, network);
    // Before the email is looked up: the hash is by far the longest step.
    const passwordHash = await this.hasher.hash(password);
    // Counted after the hash: a sign-up rejected as Busy is repeated and must not count twice.
    await this.limits.consume('signUpNetwork', network ?? 'unknown');
    await this.limits.consume('mailFromNetwork', network ?? 'unknown');
    const member = new User({
      ...person,
      email,
      role: membership,
      passwordHash,
      referralCode: newReferralCode(),
      referredBy,
      termsVersion: TERMS_VERSION,
    });
    if (await this.records.store(this.em, member, userAgent)) return;
    const mayMail = await this.limits.allows('mailToAddress', email);
    await this.records.storeAgain(this.em, { member, userAgent, mayMail });
  }

  private checkRules({ email, password, ...person }: Registration): void {
    const age = ageOn(person.dateOfBirth, this.clock.now());
    if (age < MINIMUM_AGE) throw new UnderAge(age);
    const refusal = passwordRefusal(password, { email, names: namesOf(person) });
    if (refusal) throw InvalidInput.field('password', refusal);
  }

  private async inviter(code: string | null, network: string | null): Promise<string | null> {
    if (code === null) return null;
    await this.limits.check('unknownReferral', network ?? 'unknown');
    const inviter = await this.referrals.findInviter(code);
    if (inviter) return inviter;
    await this.limits.count('unknownReferral', network ?? 'unknown');
    throw new UnknownReferralCode();
  }
}
