import { KeysModule, RetirementService } from '../../keys/index.js';
import { defineCommand } from '../command.js';
import { ringFileOption } from '../options.input.js';

export const command = defineCommand({
  summary: 'Takes a key out of the ring; refuses while it seals anything, or a process runs that seals with it. Last step of a rotation',
  options: {
    id: { value: 'ID', required: true, help: 'the key' },
    out: ringFileOption,
    'dry-run': { help: 'say whether it may be retired, and leave it' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get }) {
    const { id, out, 'dry-run': dry } = options;
    await get(RetirementService).retire(id, { dry, out });
    return {
      data: { key: id, retired: !dry },
      lines: [
        dry
          ? `"${id}" seals nothing and may be retired`
          : `"${id}" is no longer in ${out ?? 'the ring'}. Keep it offline for as long as backups that it sealed are kept. ` +
            'Who signed in under it signs in again',
      ],
    };
  },
});
