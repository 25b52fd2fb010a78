import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseKeyring } from './keyring.config.js';
import { parseLogKey } from './log-keys.config.js';
import { looseModeWarning } from './secret-file-mode.js';
import { withSecretFiles } from './secret-files.reader.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');
const ring = JSON.stringify({ current: 'a', keys: { a: key(1) }, index: key(2) });

describe('a file with a secret', () => {
  let home: string;
  let file: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'tidemark-modes-'));
    file = join(home, 'ring.json');
    writeFileSync(file, ring);
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it.each([0o666, 0o602, 0o777])('of mode %i is refused: everybody could change it', (mode) => {
    chmodSync(file, mode);
    const sentence = /^names a file that every user of this machine may change \(mode 0[67][0-7]{2}\): chmod 600 /;
    expect(() => parseKeyring(`file:${file}`)).toThrow(sentence);
    expect(() => parseLogKey(`file:${file}`)).toThrow(sentence);
    expect(withSecretFiles({ ENCRYPTION_KEYS_FILE: file }, ['ENCRYPTION_KEYS']).problems).toEqual([
      expect.stringMatching(/^ENCRYPTION_KEYS_FILE names a file that every user of this machine may change/),
    ]);
  });

  it.each([0o600, 0o400, 0o440, 0o444, 0o644, 0o640, 0o660])('of mode %i is read', (mode) => {
    chmodSync(file, mode);
    expect(parseKeyring(`file:${file}`).current).toBe('a');
    expect(withSecretFiles({ ENCRYPTION_KEYS_FILE: file }, ['ENCRYPTION_KEYS']).problems).toEqual([]);
  });

  it.each([
    [0o600, false],
    [0o400, false],
    [0o440, false],
    [0o640, false],
    [0o444, true],
    [0o644, true],
    [0o660, true],
  ])('of mode %i is worth a warning: %s', (mode, warned) => {
    chmodSync(file, mode);
    expect(looseModeWarning(file) !== null).toBe(warned);
  });
});
