import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { fullName, UsersService } from '../../users/index.js';
import { FactorChangeService } from './factor-change.service.js';
import { PasskeyUnusable } from './mfa.errors.js';
import { PasskeyCeremonyService } from './passkey-ceremony.service.js';
import { PasskeyRepository, type PasskeySummary } from './passkey.repository.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';

/** A browser's response to a creation request. */
export interface NewPasskey {
  challengeId: string;
  name: string;
  response: RegistrationResponseJSON;
}

/** Sets up and removes passkeys. */
@Injectable()
export class PasskeyEnrolmentService {
  constructor(
    private readonly em: EntityManager,
    private readonly users: UsersService,
    private readonly passkeys: PasskeyRepository,
    private readonly challenges: WebAuthnChallengeService,
    private readonly ceremonies: PasskeyCeremonyService,
    private readonly changes: FactorChangeService,
  ) {}

  /** Returns the options for the browser. `pageOrigin`: the calling page. Throws PasskeysNeedAName. */
  async begin(
    { userId }: Actor,
    pageOrigin: string | null,
  ): Promise<{ challengeId: string; options: PublicKeyCredentialCreationOptionsJSON }> {
    const profile = await this.users.profileOf(userId);
    const challenge = await this.challenges.issue(this.em, { purpose: 'add-passkey', userId }, pageOrigin);
    const known = await this.passkeys.descriptorsOf(this.em, userId);
    return {
      challengeId: challenge.id,
      options: await this.ceremonies.creationOptions(challenge, { userId, email: profile.email, fullName: fullName(profile) }, known),
    };
  }

  /** Uses the challenge up in any case. Throws PasskeyUnusable, PasskeyKnown, TooManyPasskeys. */
  async add(
    actor: Actor,
    { challengeId, name, response }: NewPasskey,
    pageOrigin: string | null,
  ): Promise<{ passkey: PasskeySummary; recoveryCodes: string[] | null }> {
    const challenge = await this.challenges.take(this.em, challengeId, { purpose: 'add-passkey', userId: actor.userId });
    const made = challenge && (await this.ceremonies.verifyCreation(challenge, pageOrigin, response));
    if (!made) throw new PasskeyUnusable();
    const event = { action: 'mfa.add-passkey', news: { letter: 'second-factor-added', factor: 'passkey' } } as const;
    const { stored, recoveryCodes } = await this.changes.add(actor, event, (em) => this.passkeys.add(em, actor.userId, name, made));
    return { passkey: stored, recoveryCodes };
  }

  /** Throws NotFound, also for another user's passkey, and LastFactor. */
  async remove(actor: Actor, passkeyId: string): Promise<void> {
    const event = {
      action: 'mfa.remove-passkey',
      detail: { passkeyId },
      news: { letter: 'second-factor-removed', factor: 'passkey' },
    } as const;
    await this.changes.remove(actor, event, 'passkey', (em) => this.passkeys.remove(em, actor.userId, passkeyId));
  }
}
