import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InvalidInput } from '../../../platform/domain/index.js';
import { openPackage, readPackage } from '../../keys/index.js';
import { defineCommand, Misuse } from '../command.js';
import { openerOf, textIn } from '../key-package.input.js';

export const command = defineCommand({
  summary: 'Opens what keys:export wrote, without the product; before a restore on a new machine, or to try whether the copy is good',
  options: {
    in: { value: 'FILE', required: true, help: 'what keys:export wrote' },
    'passphrase-file': { value: 'FILE', help: 'its first line is the passphrase' },
    key: { value: 'FILE', help: 'the private key of sealed:new-pair' },
    out: { value: 'DIR', help: 'new folder for keyring.json and log-key.pem; without it, the keys are looked at and forgotten' },
  },
  async run({ options }) {
    const packed = readPackage(textIn('in', options.in));
    const opener = openerOf(options);
    if (!opener) throw new Misuse('Give --passphrase-file or --key');
    const { keyring, logKey, earlierLogKeys } = await openPackage(packed, opener);
    if (options.out !== undefined) {
      try {
        mkdirSync(options.out, { mode: 0o700 });
        for (const [name, text] of [
          ['keyring.json', keyring],
          ['log-key.pem', logKey],
        ] as const)
          writeFileSync(join(options.out, name), text, { mode: 0o600, flag: 'wx' });
      } catch (error) {
        throw InvalidInput.field('out', `${options.out} cannot be made: ${(error as NodeJS.ErrnoException).code}`);
      }
    }
    const { madeAt, keys } = packed;
    return {
      data: { madeAt, keys, out: options.out ?? null },
      lines: [
        `It opens: the keys ${keys.join(', ')} as of ${madeAt}`,
        ...(options.out === undefined
          ? []
          : [
              'Settings of the product:',
              `ENCRYPTION_KEYS=file:${join(options.out, 'keyring.json')}`,
              `LOG_SIGNING_KEY=file:${join(options.out, 'log-key.pem')}`,
              ...(earlierLogKeys.length > 0 ? [`LOG_EARLIER_KEYS=${earlierLogKeys.join(',')}`] : []),
            ]),
      ],
    };
  },
});
