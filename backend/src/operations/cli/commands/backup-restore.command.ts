import { resolve } from 'node:path';
import { BackupModule, RestoredChecksService, RestoreRecordService, RestoresService, type RestoredReport } from '../../backup/index.js';
import { defineCommand, faultLines, type Outcome } from '../command.js';

export const command = defineCommand({
  summary: 'Puts a backup into an empty database and the file store, and checks what then stands there; no process of the product may run',
  options: {
    from: { value: 'DIR', required: true, help: 'the folder of a backup' },
    'dry-run': { help: 'check the backup, the keys and the database, and store nothing' },
    'all-files': { help: 'afterwards, open every file and not a sample' },
  },
  modules: () => Promise.resolve([BackupModule]),
  owner: true,
  async run({ options, get, note }): Promise<Outcome> {
    const folder = resolve(options.from);
    const restores = get(RestoresService);
    const manifest = await restores.check(folder, note);
    const { id, at, product, tables, files } = manifest;
    const about = {
      backup: id,
      at,
      product,
      tables: tables.length,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      files: files.count,
    };
    const told = `the backup of ${at} (version ${product}): ${about.tables} tables with ${about.rows} rows, ${about.files} files`;
    if (options['dry-run'])
      return {
        data: { ...about, restored: false },
        lines: [`Nothing was changed. What is there is whole, and could be restored: ${told}`],
      };
    await restores.restore(folder, manifest, note);
    note('Checking what was restored');
    const report = await get(RestoredChecksService).run({ allFiles: options['all-files'] }, note);
    await get(RestoreRecordService).record(manifest);
    const known = new Set(files.absent);
    const faults = faultsOf({ ...report, files: { ...report.files, missing: report.files.missing.filter((file) => !known.has(file)) } });
    return {
      ok: faults.length === 0,
      data: { ...about, restored: true, ...report },
      lines: [
        `Restored: ${told}`,
        ...(files.absent.length > 0 ? [`${files.absent.length} files were not in the file store when the backup was made`] : []),
        ...(faults.length === 0 ? sound(report) : faultLines('BROKEN', faults)),
        'Every session was ended: all sign in again. What was erased since that moment must be erased again.',
      ],
    };
  },
});

function faultsOf({ audit, log, files }: RestoredReport): string[] {
  return [
    ...(audit.firstBreak ? [`the audit log: ${audit.firstBreak.message}`] : []),
    ...log.faults.map((fault) => `the transparency log: ${fault}`),
    ...files.missing.map((id) => `the file ${id} is not in the file store`),
    ...files.faults,
  ];
}

function sound({ audit, log, files }: RestoredReport): string[] {
  return [
    `${audit.sealed} audit events are sealed and unchanged`,
    `${log.leaves} leaves of the transparency log are what was logged`,
    `${files.rows} files are there, ${files.opened} of them were opened and are what was uploaded`,
  ];
}
