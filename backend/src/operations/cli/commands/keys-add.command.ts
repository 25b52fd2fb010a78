import { KeyRingsService, KeysModule } from '../../keys/index.js';
import { defineCommand } from '../command.js';
import { ringFileOption } from '../options.input.js';

export const command = defineCommand({
  summary: 'Adds a new key to the ring; it opens, and seals nothing until keys:use. First step of a rotation',
  options: {
    id: { value: 'ID', help: 'its name; without it, the month' },
    out: ringFileOption,
    'dry-run': { help: 'say which key would be added, and add none' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get }) {
    const { out, 'dry-run': dry } = options;
    const id = await get(KeyRingsService).add(options.id, { dry, out });
    if (dry) return { data: { key: id, added: false }, lines: [`The key "${id}" would be added to ${out ?? 'the ring'}`] };
    return {
      data: { key: id, added: true },
      lines: [
        `The key "${id}" is in ${out ?? 'the ring'}. Restart every process, keep a copy of the keys (keys:export), ` +
          `then: keys:use --id ${id}`,
      ],
    };
  },
});
