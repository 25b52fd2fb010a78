import { dispatchOf, layersOf, preferenceOf, type ClubDefaults, type Dispatch } from './notification-table.rules.js';
import type { NotificationChannel, NotificationChoice, NotificationKind, QuietHours } from './notification.types.js';
import { quietUntil } from './quiet-hours.rules.js';

/** What is known of a member for a decision about notifications. */
export interface MemberPreferences {
  isPaying: boolean;
  choices: readonly NotificationChoice[];
  quietHours: QuietHours | null;
}

/** Returns whether, when and how a member gets something of a kind on a channel. */
export function memberDispatch(
  { isPaying, choices, quietHours }: MemberPreferences,
  { kind, channel }: { kind: NotificationKind; channel: NotificationChannel },
  club: ClubDefaults,
  now: Date,
): Dispatch {
  const held = preferenceOf(kind, channel, isPaying, layersOf(kind, channel, club, choices));
  return dispatchOf(kind, channel, held?.value ?? null, quietUntil(quietHours, now));
}
