import { isUuid } from '../../../platform/domain/index.js';
import { DeadLetters, MailModule } from '../../../messaging/mail/index.js';
import { defineCommand, Misuse, type Outcome } from '../command.js';

const MAX = 1000;

export const list = defineCommand({
  summary: 'Lists letters and other effects that were given up, the latest first',
  options: {
    kind: { value: 'KIND', help: 'of this kind alone, as mail.send' },
    limit: { value: 'NUMBER', help: `how many at most (100 unless told, ${MAX} at most)` },
  },
  modules: () => Promise.resolve([MailModule]),
  async run({ options: { kind, limit = '100' }, get }) {
    if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX) throw new Misuse(`--limit takes a number from 1 to ${MAX}`);
    const { rows, total } = await get(DeadLetters).list({ limit: Number(limit), ...(kind !== undefined && { filter: { kind } }) });
    const lines = rows.map(({ id, deadAt, kind: what, letter, address, attempts, error }) =>
      [id, deadAt.toISOString(), letter ?? what, address ?? '-', `${attempts} tries`, printable(error)].join('  '),
    );
    return { data: { total, rows }, lines: [...lines, `${total > rows.length ? `${rows.length} of ${total}` : total} dead letters`] };
  },
});

const selection = {
  id: { value: 'ID', help: 'one of them, as dead:list shows it' },
  all: { help: `every one of them, ${MAX} at a time` },
} as const;

export const retry = defineCommand({
  summary: 'Tries dead letters again, at once and for another 48 hours',
  options: selection,
  modules: () => Promise.resolve([MailModule]),
  run: ({ options, get }) => applyToSelected(get(DeadLetters), options, 'retry', 'retried'),
});

export const drop = defineCommand({
  summary: 'Throws dead letters away for good; that they were stays known',
  options: selection,
  modules: () => Promise.resolve([MailModule]),
  run: ({ options, get }) => applyToSelected(get(DeadLetters), options, 'drop', 'dropped'),
});

/** Handles each selected letter in a transaction of its own. Throws Misuse, NotFound. */
async function applyToSelected(
  letters: DeadLetters,
  { id, all }: { id: string | undefined; all: boolean },
  action: 'retry' | 'drop',
  done: string,
): Promise<Outcome> {
  if ((id === undefined) === !all) throw new Misuse('Give --id or --all');
  if (id !== undefined && !isUuid(id)) throw new Misuse(`${id} is no id of a dead letter`);
  const { rows, total } = id === undefined ? await letters.list({ limit: MAX }) : { rows: [{ id }], total: 1 };
  for (const letter of rows) await letters[action](null, letter.id);
  const left = total - rows.length;
  return { data: { [done]: rows.length, left }, lines: [`${rows.length} ${done}${left > 0 ? `, ${left} left` : ''}`] };
}

/** Replaces control characters of a mail server's answer: it is printed to a terminal. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}
