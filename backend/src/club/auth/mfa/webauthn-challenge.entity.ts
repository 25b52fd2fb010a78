import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../users/index.js';

export const challengePurposes = ['sign-in', 'step-up', 'add-passkey'] as const;
export type ChallengePurpose = (typeof challengePurposes)[number];

const WebAuthnChallengeSchema = defineEntity({
  name: 'WebAuthnChallenge',
  tableName: 'webauthn_challenges',
  properties: {
    id: p.uuid().primary(),
    purpose: p.enum(challengePurposes),
    /** Null for signing in, where nobody knows yet who it will be. */
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').nullable(),
    /** The relying party it was made for: the answer must be for the same. */
    rpId: p.string().length(253),
    challenge: p.blob(),
    expiresAt: p.datetime(),
  },
  indexes: [
    { name: 'webauthn_challenges_expires_at_index', properties: ['expiresAt'] },
    { name: 'webauthn_challenges_user_id_index', properties: ['user', 'purpose', 'expiresAt'] },
  ],
});

/** Random bytes that an authenticator is to sign, once. */
export class WebAuthnChallenge extends WebAuthnChallengeSchema.class {}
WebAuthnChallengeSchema.setClass(WebAuthnChallenge);
export { WebAuthnChallengeSchema };
