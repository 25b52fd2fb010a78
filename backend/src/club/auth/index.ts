export { AdminInvitationService, type NewAdmin } from './admin-invitation.service.js';
export { AuthModule } from './auth.module.js';
export { MailTokenSchema } from './mail-token.entity.js';
export { FactorResetService, type ResetBy } from './mfa/factor-reset.service.js';
export { MfaModule } from './mfa/mfa.module.js';
export { MailedToken, Origin } from './http/origin.decorator.js';
export { SessionSchema } from './session.entity.js';
export { SessionService, type SessionOrigin } from './session.service.js';
export { SessionsModule } from './sessions.module.js';
