import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { PasskeyCeremonyService, userHandleOf } from './passkey-ceremony.service.js';
import { PasskeyRepository, type KnownPasskey } from './passkey.repository.js';
import { WebAuthnChallengeService, type ChallengeUse } from './webauthn-challenge.service.js';

/** What a browser sends back. */
export interface PasskeyAnswer {
  challengeId: string;
  response: AuthenticationResponseJSON;
}

export interface Signature {
  passkey: KnownPasskey;
  counter: number;
}

/** Asks a browser for a passkey's signature and judges it: the way of signing in with one, and of confirming an act. */
@Injectable()
export class PasskeySignatureService {
  constructor(
    private readonly em: EntityManager,
    private readonly challenges: WebAuthnChallengeService,
    private readonly passkeys: PasskeyRepository,
    private readonly ceremonies: PasskeyCeremonyService,
  ) {}

  /** For a person, their own passkeys are asked for; to sign in, whichever the device has. Throws PasskeysNeedAName. */
  async request(
    use: ChallengeUse,
    pageOrigin: string | null,
  ): Promise<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }> {
    const allowed = use.userId === null ? [] : await this.passkeys.descriptorsOf(this.em, use.userId);
    const challenge = await this.challenges.issue(this.em, use, pageOrigin);
    return { challengeId: challenge.id, options: await this.ceremonies.requestOptions(challenge, allowed) };
  }

  /** Null for whatever is wrong. The challenge is spent either way. The counter is the caller's to compare, by PasskeyRepository.use. */
  async check(use: ChallengeUse, { challengeId, response }: PasskeyAnswer, pageOrigin: string | null): Promise<Signature | null> {
    const challenge = await this.challenges.take(this.em, challengeId, use);
    const passkey = challenge && (await this.passkeys.find(this.em, response.id));
    if (!challenge || !passkey || !isOwnedBy(passkey, use, response.response.userHandle)) return null;
    const counter = await this.ceremonies.verifySignature(challenge, pageOrigin, response, passkey);
    return counter === null ? null : { passkey, counter };
  }
}

/** A passkey that lives on the device says whose it is; to sign in it must, and whatever it says must be true. */
function isOwnedBy({ owner }: KnownPasskey, { userId }: ChallengeUse, userHandle: string | undefined): boolean {
  const stated = userHandle === undefined || userHandle === '' ? null : Buffer.from(userHandle, 'base64url');
  if (stated && !stated.equals(userHandleOf(owner.id))) return false;
  return userId === null ? stated !== null : owner.id === userId;
}
