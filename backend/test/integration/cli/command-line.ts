import { Readable } from 'node:stream';
import { run } from '../../../src/operations/cli/run.js';
import type { AppConfig } from '../../../src/platform/config/index.js';

export interface Answer {
  code: number;
  out: string;
  err: string;
  /** Of --json. */
  json<T>(): T;
}

const base64 = (key: Buffer) => key.toString('base64');

/** The variables that a process of this product was started with. */
export function variablesOf({ databaseUrl, dataDir, keyring }: AppConfig, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const keys = Object.fromEntries([...keyring.keys].map(([id, key]) => [id, base64(key)]));
  return {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    EXCHANGE_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    ARGON2_MEMORY_KIB: '19456',
    ENCRYPTION_KEYS: JSON.stringify({ current: keyring.current, keys, index: base64(keyring.index) }),
    ...more,
  };
}

/** Runs a command as it is typed, beside the product of `environment`; without one it must not ask for any. */
export async function type(
  argv: string[],
  { environment, input = '' }: { environment?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<Answer> {
  const written = { out: '', err: '' };
  const code = await run(argv, {
    environment: () => {
      if (!environment) throw new Error('this command asked for the settings');
      return environment;
    },
    input: Readable.from([Buffer.from(input)]),
    out: (text) => (written.out += text),
    err: (text) => (written.err += text),
  });
  return { code, ...written, json: <T>() => JSON.parse(written.out) as T };
}
