import { DeadLetters, MailModule } from '../../mail/index.js';
import { defineCommand } from '../command.js';
import { eachDeadLetter, whichOnes } from '../dead-letters.js';

export const command = defineCommand({
  summary: 'Tries dead letters again, at once and for another 48 hours',
  options: whichOnes,
  modules: () => Promise.resolve([MailModule]),
  run({ options, get }) {
    const letters = get(DeadLetters);
    return eachDeadLetter(letters, options, { act: (id) => letters.retry(null, id), done: 'retried' });
  },
});
