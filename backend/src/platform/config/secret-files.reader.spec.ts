import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readVariables } from './variables.schema.js';
import { withSecretFiles } from './secret-files.reader.js';

const names = ['DATABASE_URL', 'ADMIN_PASSWORD', 'AUDIT_ANCHOR', 'AUDIT_ANCHOR_FILE'];

describe('secrets in files', () => {
  let home: string;
  const file = (name: string, text: string) => {
    const path = join(home, name);
    writeFileSync(path, text);
    return path;
  };
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'tidemark-secrets-'));
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it('reads a variable from its file, without the line break at its end', () => {
    const environment = { DATABASE_URL_FILE: file('url', 'postgres://a:b@c/d\n'), OTHER: 'x' };
    expect(withSecretFiles(environment, names)).toEqual({
      environment: { ...environment, DATABASE_URL: 'postgres://a:b@c/d' },
      problems: [],
    });
  });

  it('leaves alone a variable whose own name ends like that', () => {
    const environment = { AUDIT_ANCHOR_FILE: join(home, 'not-there-yet') };
    expect(withSecretFiles(environment, names)).toEqual({ environment, problems: [] });
  });

  it('takes an empty one for unset', () => {
    const environment = { DATABASE_URL_FILE: ' ', DATABASE_URL: 'postgres://here' };
    expect(withSecretFiles(environment, names)).toEqual({ environment, problems: [] });
  });

  it('refuses both, a file that is not there, and an empty one, and tells nothing of what is in them', () => {
    const secret = 'a password nobody may see';
    const environment = {
      DATABASE_URL: 'postgres://here',
      DATABASE_URL_FILE: file('both', secret),
      ADMIN_PASSWORD_FILE: join(home, 'gone'),
    };
    const { problems } = withSecretFiles(environment, names);
    expect(problems).toEqual([
      'DATABASE_URL and DATABASE_URL_FILE are both set: one of them has to go',
      'ADMIN_PASSWORD_FILE names a file that cannot be read (ENOENT)',
    ]);
    expect(withSecretFiles({ ADMIN_PASSWORD_FILE: file('empty', '\n') }, names).problems).toEqual([
      'ADMIN_PASSWORD_FILE names an empty file',
    ]);
    expect(withSecretFiles({ ADMIN_PASSWORD_FILE: file('large', secret.repeat(4000)) }, names).problems).toEqual([
      'ADMIN_PASSWORD_FILE names a file of more than 64 KiB',
    ]);
    expect(problems.join()).not.toContain(secret);
  });

  it('counts as set where production asks for the variable', () => {
    const { values, problems } = readVariables({ NODE_ENV: 'production', DATABASE_URL_FILE: file('production', 'postgres://a:b@c/d') });
    expect(values.DATABASE_URL).toBe('postgres://a:b@c/d');
    expect(problems.join()).not.toContain('DATABASE_URL');
  });
});
