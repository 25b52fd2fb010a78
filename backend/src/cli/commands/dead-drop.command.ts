import { DeadLetters, MailModule } from '../../mail/index.js';
import { defineCommand } from '../command.js';
import { eachDeadLetter, whichOnes } from '../dead-letters.js';

export const command = defineCommand({
  summary: 'Throws dead letters away for good; that they were stays known',
  options: whichOnes,
  modules: () => Promise.resolve([MailModule]),
  run({ options, get }) {
    const letters = get(DeadLetters);
    return eachDeadLetter(letters, options, { act: (id) => letters.drop(null, id), done: 'dropped' });
  },
});
