import { resolve } from 'node:path';
import { BackupModule, BackupsService, type MadeBackup } from '../../backup/index.js';
import { defineCommand } from '../command.js';
import { numberOption } from '../options.input.js';

const WAIT_SECONDS = 600;
const MAX_WAIT_SECONDS = 86_400;

export const command = defineCommand({
  summary: 'Writes the database at one instant and its sealed files into a folder, for restore; the product may run meanwhile',
  options: {
    to: { value: 'DIR', required: true, help: 'a new folder, or an empty one' },
    wait: { value: 'SECONDS', help: `wait so long for a migration that runs to end, ${WAIT_SECONDS} unless given` },
  },
  modules: () => Promise.resolve([BackupModule]),
  owner: true,
  async run({ options, get, note }) {
    const folder = resolve(options.to);
    const wait = numberOption('wait', options.wait, { usual: WAIT_SECONDS, max: MAX_WAIT_SECONDS, unit: ' of seconds' });
    const made = await get(BackupsService).make(folder, note, wait * 1000);
    return { ok: made.lost.length === 0 && made.lostKeys.length === 0, data: { folder, ...made }, lines: linesOf(folder, made) };
  },
});

function linesOf(folder: string, { at, tables, rows, files, bytes, keys, logKeys, lost, lostKeys }: MadeBackup): string[] {
  return [
    `${tables} tables with ${rows} rows as of ${at}, and ${files} files: ${bytes} bytes in ${folder}`,
    'The keys are not in it. A restore needs of the key ring: ' +
      keys.join(', ') +
      (logKeys.length > 0 ? `; of the transparency log's keys: ${logKeys.map((id) => id.slice(0, 12)).join(', ')}` : '') +
      '. keys:export keeps them apart.',
    ...lost.map((id) => `LOST: the file ${id} is not in the file store`),
    ...lostKeys.map((id) => `LOST: the key "${id}" is not in the key ring, though values are sealed with it`),
  ];
}
