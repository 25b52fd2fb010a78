import { KeysModule, RewrappingService } from '../../keys/index.js';
import { defineCommand, faultLines } from '../command.js';
import { batchOption, batchSize } from '../options.input.js';

export const command = defineCommand({
  summary:
    'Puts everything that is sealed under the key that seals now; may be stopped, run again, and run beside the product. ' +
    'Third step of a rotation',
  options: {
    batch: batchOption,
    'dry-run': { help: 'count what would be sealed anew' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get, note }) {
    const dry = options['dry-run'];
    const data = await get(RewrappingService).run({ batch: batchSize(options.batch), dry, progress: note });
    const { current, values, files, faults } = data;
    return {
      ok: faults.length === 0,
      data,
      lines: [
        `${values} values and ${files} files ${dry ? 'would be' : 'were'} put under the key "${current}"`,
        ...faultLines('LEFT', faults),
        ...(dry || faults.length > 0 ? [] : ['keys:list shows which keys seal nothing any more; keys:retire takes them out']),
      ],
    };
  },
});
