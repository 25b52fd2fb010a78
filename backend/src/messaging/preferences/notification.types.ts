/** What members are told about. A row of the table in notification-table.rules.ts. */
export const notificationKinds = [
  'security',
  'verification',
  'payment',
  'key-warning',
  'signal-published',
  'signal-changed',
  'signal-ended',
  'analysis',
  'alert',
  'reply',
  'calendar',
  'news',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Kinds that only members with access to signals get. */
export const signalKinds = ['signal-published', 'signal-changed', 'signal-ended'] as const satisfies readonly NotificationKind[];
export const isAboutSignals = (kind: NotificationKind): boolean => signalKinds.some((one) => one === kind);

/** What an email to a member can be about: a kind, or several kinds of a day. */
export const SIGNAL_DIGEST = 'signal-digest';
export type EmailKind = NotificationKind | typeof SIGNAL_DIGEST;

export const notificationChannels = ['email', 'telegram', 'push', 'webhook'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** `silent`: it arrives without a sound. `digest`: with the others of a day, in one email. */
export const notificationValues = ['on', 'silent', 'digest', 'off'] as const;
export type NotificationValue = (typeof notificationValues)[number];

/** In place of a kind: a member's choice for a whole channel. */
export const EVERY_KIND = 'all';
/** What a choice is about. */
export const choiceKinds = [...notificationKinds, EVERY_KIND] as const;
export type ChoiceKind = (typeof choiceKinds)[number];

/** One choice of a member. */
export interface NotificationChoice {
  kind: ChoiceKind;
  channel: NotificationChannel;
  value: NotificationValue;
}

/** From and to are minutes of the day on the member's clock. Where `to` is earlier than `from`, quiet hours last over midnight. */
export interface QuietHours {
  from: number;
  to: number;
  /** IANA: Europe/Madrid. */
  timeZone: string;
}
