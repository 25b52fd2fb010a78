import { z } from 'zod';

const CODE = 'Enter your code';
const ANSWER = 'The response of the passkey is incomplete';
/** Longer than any accepted password or code. */
const MAX_TEXT = 2000;
/** Certificates are rejected, so that an attestation is short. */
const MAX_PART = 16_384;
const MAX_CREDENTIAL_ID = 1400;

const base64url = (max: number) =>
  z
    .string(ANSWER)
    .min(1, ANSWER)
    .max(max, ANSWER)
    .regex(/^[A-Za-z0-9_-]+$/, ANSWER);
const code = z.string(CODE).trim().max(40, CODE);
const credential = { id: base64url(MAX_CREDENTIAL_ID), rawId: base64url(MAX_CREDENTIAL_ID), type: z.literal('public-key', ANSWER) };
const challengeId = z.uuid('The challenge has expired');

/** Drops surplus keys instead of rejecting them, because they differ between browser versions. */
const signedResponse = z
  .object(
    {
      ...credential,
      response: z.object(
        {
          clientDataJSON: base64url(MAX_PART),
          authenticatorData: base64url(MAX_PART),
          signature: base64url(MAX_PART),
          userHandle: z
            .string(ANSWER)
            .max(100, ANSWER)
            .regex(/^[A-Za-z0-9_-]*$/, ANSWER)
            .nullish()
            .transform((handle) => handle ?? undefined),
        },
        ANSWER,
      ),
    },
    ANSWER,
  )
  .transform(({ response: { userHandle, ...response }, ...rest }) => ({
    ...rest,
    response: { ...response, ...(userHandle !== undefined && { userHandle }) },
    clientExtensionResults: {},
  }));

const createdResponse = z
  .object(
    {
      ...credential,
      response: z.object(
        {
          clientDataJSON: base64url(MAX_PART),
          attestationObject: base64url(MAX_PART),
          transports: z.array(z.string(ANSWER).max(40, ANSWER), ANSWER).max(20, ANSWER).default([]),
        },
        ANSWER,
      ),
    },
    ANSWER,
  )
  .transform((response) => ({ ...response, clientExtensionResults: {} }));

/** POST /auth/mfa/totp/confirm */
export const confirmBody = z.strictObject({ otp: code.min(1, CODE) });

/** POST /auth/mfa/passkeys */
export const passkeyBody = z.strictObject({
  challengeId,
  name: z
    .string('Give the passkey a name')
    .trim()
    .min(1, 'Give the passkey a name')
    .max(60, 'A name can have up to 60 characters')
    .regex(/^\P{C}*$/u, 'Enter a name in plain text'),
  response: createdResponse,
});

/** POST /auth/passkey/sign-in and /auth/step-up/passkey */
export const signedBody = z.strictObject({ challengeId, response: signedResponse });

/** POST /auth/step-up. An empty field counts as missing. */
export const stepUpBody = z.strictObject({
  password: z
    .string('Enter your password')
    .max(MAX_TEXT, 'Enter your password')
    .nullish()
    .transform((password) => password || undefined),
  otp: code.nullish().transform((otp) => otp || undefined),
});

export type ConfirmBody = z.output<typeof confirmBody>;
export type PasskeyBody = z.output<typeof passkeyBody>;
export type SignedBody = z.output<typeof signedBody>;
export type StepUpBody = z.output<typeof stepUpBody>;
