import { PasskeySchema } from './passkey.entity.js';
import { RecoveryCodeSchema } from './recovery-code.entity.js';
import { TotpFactorSchema } from './totp-factor.entity.js';
import { WebAuthnChallengeSchema } from './webauthn-challenge.entity.js';

export const secondFactorEntities = [TotpFactorSchema, PasskeySchema, RecoveryCodeSchema, WebAuthnChallengeSchema];
