import type { MailWire, UserSessionWire } from '../../../platform/wire/index.js';
import type { ListedMail } from '../user-mail.repository.js';
import type { ListedSession } from '../user-session.repository.js';

/** A record of `sessions`. `currentId`: the admin's own session. */
export function presentSession(
  { userAgent, network, createdAt, lastSeenAt, endsAt, endedAt, ...session }: ListedSession,
  currentId: string,
): UserSessionWire {
  const current = session.id === currentId;
  return {
    ...session,
    current,
    device: userAgent,
    place: network,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endsAt: endsAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    may: session.open && !current ? ['end'] : [],
  };
}

/** A record of `mails`. */
export function presentMail({ address, queuedAt, sentAt, ...mail }: ListedMail): MailWire {
  return { ...mail, to: address, queuedAt: queuedAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
}
