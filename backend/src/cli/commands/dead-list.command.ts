import { DeadLetters, MailModule } from '../../mail/index.js';
import { defineCommand, Misuse } from '../command.js';

const MOST = 1000;

export const command = defineCommand({
  summary: 'Lists letters and other effects that were given up, the latest first',
  options: {
    kind: { value: 'KIND', help: 'of this kind alone, as mail.send' },
    limit: { value: 'NUMBER', help: `how many at most (100 unless told, ${MOST} at most)` },
  },
  modules: () => Promise.resolve([MailModule]),
  async run({ options: { kind, limit = '100' }, get }) {
    if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST) throw new Misuse(`--limit takes a number from 1 to ${MOST}`);
    const { rows, total } = await get(DeadLetters).list({ limit: Number(limit), ...(kind !== undefined && { filter: { kind } }) });
    const lines = rows.map(({ id, deadAt, kind: what, letter, address, attempts, error }) =>
      [id, deadAt.toISOString(), letter ?? what, address ?? '-', `${attempts} tries`, printable(error)].join('  '),
    );
    return { data: { total, rows }, lines: [...lines, `${total > rows.length ? `${rows.length} of ${total}` : total} dead letters`] };
  },
});

/** What a mail server answered goes to a terminal: no control characters. */
function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}
