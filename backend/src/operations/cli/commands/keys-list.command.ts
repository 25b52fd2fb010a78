import { KeysModule, KeyUsesService, type KeyUse } from '../../keys/index.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: 'Lists the keys of the ring and how many values each of them seals; exit code 1 if a key is missing',
  options: {},
  modules: () => Promise.resolve([KeysModule]),
  async run({ get }) {
    const data = await get(KeyUsesService).read();
    return {
      ok: data.keys.every(({ inRing }) => inRing),
      data,
      lines: [
        ...data.keys.map(lineOf),
        ...(data.unknownFiles > 0
          ? [`${data.unknownFiles} files: it is not written down which key seals them; keys:rotate finds it out`]
          : []),
      ],
    };
  },
});

function lineOf({ id, current, inRing, values, total }: KeyUse): string {
  const state = current
    ? 'seals what is new'
    : inRing
      ? total > 0
        ? 'opens what it has sealed'
        : 'seals nothing; it may be retired'
      : 'MISSING from the ring: what it has sealed cannot be opened';
  const parts = Object.entries(values).filter(([, n]) => n > 0);
  return `${id}  ${state}${parts.length > 0 ? `  (${parts.map(([place, n]) => `${n} ${place}`).join(', ')})` : ''}`;
}
