import { KeysModule, ReencryptionService } from '../../keys/index.js';
import { defineCommand, faultLines } from '../command.js';
import { batchOption, batchSize } from '../options.input.js';

export const command = defineCommand({
  summary:
    'Gives everything that is sealed a new data key, after a copy of the memory may have been taken; may be stopped, goes ' +
    'on when run again, and runs beside the product',
  options: {
    batch: batchOption,
    anew: { help: 'begin at the first value, though a run was stopped on its way: what it has done may have been seen since' },
    'dry-run': { help: 'count what would get a new data key' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get, note }) {
    const dry = options['dry-run'];
    const data = await get(ReencryptionService).run({ batch: batchSize(options.batch), dry, anew: options.anew, progress: note });
    const { current, values, files, faults, resumed, startedAt, totals } = data;
    const before = dry ? totals.faults : totals.faults - faults.length;
    return {
      ok: dry || totals.faults === 0,
      data,
      lines: [
        ...(resumed ? [`The run that began at ${startedAt} ${dry ? 'would go' : 'went'} on; --anew begins at the first value`] : []),
        `${values} values and ${files} files ${dry ? 'would get' : 'got'} a new data key, under the key "${current}"`,
        ...(dry || !resumed ? [] : [`${totals.values} values and ${totals.files} files in the whole run`]),
        ...faultLines('LEFT', faults),
        ...(before > 0 ? [`${before} were left by other processes of this run: keys:verify names them`] : []),
      ],
    };
  },
});
