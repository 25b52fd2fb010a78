import { Injectable, Logger } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { KnownPasskey } from './passkey.repository.js';
import { RelyingPartyPolicy } from './relying-party.policy.js';
import type { Challenge } from './webauthn-challenge.service.js';

const RP_NAME = 'Tidemark';
/** EdDSA, ES256 and RS256 (IANA COSE algorithms), which all browsers and authenticators support. */
const ALGORITHMS = [-8, -7, -257];
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const TIMEOUT_MS = 5 * 60_000;

/** Loaded on first use: with its certificate parsers it takes a large part of the start. */
const library = () => import('@simplewebauthn/server');

type Descriptor = { id: string; transports: string[] };

export interface VerifiedPasskey {
  /** base64url */
  credentialId: string;
  /** COSE */
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
}

/** The two WebAuthn ceremonies: creates their options and verifies the responses. Stateless. */
@Injectable()
export class PasskeyCeremonyService {
  private readonly log = new Logger('Passkeys');

  constructor(private readonly site: RelyingPartyPolicy) {}

  /** Options for a discoverable passkey with user verification. The user handle is the id, never a name. */
  async creationOptions(
    { rpId, text }: Challenge,
    owner: { userId: string; email: string; fullName: string },
    known: Descriptor[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: RP_NAME,
      rpID: rpId,
      userID: new Uint8Array(userHandleOf(owner.userId)),
      userName: owner.email,
      userDisplayName: owner.fullName,
      challenge: bytesOf(text),
      timeout: TIMEOUT_MS,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: known,
    });
  }

  /** `allowed` empty: any of the device's passkeys for this site. */
  async requestOptions({ rpId, text }: Challenge, allowed: Descriptor[] = []): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: rpId,
      challenge: bytesOf(text),
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      ...(allowed.length > 0 && { allowCredentials: allowed }),
    });
  }

  /** Returns the new passkey, or null unless the response is to this challenge, from our page, by a verified user. */
  verifyCreation(
    { rpId, text }: Challenge,
    pageOrigin: string | null,
    response: RegistrationResponseJSON,
  ): Promise<VerifiedPasskey | null> {
    return this.orNull(async () => {
      const { verifyRegistrationResponse } = await library();
      if (!(await bearsNoCertificates(response.response.attestationObject))) return null;
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: text,
        expectedOrigin: this.site.originsOf(rpId, pageOrigin),
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      });
      if (!verified || registrationInfo.credential.id !== response.id) return null;
      const { id, publicKey, counter } = registrationInfo.credential;
      return {
        credentialId: id,
        publicKey,
        counter,
        transports: [...new Set(response.response.transports ?? [])].filter((transport) => TRANSPORTS.has(transport)),
      };
    });
  }

  /**
   * Returns the authenticator's new counter, or null for an invalid signature. PasskeyRepository.use compares the counter with the stored
   * one in the database, so 0 is passed here.
   */
  verifySignature(
    { rpId, text }: Challenge,
    pageOrigin: string | null,
    response: AuthenticationResponseJSON,
    { credentialId, publicKey }: KnownPasskey,
  ): Promise<number | null> {
    return this.orNull(async () => {
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: text,
        expectedOrigin: this.site.originsOf(rpId, pageOrigin),
        expectedRPID: rpId,
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
        requireUserVerification: true,
      });
      return verified ? authenticationInfo.newCounter : null;
    });
  }

  /** The library throws for invalid responses and its decoders for malformed ones: both are rejected. */
  private async orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
    try {
      return await verify();
    } catch (error) {
      this.log.debug({ err: error }, 'a passkey was refused');
      return null;
    }
  }
}

const bytesOf = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'));

/** The 16 bytes of the user's id. */
export function userHandleOf(userId: string): Buffer {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

/**
 * Accepts only responses without attestation or with self attestation, which is what browsers send when no attestation is requested. The
 * library would fetch revocation lists from addresses in the sender's certificates (SSRF, security T13).
 */
async function bearsNoCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(bytesOf(attestationObject));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}
