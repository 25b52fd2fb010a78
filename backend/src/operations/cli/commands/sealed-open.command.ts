import { createPrivateKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { openOffline } from '../../../platform/crypto/index.js';
import { InvalidInput } from '../../../platform/domain/index.js';
import { defineCommand } from '../command.js';
import { loginContext, sealedLogin, type SealedLogin } from '../sealed-login.schema.js';

/** Far more than one sealed sign-in. */
const MAX_INPUT_BYTES = 64 * 1024;

export const command = defineCommand({
  summary: 'Opens what sealed:export wrote; for the machine that is never online and has the private key',
  options: {
    key: { value: 'FILE', required: true, help: 'the private key of sealed:new-pair' },
    in: { value: 'FILE', help: 'what sealed:export wrote; without it, the standard input is read' },
  },
  async run({ options, input }) {
    const login = parse(options.in === undefined ? await textOf(input) : read('in', options.in));
    const opened = open(privateKey(read('key', options.key)), login);
    return {
      data: { platform: login.platform, ...opened },
      lines: [`platform: ${login.platform}`, ...Object.entries(opened).map(([name, value]) => `${name}: ${value}`)],
    };
  },
});

function read(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw InvalidInput.field(option, `${file} cannot be read: ${(error as Error).message}`);
  }
}

async function textOf(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of input) {
    const piece = Buffer.from(chunk as Uint8Array);
    bytes += piece.length;
    if (bytes > MAX_INPUT_BYTES) throw InvalidInput.field('in', 'The input is too long to be what sealed:export wrote');
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): SealedLogin {
  try {
    return sealedLogin.parse(JSON.parse(text));
  } catch {
    // Neither a parser's excerpt nor a schema's report: the input may be anything.
    throw InvalidInput.field('in', 'This is not what sealed:export wrote');
  }
}

function privateKey(pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    key = undefined; // the sentence below says it for a wrong type too
  }
  if (key?.asymmetricKeyType !== 'x25519')
    throw InvalidInput.field('key', 'The key file holds no X25519 private key as sealed:new-pair writes it');
  return key;
}

function open(key: KeyObject, login: SealedLogin): Record<string, string> {
  try {
    return JSON.parse(openOffline(key, Buffer.from(login.sealed, 'base64'), loginContext(login)).toString('utf8')) as Record<
      string,
      string
    >;
  } catch {
    throw InvalidInput.field('in', 'It does not open with this key: it was sealed to another one, or altered on the way');
  }
}
