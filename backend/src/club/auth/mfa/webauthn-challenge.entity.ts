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
    /** Null for a sign-in, whose user is not known yet. */
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade').nullable(),
    /** The relying party; the response must be for the same one. */
    rpId: p.string().length(253),
    challenge: p.blob(),
    expiresAt: p.datetime(),
  },
  indexes: [
    { name: 'webauthn_challenges_expires_at_index', properties: ['expiresAt'] },
    { name: 'webauthn_challenges_user_id_index', properties: ['user', 'purpose', 'expiresAt'] },
  ],
});

/** Random bytes for an authenticator to sign, once. */
export class WebAuthnChallenge extends WebAuthnChallengeSchema.class {}
WebAuthnChallengeSchema.setClass(WebAuthnChallenge);
export { WebAuthnChallengeSchema };
