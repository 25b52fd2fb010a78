import type { Dispatch, MemberPreferences, NotificationPolicy } from '../preferences/index.js';
import { notificationKindOf } from './announced-kinds.rules.js';
import { isClubChannel, type Channel } from './channel.types.js';

/**
 * Whether a signal has ended before a device heard of it, because quiet hours held it back: its result would be about nothing that the
 * member saw. `hadEarlier`: an earlier state was to be delivered.
 */
export const isMissed = (of: { channel: Channel; kind: string; sentRevision: number | null; hadEarlier: boolean; isReplay: boolean }) =>
  of.channel === 'push' && of.kind === 'signal.ended' && of.sentRevision === null && of.hadEarlier && !of.isReplay;

/**
 * What a member wants of an event on a channel. What they asked for themselves, such as a test or a replay, goes out in any case; posts of
 * the club have no member who chooses.
 */
export function eventDispatch(
  policy: Pick<NotificationPolicy, 'dispatch'>,
  member: MemberPreferences,
  { kind, channel, isReplay = false }: { kind: string; channel: Channel; isReplay?: boolean },
): Dispatch {
  const notification = notificationKindOf(kind);
  if (notification === null || isReplay || isClubChannel(channel)) return { isOff: false, heldUntil: null, isSilent: false };
  return policy.dispatch(member, notification, channel);
}
