export type { MemberPreferences } from './member-dispatch.rules.js';
export type { ClubDefaults, Dispatch } from './notification-table.rules.js';
export { optionalEmails } from './notification-table.rules.js';
export {
  isAboutSignals,
  notificationChannels,
  SIGNAL_DIGEST,
  signalKinds,
  type EmailKind,
  type NotificationChannel,
  type NotificationKind,
} from './notification.types.js';
export { choseByEmail, emailValue, memberPreferencesOf, preferenceColumns, wantsEmail } from './notification-choice.query.js';
export { instantOf, isTimeZone, localDay, nextDay } from './local-time.rules.js';
export { NotificationPolicy } from './notification-policy.service.js';
export { NotificationPreferences } from './notification-preferences.service.js';
export { PreferencesHttpModule } from './preferences-http.module.js';
export { PreferencesModule } from './preferences.module.js';
export { emailTopicOf, UnsubscribeTokens, type EmailTopic } from './unsubscribe-tokens.service.js';
