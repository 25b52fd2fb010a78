import { KeyRings, KeysModule } from '../../keys/index.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: 'Adds a new key to the ring; it opens, and seals nothing until keys:use. First step of a rotation',
  options: {
    id: { value: 'ID', help: 'its name; without it, the month' },
    out: { value: 'FILE', help: 'new file for the changed ring, where its own cannot be written' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get }) {
    const id = await get(KeyRings).add(options.id, options.out);
    return { data: { key: id }, lines: [`The key "${id}" is in ${options.out ?? 'the ring'}. Restart every process, keep a copy of the keys (keys:export), then: keys:use --id ${id}`] };
  },
});
