import { KeyPackagesService, KeysModule } from '../../keys/index.js';
import { defineCommand } from '../command.js';
import { newPassphraseIn } from '../key-package.input.js';

export const command = defineCommand({
  summary:
    'Writes the keys into a sealed file, to be kept where no backup is; under a passphrase, or to the offline key of sealed:new-pair',
  options: {
    to: { value: 'FILE', required: true, help: 'new file' },
    'passphrase-file': {
      value: 'FILE',
      help: 'its first line is the passphrase; without it, the keys are sealed to OFFLINE_SEAL_PUBLIC_KEY',
    },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get }) {
    const from = options['passphrase-file'];
    const { id, keys, sealedFor } = await get(KeyPackagesService).write(options.to, from === undefined ? undefined : newPassphraseIn(from));
    return {
      data: { package: id, keys, sealedFor },
      lines: [
        `${options.to} holds the keys ${keys.join(', ')}, the index key and the key of the transparency log, sealed ` +
          (sealedFor === 'passphrase' ? 'with the passphrase' : 'to the offline key'),
      ],
    };
  },
});
