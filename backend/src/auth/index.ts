export { AuthModule } from './auth.module.js';
export { MailTokenSchema } from './mail-token.entity.js';
export { SessionSchema } from './session.entity.js';
export { Sessions } from './sessions.js';
export { SessionsModule } from './sessions.module.js';
