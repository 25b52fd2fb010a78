import { EntityManager } from '@mikro-orm/postgresql';
import { AdminInvitationService, AuthModule } from '../../../club/auth/index.js';
import { readNames } from '../../../club/users/index.js';
import { InvalidInput, teamRoles } from '../../../platform/domain/index.js';
import { defineCommand } from '../command.js';
import { confirmingAdmin } from '../options.input.js';

export const command = defineCommand({
  summary: 'Adds a person to the team, who gets a mail with a link to choose a password; the other admins get a mail that says so',
  options: {
    email: { value: 'ADDRESS', required: true, help: 'an address that has no account here' },
    surname: { value: 'NAME', required: true, help: 'the surname' },
    'first-name': { value: 'NAME', required: true, help: 'the first name' },
    role: { value: 'ROLE', help: `what the person may do: ${teamRoles.join(', ')}; admin without this option` },
    'confirmed-by': { value: 'ADDRESS', required: true, help: 'the admin who answers for it, by address or id' },
  },
  modules: () => Promise.resolve([AuthModule]),
  async run({ options, get }) {
    const admin = await confirmingAdmin(get(EntityManager), options['confirmed-by']);
    const { email, surname, 'first-name': otherName } = options;
    const names = readNames({ surname, otherName }, { surname: 'surname', otherName: 'first-name' });
    const teamRole = teamRoles.find((role) => role === (options.role ?? 'admin'));
    if (!teamRole) throw InvalidInput.field('role', `--role must be one of: ${teamRoles.join(', ')}`);
    const userId = await get(AdminInvitationService).invite({ email, teamRole, ...names }, admin.id);
    return {
      data: { userId, role: teamRole, confirmedBy: admin.id },
      lines: [`${email} has the role ${teamRole} now and gets a mail with a link to choose a password. The link is good for one hour.`],
    };
  },
});
