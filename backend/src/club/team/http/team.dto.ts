import { z } from 'zod';
import { languages, teamRoles } from '../../../platform/domain/index.js';
import { canonicalEmail, personName, personSentences } from '../../users/index.js';

const role = z.enum(teamRoles, `teamRole must be one of ${teamRoles.join(', ')}`);
const language = z.enum(languages, `language must be one of ${languages.join(', ')}`);

const checked = (read: (typed: string) => string | null, sentence: string) =>
  z
    .string(sentence)
    .max(1000, sentence)
    .transform((typed, context) => {
      const value = read(typed);
      if (value !== null) return value;
      context.addIssue({ code: 'custom', message: sentence });
      return z.NEVER;
    });

export const teamRules = {
  sortable: ['createdAt', 'lastName', 'email'] as const,
  filters: { teamRole: role },
};

export const invitationRules = { sortable: ['createdAt'] as const, filters: {} };

/** PUT /admin/team/{id} */
export const teamRoleBody = z.strictObject({ teamRole: role });

/** POST /admin/team-invitations */
export const invitationBody = z.strictObject({
  email: checked(canonicalEmail, personSentences.email),
  teamRole: role,
  language: language.default('en'),
});

/** POST /team-invitation/accept */
export const joinBody = z.strictObject({
  firstName: checked(personName, personSentences.otherName),
  lastName: checked(personName, personSentences.surname),
  password: z.string('Choose a password').min(1, 'Choose a password').max(1000, 'Use a password of at most 256 characters'),
  language: language.nullable().default(null),
});

export type TeamRoleBody = z.output<typeof teamRoleBody>;
export type InvitationBody = z.output<typeof invitationBody>;
export type JoinBody = z.output<typeof joinBody>;
