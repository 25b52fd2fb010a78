import {
  EVERY_KIND,
  isAboutSignals,
  notificationChannels,
  notificationKinds,
  type ChoiceKind,
  type NotificationChannel,
  type NotificationChoice,
  type NotificationKind,
  type NotificationValue,
} from './notification.types.js';

/** What members whose subscription is paid have; the others have it off. */
const ifPaying = { 'on-if-paying': 'on', 'digest-if-paying': 'digest' } as const satisfies Record<string, NotificationValue>;

/** `required`: nobody turns it off. */
export type NotificationDefault = NotificationValue | 'required' | keyof typeof ifPaying;

/**
 * What quiet hours do to a kind. `pass`: nothing. `silent`: it is delivered at once, without a sound, but by push when they are over,
 * because a screen lights up. `wait`: it is delivered when they are over.
 */
export type QuietRule = 'pass' | 'silent' | 'wait';

interface Row {
  /** Members who can get it. */
  audience: 'everybody' | 'trade club';
  quiet: QuietRule;
  /** The default on each channel that carries the kind. A channel without an entry never does. */
  channels: Readonly<Partial<Record<NotificationChannel, NotificationDefault>>>;
}

/** Kinds by channels. A kind is a row and a channel a column: whatever reads preferences, and the page of them, follows this table. */
export const notificationTable: Readonly<Record<NotificationKind, Row>> = {
  security: { audience: 'everybody', quiet: 'pass', channels: { email: 'required', telegram: 'on', push: 'on' } },
  verification: { audience: 'everybody', quiet: 'wait', channels: { email: 'required', telegram: 'on', push: 'on' } },
  payment: { audience: 'everybody', quiet: 'wait', channels: { email: 'required', telegram: 'on', push: 'on' } },
  'key-warning': { audience: 'everybody', quiet: 'pass', channels: { email: 'on', telegram: 'on', push: 'on' } },
  'signal-published': {
    audience: 'trade club',
    quiet: 'silent',
    channels: { email: 'on-if-paying', telegram: 'on', push: 'on', webhook: 'on' },
  },
  'signal-changed': {
    audience: 'trade club',
    quiet: 'silent',
    channels: { email: 'on-if-paying', telegram: 'on', push: 'on', webhook: 'on' },
  },
  'signal-ended': {
    audience: 'trade club',
    quiet: 'silent',
    channels: { email: 'digest-if-paying', telegram: 'on', push: 'on', webhook: 'on' },
  },
  // In the notification centre always; elsewhere for those who choose it.
  analysis: { audience: 'trade club', quiet: 'wait', channels: { telegram: 'off', push: 'off', webhook: 'off' } },
  alert: { audience: 'trade club', quiet: 'silent', channels: { email: 'off', telegram: 'on', push: 'on' } },
  // In the notification centre always; elsewhere for those who choose it.
  reply: { audience: 'everybody', quiet: 'wait', channels: { email: 'off', telegram: 'off', push: 'off' } },
  // Members signed up for the event, and want to know when it begins.
  calendar: { audience: 'everybody', quiet: 'silent', channels: { email: 'on', telegram: 'on', push: 'on' } },
  news: { audience: 'everybody', quiet: 'wait', channels: { email: 'on' } },
};

/** What a channel can do with any kind. */
const channelValues: Readonly<Record<NotificationChannel, readonly NotificationValue[]>> = {
  email: ['on', 'off'],
  telegram: ['on', 'silent', 'off'],
  push: ['on', 'off'],
  webhook: ['on', 'off'],
};

/** What can be chosen for a kind on a channel: only signals have a daily email. */
export const valuesOf = (kind: ChoiceKind, channel: NotificationChannel): readonly NotificationValue[] =>
  channel === 'email' && kind !== EVERY_KIND && isAboutSignals(kind) ? ['on', 'digest', 'off'] : channelValues[channel];

/** What was chosen for one kind on one channel, from the layer that counts least to the one that counts most. */
export interface ChoiceLayers {
  club?: NotificationValue | undefined;
  /** The member's, for the whole channel. */
  channel?: NotificationValue | undefined;
  /** The member's, for this kind. */
  own?: NotificationValue | undefined;
}

