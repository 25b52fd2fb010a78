export type NotificationKindWire =
  | 'security'
  | 'verification'
  | 'payment'
  | 'key-warning'
  | 'signal-published'
  | 'signal-changed'
  | 'signal-ended'
  | 'analysis'
  | 'alert'
  | 'reply'
  | 'calendar'
  | 'news';
export type NotificationChannelWire = 'email' | 'telegram' | 'push' | 'webhook';
export type NotificationValueWire = 'on' | 'silent' | 'digest' | 'off';

/** One kind on one channel that carries it. */
export interface NotificationCellWire {
  channel: NotificationChannelWire;
  value: NotificationValueWire;
  /** Which layer says so. `required`: nobody turns it off. `channel`: the member's choice for the channel; `own`: for this kind on it. */
  source: 'required' | 'default' | 'club' | 'channel' | 'own';
  /** What the kind has without a choice of its own. */
  inherited: NotificationValueWire;
  /** What can be chosen. */
  values: NotificationValueWire[];
}

export interface NotificationKindRowWire {
  kind: NotificationKindWire;
  /** What quiet hours do. `pass`: nothing. `silent`: no sound. `wait`: it comes when they are over. */
  quiet: 'pass' | 'silent' | 'wait';
  cells: NotificationCellWire[];
}

export interface NotificationChannelColumnWire {
  channel: NotificationChannelWire;
  /** What can be chosen for all kinds at once. */
  values: NotificationValueWire[];
  /** The member's choice for every kind on it that has none of its own. */
  value: NotificationValueWire | null;
}

/** Hours and minutes on the member's clock, `22:00`. */
export interface QuietHoursWire {
  from: string;
  to: string;
  /** IANA: Europe/Madrid. */
  timeZone: string;
}

/** GET and PATCH /me/notification-preferences */
export interface NotificationPreferencesWire {
  channels: NotificationChannelColumnWire[];
  kinds: NotificationKindRowWire[];
  quietHours: QuietHoursWire | null;
}

/** PATCH /me/notification-preferences: what it omits stays. Changes are made in their order. */
export interface NotificationChangesWire {
  preferences?: {
    kind: NotificationKindWire | 'all';
    channel: NotificationChannelWire;
    /** Null: no choice of its own any more. */
    value: NotificationValueWire | null;
  }[];
  /** Null: none. */
  quietHours?: QuietHoursWire | null;
}
