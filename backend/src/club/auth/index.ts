export { AdminInvitations, type NewAdmin } from './admin-invitations.js';
export { AuthModule } from './auth.module.js';
export { MailTokenSchema } from './mail-token.entity.js';
export { FactorReset, type ResetBy } from './mfa/factor-reset.js';
export { MfaModule } from './mfa/mfa.module.js';
export { SessionSchema } from './session.entity.js';
export { Sessions } from './sessions.js';
export { SessionsModule } from './sessions.module.js';
