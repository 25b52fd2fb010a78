import { EntityManager } from '@mikro-orm/postgresql';
import { FactorResetService, MfaModule } from '../../../club/auth/index.js';
import { InvalidInput, rolesWith } from '../../../platform/domain/index.js';
import { defineCommand } from '../command.js';
import { hasOtherInTeam } from '../../../team.query.js';
import { findPersonByEmail, managesTeam } from '../operator.query.js';

export const command = defineCommand({
  summary: 'Takes every second factor from an account whose owner lost them all; a second person answers for it',
  options: {
    email: { value: 'ADDRESS', required: true, help: 'whose factors are lost' },
    'confirmed-by': {
      value: 'ADDRESS',
      required: true,
      help: 'another admin who has checked who is asking; a member where there is no other admin',
    },
  },
  modules: () => Promise.resolve([MfaModule]),
  async run({ options, get }) {
    const em = get(EntityManager);
    const account = await findPersonByEmail(em, options.email.trim());
    if (!account) throw InvalidInput.field('email', `There is no account with the address ${options.email}`);
    const witness = await findPersonByEmail(em, options['confirmed-by'].trim());
    if (!witness?.active)
      throw InvalidInput.field('confirmed-by', `There is no active account with the address ${options['confirmed-by']}`);
    if (witness.id === account.id)
      throw InvalidInput.field('confirmed-by', 'Somebody else must confirm it: two different people are needed');
    if (!managesTeam(witness) && (await hasOtherInTeam(em, rolesWith('team.manage'), account.id)))
      throw InvalidInput.field('confirmed-by', 'An admin must confirm it');
    const removed = await em.transactional((tx) =>
      get(FactorResetService).removeEveryFactor(tx, account.id, { by: null, confirmedBy: witness.id }),
    );
    return {
      data: { userId: account.id, confirmedBy: witness.id, removed },
      lines: [`${removed} second factors of ${options.email} were removed and every session ended. The owner gets a mail.`],
    };
  },
});
