import { KeyRingsService, KeysModule } from '../../keys/index.js';
import { defineCommand } from '../command.js';
import { ringFileOption } from '../options.input.js';

export const command = defineCommand({
  summary: 'Makes a key of the ring the one that seals; refuses while a process runs that does not have it. Second step of a rotation',
  options: {
    id: { value: 'ID', required: true, help: 'the key' },
    out: ringFileOption,
    'dry-run': { help: 'say whether it may seal, and leave the ring' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get }) {
    const { out, 'dry-run': dry } = options;
    await get(KeyRingsService).use(options.id, { dry, out });
    if (dry) return { data: { current: options.id, changed: false }, lines: [`"${options.id}" may seal: every process that runs has it`] };
    return {
      data: { current: options.id, changed: true },
      lines: [`"${options.id}" seals from the next start on. Restart every process, then: keys:rotate`],
    };
  },
});