export type ChoiceSource = 'required' | 'default' | 'club' | 'channel' | 'own';

/** Whether nobody can turn a kind off on a channel. */
export const isRequired = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  notificationTable[kind].channels[channel] === 'required';

/** Whether a member can choose this kind on this channel. */
export const isOptional = (kind: NotificationKind, channel: NotificationChannel): boolean =>
  notificationTable[kind].channels[channel] !== undefined && !isRequired(kind, channel);

/** Whether a choice means something: the channel carries the kind, the kind can be chosen, and the channel can do the value. */
export function isPossibleChoice(kind: ChoiceKind, channel: NotificationChannel, value: NotificationValue | null): boolean {
  return (kind === EVERY_KIND || isOptional(kind, channel)) && (value === null || valuesOf(kind, channel).includes(value));
}

/** Returns what holds, and which layer says so; null where the channel does not carry the kind. The last layer with a value wins. */
export function preferenceOf(
  kind: NotificationKind,
  channel: NotificationChannel,
  isPaying: boolean,
  layers: ChoiceLayers,
): { value: NotificationValue; source: ChoiceSource } | null {
  const standard = notificationTable[kind].channels[channel];
  if (standard === undefined) return null;
  if (standard === 'required') return { value: 'on', source: 'required' };
  const usable = valuesOf(kind, channel);
  for (const source of ['own', 'channel', 'club'] as const) {
    const value = layers[source];
    if (value !== undefined && usable.includes(value)) return { value, source };
  }
  if (standard === 'on-if-paying' || standard === 'digest-if-paying')
    return { value: isPaying ? ifPaying[standard] : 'off', source: 'default' };
  return { value: standard, source: 'default' };
}

/** Defaults that the club has changed. */
export type ClubDefaults = Readonly<Partial<Record<NotificationKind, Readonly<Partial<Record<NotificationChannel, NotificationValue>>>>>>;

/** Picks the layers of one kind and channel. */
export function layersOf(
  kind: NotificationKind,
  channel: NotificationChannel,
  club: ClubDefaults,
  choices: readonly NotificationChoice[],
): ChoiceLayers {
  const chosen = (of: ChoiceKind) => choices.find((one) => one.kind === of && one.channel === channel)?.value;
  return { club: club[kind]?.[channel], channel: chosen(EVERY_KIND), own: chosen(kind) };
}

/** Whether, when and how something goes out. `heldUntil`: not before the end of quiet hours; null: now. */
export type Dispatch = { isOff: true } | { isOff: false; heldUntil: Date | null; isSilent: boolean };

/** `quietUntil`: when the quiet hours end that the member has now, null outside of them. */
export function dispatchOf(
  kind: NotificationKind,
  channel: NotificationChannel,
  value: NotificationValue | null,
  quietUntil: Date | null,
): Dispatch {
  if (value === null || value === 'off') return { isOff: true };
  const { quiet } = notificationTable[kind];
  return {
    isOff: false,
    heldUntil: quiet === 'wait' || (quiet === 'silent' && channel === 'push') ? quietUntil : null,
    isSilent: value === 'silent' || (quiet === 'silent' && quietUntil !== null),
  };
}

/** Kinds of the table that members of a role can get, in its order. */
export const kindsFor = (role: string): NotificationKind[] =>
  notificationKinds.filter((kind) => notificationTable[kind].audience === 'everybody' || notificationTable[kind].audience === role);

/** Kinds of email that a member can turn off. */
export const optionalEmails = notificationKinds.filter((kind) => isOptional(kind, 'email'));

/** Channels with at least one kind. */
export const offeredChannels = notificationChannels.filter((channel) =>
  notificationKinds.some((kind) => notificationTable[kind].channels[channel] !== undefined),
);

/** Channels that members of a role can have: Telegram accounts, devices and webhooks are connected by the trade club alone. */
export const channelsFor = (role: string): readonly NotificationChannel[] =>
  role === 'trade club' ? offeredChannels : offeredChannels.filter((channel) => channel === 'email');
