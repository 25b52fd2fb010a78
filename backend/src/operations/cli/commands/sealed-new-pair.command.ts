import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { InvalidInput } from '../../../platform/domain/index.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: 'Makes the pair of keys for exchange sign-ins; run it on the machine that is never online',
  options: { out: { value: 'FILE', required: true, help: 'new file for the private key, which stays on that machine' } },
  run({ options }) {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    try {
      writeFileSync(options.out, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      throw InvalidInput.field('out', `${options.out} cannot be made: ${(error as Error).message}`);
    }
    const point = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('base64');
    return Promise.resolve({
      data: { publicKey: point, privateKeyFile: options.out },
      lines: [
        `The private key is in ${options.out}. Keep a copy of it offline, and never bring it to a server.`,
        'Setting of the product:',
        `OFFLINE_SEAL_PUBLIC_KEY=${point}`,
      ],
    });
  },
});
