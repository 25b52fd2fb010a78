import type { Audience } from './channel.types.js';
import type { NotificationKind } from '../preferences/index.js';
import { accountKindOf } from './account-notices/account-notice.rules.js';

/** Kinds of events, and the kind of notification that each of them is. */
const announcedKinds = {
  'signal.published': 'signal-published',
  'signal.changed': 'signal-changed',
  'signal.ended': 'signal-ended',
  'analysis.published': 'analysis',
} as const satisfies Record<string, NotificationKind>;
export type AnnouncedKind = keyof typeof announcedKinds;

/** Who is told. The club's own channels carry signals and nothing else: a copy bot would read any other post as an order. */
export const audienceOfEvent = (kind: AnnouncedKind): Audience => (kind === 'analysis.published' ? 'analysis-readers' : 'signal-readers');

/** Returns the kind of notification of an event; null for one that a member asked for, such as a test event. */
export const notificationKindOf = (kind: string): NotificationKind | null =>
  Object.hasOwn(announcedKinds, kind) ? announcedKinds[kind as AnnouncedKind] : accountKindOf(kind);
