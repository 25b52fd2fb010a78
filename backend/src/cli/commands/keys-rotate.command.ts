import { KeysModule, Rewrapping } from '../../keys/index.js';
import { batchSize, MOST_BATCH } from '../batch-size.js';
import { defineCommand } from '../command.js';

/** As many as are told of people; --json tells all. */
const SHOWN = 20;

export const command = defineCommand({
  summary:
    'Puts everything that is sealed under the key that seals now; may be stopped, run again, and run beside the product. Third step of a rotation',
  options: {
    batch: { value: 'N', help: `so many values a transaction, 500 unless told, ${MOST_BATCH} at most` },
    'dry-run': { help: 'count what would be sealed anew' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get, note }) {
    const dry = options['dry-run'];
    const data = await get(Rewrapping).run({ batch: batchSize(options.batch), dry, progress: note });
    const { current, values, files, faults } = data;
    return {
      ok: faults.length === 0,
      data,
      lines: [
        `${values} values and ${files} files ${dry ? 'would be' : 'were'} put under the key "${current}"`,
        ...faults.slice(0, SHOWN).map((fault) => `LEFT: ${fault}`),
        ...(faults.length > SHOWN ? [`and ${faults.length - SHOWN} more`] : []),
        ...(dry || faults.length > 0 ? [] : ['keys:list shows which keys seal nothing any more; keys:retire takes them out']),
      ],
    };
  },
});
