import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput, NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/session-reader.port.js';
import { ProfileRepository } from '../users/index.js';
import { CredentialsService } from './credentials.service.js';
import { NewPasswordService } from './new-password.service.js';

const wrongCurrent = () => InvalidInput.field('currentPassword', 'This is not your current password', 'auth.wrong-current-password');

/** Changes a password within a session (ASVS 6.2.3). */
@Injectable()
export class PasswordChangeService {
  constructor(
    private readonly em: EntityManager,
    private readonly credentials: CredentialsService,
    private readonly records: ProfileRepository,
    private readonly passwords: NewPasswordService,
  ) {}

  /** Ends every other session of the actor. Throws InvalidInput naming the field, TooMany, Busy. */
  async change(
    { userId, sessionId }: Actor,
    { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  ): Promise<void> {
    const before = await this.records.find(this.em, userId);
    if (!before) throw new NotFound('user');
    this.passwords.check(newPassword, before);
    if (newPassword === currentPassword) throw InvalidInput.field('newPassword', 'Choose a password that differs from your current one');
    if (!(await this.credentials.isOwn(userId, currentPassword))) throw wrongCurrent();
    const passwordHash = await this.passwords.hash(newPassword);
    await this.em.transactional(async (em) => {
      const account = await this.records.lock(em, userId);
      // Another session changed the password after the check.
      if (!account || account.securityEpoch !== before.securityEpoch) throw wrongCurrent();
      await this.passwords.store(em, account, { passwordHash, action: 'auth.change-password', keepSession: sessionId });
    });
  }
}
