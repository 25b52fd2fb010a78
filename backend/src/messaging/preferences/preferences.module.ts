import { Module } from '@nestjs/common';
import { ConsentsModule } from '../../club/consents/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { NotificationPolicy } from './notification-policy.service.js';
import { NotificationPreferenceRepository } from './notification-preference.repository.js';
import { NotificationPreferences } from './notification-preferences.service.js';
import { UnsubscribeTokens } from './unsubscribe-tokens.service.js';

/** For modules that tell members something, and for those that change what they are told. */
@Module({
  imports: [AuditModule, ConsentsModule],
  providers: [NotificationPreferences, NotificationPreferenceRepository, NotificationPolicy, UnsubscribeTokens],
  exports: [NotificationPreferences, NotificationPolicy, UnsubscribeTokens],
})
export class PreferencesModule {}
