import type { Dispatch, MemberPreferences, NotificationPolicy } from '../preferences/index.js';
import { notificationKindOf } from './announced-kinds.rules.js';
import type { Channel } from './channel.types.js';

/** What a member wants of an event on a channel. What they asked for themselves, such as a test or a replay, goes out in any case. */
export function eventDispatch(
  policy: Pick<NotificationPolicy, 'dispatch'>,
  member: MemberPreferences,
  { kind, channel, isReplay = false }: { kind: string; channel: Channel; isReplay?: boolean },
): Dispatch {
  const notification = notificationKindOf(kind);
  if (notification === null || isReplay) return { isOff: false, heldUntil: null, isSilent: false };
  return policy.dispatch(member, notification, channel);
}
