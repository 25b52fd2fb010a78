import type { Audience } from './channel.types.js';
import type { NotificationKind } from '../preferences/index.js';
import { accountKindOf } from './account-notices/account-notice.rules.js';

interface Announced {
  notification: NotificationKind;
  /** The club's own channels carry signals only: a copy bot would read any other post as an order. */
  audience: Audience;
  /** Whether a device gets it in the summary after quiet hours. Otherwise it comes by itself then. */
  isSummedUp: boolean;
}
const ofSignal = (notification: NotificationKind): Announced => ({ notification, audience: 'signal-readers', isSummedUp: true });

/** Kinds of events, and how each of them is told. */
const announcedKinds = {
  'signal.published': ofSignal('signal-published'),
  'signal.changed': ofSignal('signal-changed'),
  'signal.ended': ofSignal('signal-ended'),
  'analysis.published': { notification: 'analysis', audience: 'analysis-readers', isSummedUp: false },
} as const satisfies Record<string, Announced>;
export type AnnouncedKind = keyof typeof announcedKinds;

const announcedOf = (kind: string): Announced | null =>
  Object.hasOwn(announcedKinds, kind) ? announcedKinds[kind as AnnouncedKind] : null;

export const audienceOfEvent = (kind: AnnouncedKind): Audience => announcedKinds[kind].audience;

/** Whether a device gets an event in the summary after quiet hours. Notices about the account are summed up as well. */
export const isSummedUp = (kind: string): boolean => announcedOf(kind)?.isSummedUp ?? true;

/** Returns the kind of notification of an event; null for one that a member asked for, such as a test event. */
export const notificationKindOf = (kind: string): NotificationKind | null => announcedOf(kind)?.notification ?? accountKindOf(kind);
