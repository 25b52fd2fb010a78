import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, refusal, request } from './api';
import { createPasskey, signWithPasskey } from './passkeys';
import type {
  Answer,
  FactorKindWire,
  NewPasskeyWire,
  NewTotpWire,
  PasskeyChallengeWire,
  PasskeyWire,
  RecoveryCodesWire,
  SecondFactorsWire,
} from './wire/types';

export type FactorKind = FactorKindWire;
export type SecondFactors = SecondFactorsWire;
export type Passkey = PasskeyWire;
export type NewTotp = NewTotpWire;

/** The second factors of the person who is signed in. */
export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: async ({ signal }): Promise<SecondFactors> => (await request<Answer<SecondFactorsWire>>('/auth/mfa', { signal })).body.data,
});

export const hasSecondFactor = ({ totp, passkeys }: SecondFactors): boolean => totp || passkeys.length > 0;

/** What a refused sign-in wants beside the password; null where it wants nothing. */
export function codeDemand(error: unknown): readonly FactorKind[] | null {
  if (!(error instanceof ApiError) || error.status !== 401) return null;
  const { otpRequired, mfa } = refusal(error.body);
  return otpRequired === true ? (mfa ?? ['totp']) : null;
}

/** A secret for an authenticator app; it counts once `confirmTotp` has seen its first code. */
export const beginTotp = async (): Promise<NewTotp> =>
  (await request<Answer<NewTotpWire>>('/auth/mfa/totp', { method: 'POST', json: {} })).body.data;

/** Answers the recovery codes that come with the first factor, else null. */
export const confirmTotp = async (otp: string): Promise<string[] | null> =>
  (await request<Answer<RecoveryCodesWire>>('/auth/mfa/totp/confirm', { method: 'POST', json: { otp } })).body.data.recoveryCodes;

export const removeTotp = async (): Promise<void> => void (await request('/auth/mfa/totp', { method: 'DELETE' }));

/** Lets this device make a passkey and stores it under a name. Answers the recovery codes that come with the first factor, else null. */
export async function addPasskey(name: string): Promise<string[] | null> {
  const { body } = await request<Answer<PasskeyChallengeWire<PublicKeyCredentialCreationOptionsJSON>>>('/auth/mfa/passkeys/options', {
    method: 'POST',
    json: {},
  });
  const { challengeId, options } = body.data;
  const response = await createPasskey(options);
  return (await request<Answer<NewPasskeyWire>>('/auth/mfa/passkeys', { method: 'POST', json: { challengeId, name, response } })).body.data
    .recoveryCodes;
}

export const removePasskey = async (id: string): Promise<void> =>
  void (await request(`/auth/mfa/passkeys/${encodeURIComponent(id)}`, { method: 'DELETE' }));

/** Ten new recovery codes; the old ones are void. */
export const makeRecoveryCodes = async (): Promise<string[]> =>
  (await request<Answer<RecoveryCodesWire>>('/auth/mfa/recovery-codes', { method: 'POST', json: {} })).body.data.recoveryCodes ?? [];

/** Confirms an act with the password, or with a code where there is a second factor. */
export const confirmWith = async (proof: { password: string } | { otp: string }): Promise<void> =>
  void (await request('/auth/step-up', { method: 'POST', json: proof, proves: true }));

export const confirmWithPasskey = async (): Promise<void> =>
  void (await signWithPasskey('/auth/step-up/passkey/options', '/auth/step-up/passkey', { proves: true }));
