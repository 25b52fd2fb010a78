import { EntityManager } from '@mikro-orm/postgresql';
import { OperatorExportService, PrivacyCliModule } from '../../../club/privacy/index.js';
import { defineCommand } from '../command.js';
import { memberOf, memberOption } from '../options.input.js';

export const command = defineCommand({
  summary:
    'Writes the copy of a member\'s data (GDPR, articles 15 and 20) that they would get from "My data", in clear, ' +
    'for one who asked by letter',
  options: {
    user: memberOption,
    to: { value: 'FILE', required: true, help: 'new ZIP file, readable by you alone; hand it over and delete it' },
  },
  modules: () => Promise.resolve([PrivacyCliModule]),
  async run({ options, get, note }) {
    const { id } = await memberOf(get(EntityManager), options.user);
    let told = '';
    const bytes = await get(OperatorExportService).write(id, options.to, (step, percent) => {
      if (step !== told) note(`${percent} %: ${(told = step)}`);
    });
    return {
      data: { userId: id, file: options.to, bytes },
      lines: [`${options.to} holds everything that is kept about them: ${bytes} bytes. It is not sealed: hand it over and delete it`],
    };
  },
});
