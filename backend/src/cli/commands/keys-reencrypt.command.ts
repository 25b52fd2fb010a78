import { KeysModule, Reencryption } from '../../keys/index.js';
import { batchSize, MOST_BATCH } from '../batch-size.js';
import { defineCommand } from '../command.js';

/** As many as are told of people; --json tells all. */
const SHOWN = 20;

export const command = defineCommand({
  summary:
    'Gives everything that is sealed a new data key, after a copy of the memory may have been taken; may be stopped, goes on when run again, and runs beside the product',
  options: {
    batch: { value: 'N', help: `so many values a transaction, 500 unless told, ${MOST_BATCH} at most` },
    anew: { help: 'begin at the first value, though a run was stopped on its way: what it has done may have been seen since' },
    'dry-run': { help: 'count what would get a new data key' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get, note }) {
    const dry = options['dry-run'];
    const data = await get(Reencryption).run({ batch: batchSize(options.batch), dry, anew: options.anew, progress: note });
    const { current, values, files, faults, resumed, startedAt, totals } = data;
    const before = dry ? totals.faults : totals.faults - faults.length;
    return {
      ok: dry || totals.faults === 0,
      data,
      lines: [
        ...(resumed ? [`The run that began at ${startedAt} ${dry ? 'would go' : 'went'} on; --anew begins at the first value`] : []),
        `${values} values and ${files} files ${dry ? 'would get' : 'got'} a new data key, under the key "${current}"`,
        ...(dry || !resumed ? [] : [`${totals.values} values and ${totals.files} files in the whole run`]),
        ...faults.slice(0, SHOWN).map((fault) => `LEFT: ${fault}`),
        ...(faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : []),
        ...(before > 0 ? [`${before} were left by other processes of this run: keys:verify names them`] : []),
      ],
    };
  },
});
