import type { DeadLetters } from '../mail/index.js';
import { isUuid } from '../common/domain/index.js';
import { Misuse, type Outcome } from './command.js';

/** As many as one call of `--all` takes. */
const AT_ONCE = 1000;

/** Which dead letters a command is about. */
export const whichOnes = {
  id: { value: 'ID', help: 'one of them, as dead:list shows it' },
  all: { help: `every one of them, ${AT_ONCE} at a time` },
};

/** Does `act` to the letters that were named, each in a transaction of its own, and says how many those were. Throws Misuse, NotFound. */
export async function eachDeadLetter(
  letters: DeadLetters,
  { id, all }: { id: string | undefined; all: boolean },
  { act, done }: { act: (id: string) => Promise<void>; done: string },
): Promise<Outcome> {
  if ((id === undefined) === !all) throw new Misuse('Give --id or --all');
  if (id !== undefined && !isUuid(id)) throw new Misuse(`${id} is no id of a dead letter`);
  const { rows, total } = id === undefined ? await letters.list({ limit: AT_ONCE }) : { rows: [{ id }], total: 1 };
  for (const letter of rows) await act(letter.id);
  const left = total - rows.length;
  return { data: { [done]: rows.length, left }, lines: [`${rows.length} ${done}${left > 0 ? `, ${left} left` : ''}`] };
}
