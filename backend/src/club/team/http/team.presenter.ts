import type { InvitationWire, OpenInvitationWire, TeamPersonWire } from '../../../platform/wire/index.js';
import { fullName, splitNames } from '../../users/index.js';
import type { ListedInvitation, OpenInvitation } from '../team-invitation.repository.js';
import type { TeamPerson } from '../team.repository.js';

/** A record of `team`. A person can neither change nor remove their own record. */
export function presentPerson(person: TeamPerson, actorId: string): TeamPersonWire {
  const { id, email, teamRole, status, hasSecondFactor } = person;
  return {
    id,
    email,
    fullName: fullName(person),
    ...splitNames(person),
    teamRole,
    status,
    hasSecondFactor,
    isSelf: id === actorId,
    createdAt: person.createdAt.toISOString(),
    lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
  };
}

/** A record of `team-invitations`. */
export function presentInvitation({ createdAt, expiresAt, ...invitation }: ListedInvitation): InvitationWire {
  return { ...invitation, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}

export function presentOpenInvitation({ email, teamRole, expiresAt }: OpenInvitation): OpenInvitationWire {
  return { email, teamRole, expiresAt: expiresAt.toISOString() };
}
