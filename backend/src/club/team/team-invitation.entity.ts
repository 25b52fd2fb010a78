import { defineEntity, p } from '@mikro-orm/core';
import { teamRoles } from '../../platform/domain/index.js';
import { User } from '../users/index.js';

/** The unique index that allows one open invitation for an address. */
export const OPEN_INVITATION_UNIQUE = 'team_invitations_open_unique';

const TeamInvitationSchema = defineEntity({
  name: 'TeamInvitation',
  tableName: 'team_invitations',
  properties: {
    id: p.uuid().primary(),
    /** Canonical, see email-address.ts. */
    email: p.string().length(254),
    teamRole: p.enum(teamRoles),
    /** SHA-256 of the token. The token itself is only in the email. */
    tokenHash: p.blob().unique(),
    /** Valid only while this person still manages the team. */
    invitedBy: () => p.manyToOne(User).name('invited_by_id').mapToPk().deleteRule('cascade').index(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    acceptedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
  },
  uniques: [
    {
      name: OPEN_INVITATION_UNIQUE,
      expression:
        'create unique index "team_invitations_open_unique" on "team_invitations" ("email") where "accepted_at" is null and ' +
        '"revoked_at" is null',
    },
  ],
  indexes: [{ name: 'team_invitations_created_index', properties: ['createdAt', 'id'] }],
});

/** An invitation to the team. Opening the emailed link proves the address and creates the account. */
export class TeamInvitation extends TeamInvitationSchema.class {}
TeamInvitationSchema.setClass(TeamInvitation);
export { TeamInvitationSchema };
