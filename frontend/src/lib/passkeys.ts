import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { ReadableError, request } from './api';
import type { Answer, PasskeyChallengeWire } from './wire/types';

/** The browser made or gave no passkey. */
export class PasskeyError extends ReadableError {}

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Asked for when a passkey is used, not before: few pages need it. */
const library = () => import('@simplewebauthn/browser');

const NOT_GIVEN = 'No passkey was given. Nothing has changed; try again when you are ready.';
const NOT_MADE = 'No passkey was made. Nothing has changed; try again when you are ready.';
const KNOWN = 'This device holds a passkey for your account already.';

const isNamed = (error: unknown, name: string) =>
  error instanceof Error && (error.name === name || (error.cause instanceof Error && error.cause.name === name));

/**
 * Fetches a challenge, lets a passkey of this device sign it, and sends the signature. Answers the body of the last
 * call. Throws ApiError, and PasskeyError where the browser gave none.
 */
export async function signWithPasskey<T>(
  optionsPath: string,
  answerPath: string,
  call: { authorization?: 'none'; proves?: boolean } = {},
): Promise<T> {
  const { body } = await request<Answer<PasskeyChallengeWire<PublicKeyCredentialRequestOptionsJSON>>>(optionsPath, {
    ...call,
    method: 'POST',
    json: {},
  });
  const { challengeId, options } = body.data;
  const { startAuthentication } = await library();
  const response = await startAuthentication({ optionsJSON: options }).catch(() => {
    throw new PasskeyError(NOT_GIVEN);
  });
  return (await request<T>(answerPath, { ...call, method: 'POST', json: { challengeId, response } })).body;
}

/** Lets the browser make a passkey for a challenge. Throws PasskeyError. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw new PasskeyError(isNamed(error, 'InvalidStateError') ? KNOWN : NOT_MADE);
  });
}
