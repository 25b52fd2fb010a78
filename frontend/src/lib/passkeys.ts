import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { ReadableError, request } from './api';
import type { Answer, PasskeyChallengeWire } from './wire/types';
import { t } from './i18n/texts';

/** The browser made or gave no passkey. */
export class PasskeyError extends ReadableError {}

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Asked for when a passkey is used, not before: few pages need it. */
const library = () => import('@simplewebauthn/browser');

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
    throw new PasskeyError(t('auth.passkey.notGiven'));
  });
  return (await request<T>(answerPath, { ...call, method: 'POST', json: { challengeId, response } })).body;
}

/** Lets the browser make a passkey for a challenge. Throws PasskeyError. */
export async function createPasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON: options }).catch((error: unknown) => {
    throw new PasskeyError(isNamed(error, 'InvalidStateError') ? t('auth.passkey.known') : t('auth.passkey.notMade'));
  });
}
