import { z } from 'zod';
import { DEFAULT_LANGUAGE, languages, teamRoles, type TeamRole } from '../../../platform/domain/index.js';
import { translated } from './mail-texts.settings.js';

const teamRole = z.enum(teamRoles);

/** The choice within the texts: an ICU selector has no spaces. */
const selector = (role: TeamRole): string => (role === 'signal author' ? 'author' : role);

export const teamLetters = {
  'team-invitation': translated(
    'mail.team-invitation',
    z.object({ token: z.string().regex(/^[\w-]{43}$/), teamRole, language: z.enum(languages).default(DEFAULT_LANGUAGE) }),
    '/#/join/{token}',
    { values: ({ token, teamRole: role }) => ({ token, role: selector(role) }), languageOf: ({ language }) => language },
  ),
  'team-joined': translated('mail.team-joined', z.object({ email: z.string().max(254), teamRole }), '/#/admin/team', {
    values: ({ email, teamRole: role }, { isolate }) => ({ email: isolate(email), role: selector(role) }),
  }),
} as const;
