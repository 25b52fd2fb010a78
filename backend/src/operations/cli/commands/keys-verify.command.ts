import { KeysModule, KeyVerificationService } from '../../keys/index.js';
import { defineCommand, faultLines } from '../command.js';

export const command = defineCommand({
  summary: 'Opens everything that is sealed, files too, and names what does not open; nothing is shown or changed',
  options: {},
  modules: () => Promise.resolve([KeysModule]),
  async run({ get, note }) {
    const data = await get(KeyVerificationService).run(note);
    const { values, files, faults } = data;
    return {
      ok: faults.length === 0,
      data,
      lines: [`${values} values and ${files} files looked at, ${faults.length} do not open`, ...faultLines('BROKEN', faults, 50)],
    };
  },
});
