import { resolve } from 'node:path';
import { BackupExpiryService, BackupModule, type Expiry } from '../../backup/index.js';
import { defineCommand } from '../command.js';
import { numberOption } from '../options.input.js';

const MAX_DAYS = 3650;

export const command = defineCommand({
  summary: 'Removes the backups in a folder that are older than so many days, and never the newest whole one',
  options: {
    in: { value: 'DIR', required: true, help: 'the folder that holds the folders of backups' },
    'keep-days': { value: 'N', required: true, help: `keep backups of so many days, 1 to ${MAX_DAYS}` },
    'dry-run': { help: 'show what would be removed, and remove nothing' },
  },
  modules: () => Promise.resolve([BackupModule]),
  async run({ options, get }) {
    const days = numberOption('keep-days', options['keep-days'], { max: MAX_DAYS });
    const dryRun = options['dry-run'];
    const expiry = await get(BackupExpiryService).prune(resolve(options.in), days, { dryRun });
    return { data: { dryRun, ...expiry }, lines: linesOf(expiry, dryRun) };
  },
});

function linesOf({ removed, kept, unknown }: Expiry, dryRun: boolean): string[] {
  return [
    ...removed.map(({ folder, at }) => `${dryRun ? 'Would remove' : 'Removed'} ${folder}, made ${at}`),
    ...unknown.map(({ folder, reason }) => `Left alone: ${folder} is not a whole backup of this product: ${reason}`),
    kept.length > 0 ? `${kept.length} backups are kept, the newest was made ${kept[0]!.at}` : 'There is no whole backup',
  ];
}
