import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { PasskeyCeremonyService, userHandleOf } from './passkey-ceremony.service.js';
import { PasskeyRepository, type KnownPasskey } from './passkey.repository.js';
import type { ChallengeUse } from './webauthn-challenge.repository.js';
import { WebAuthnChallengeService } from './webauthn-challenge.service.js';

/** A browser's response to a signature request. */
export interface PasskeyAnswer {
  challengeId: string;
  response: AuthenticationResponseJSON;
}

export interface Signature {
  passkey: KnownPasskey;
  counter: number;
}

/** Requests and verifies passkey signatures, for sign-in and step-up. */
@Injectable()
export class PasskeySignatureService {
  constructor(
    private readonly em: EntityManager,
    private readonly challenges: WebAuthnChallengeService,
    private readonly passkeys: PasskeyRepository,
    private readonly ceremonies: PasskeyCeremonyService,
  ) {}

  /** Requests one of the user's passkeys, or for a sign-in any that the device has. Throws PasskeysNeedAName. */
  async request(
    use: ChallengeUse,
    pageOrigin: string | null,
  ): Promise<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }> {
    const allowed = use.userId === null ? [] : await this.passkeys.descriptorsOf(this.em, use.userId);
    const challenge = await this.challenges.issue(this.em, use, pageOrigin);
    return { challengeId: challenge.id, options: await this.ceremonies.requestOptions(challenge, allowed) };
  }

  /** Returns null if anything is invalid; uses the challenge up in any case. The caller compares the counter by PasskeyRepository.use. */
  async check(use: ChallengeUse, { challengeId, response }: PasskeyAnswer, pageOrigin: string | null): Promise<Signature | null> {
    const challenge = await this.challenges.take(this.em, challengeId, use);
    const passkey = challenge && (await this.passkeys.find(this.em, response.id));
    if (!challenge || !passkey || !isOwnedBy(passkey, use, response.response.userHandle)) return null;
    const counter = await this.ceremonies.verifySignature(challenge, pageOrigin, response, passkey);
    return counter === null ? null : { passkey, counter };
  }
}

/** Checks the user handle of the response. A sign-in requires one. */
function isOwnedBy({ owner }: KnownPasskey, { userId }: ChallengeUse, userHandle: string | undefined): boolean {
  const stated = userHandle === undefined || userHandle === '' ? null : Buffer.from(userHandle, 'base64url');
  if (stated && !stated.equals(userHandleOf(owner.id))) return false;
  return userId === null ? stated !== null : owner.id === userId;
}
