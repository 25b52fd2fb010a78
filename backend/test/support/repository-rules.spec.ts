import { describe, expect, it } from '@jest/globals';
import { binaryFormat, lockFileProblems, problemLine, repositoryProblems, strayPackages } from '../../../scripts/lib/repository-rules.mjs';

const text = (path: string, size = 1_000) => ({ path, size, format: null, isIgnored: false });
const binary = (path: string, format: string) => ({ ...text(path), format });
const refused = (...files: Parameters<typeof repositoryProblems>[0]) => repositoryProblems(files).map(({ path }) => path);

describe('the format of a file', () => {
  it.each([
    ['png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['webp', Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1')])],
    ['ico', Buffer.from('0000010001002020', 'hex')],
    ['unknown', Buffer.from('PK\u0003\u0004\0\0', 'latin1')],
  ])('%s is recognised by its content', (format, head) => {
    expect(binaryFormat(head)).toBe(format);
  });

  it('is none for text, with or without letters beyond ASCII', () => {
    expect(binaryFormat(Buffer.from('const price = "1 €";\n'))).toBeNull();
    expect(binaryFormat(Buffer.alloc(0))).toBeNull();
  });
});

describe('what may be committed', () => {
  it('takes sources, and pictures where pictures belong', () => {
    const files = [
      text('backend/src/main.ts'),
      text('backend/src/score.ts'),
      text('frontend/src/core/index.ts'),
      text('.env.example'),
      binary('docs/pictures/console.webp', 'webp'),
      binary('frontend/public/favicon.ico', 'ico'),
    ];
    expect(repositoryProblems(files)).toEqual([]);
  });

  it('refuses a binary outside the folders for binaries, whatever its name', () => {
    expect(
      refused(binary('backend/src/main.ts', 'unknown'), binary('picture.png', 'png'), binary('docs/pictures-of-mine/a.webp', 'webp')),
    ).toEqual(['backend/src/main.ts', 'picture.png', 'docs/pictures-of-mine/a.webp']);
  });

  it('refuses in these folders what is of another format, or named after another', () => {
    expect(
      refused(
        binary('docs/pictures/console.webp', 'unknown'),
        binary('docs/pictures/console.png', 'png'),
        binary('frontend/public/icon.png', 'ico'),
      ),
    ).toHaveLength(3);
  });

  it.each([
    'urllib3-2.8.0-py3-none-any.whl',
    'tidemark-0.1.0.tgz',
    'backend/start.log',
    'docs/.DS_Store',
    'backend/src/main.ts.orig',
    'backend/src/main.ts.rej',
    'backend/src/.main.ts.swp',
    'backend/src/main.ts~',
    'core',
    'sandbox/core.4711',
    'tsconfig.tsbuildinfo',
    'node_modules/a/index.js',
    'frontend/dist/index.html',
    '.data/state.json',
    'coverage/index.html',
    '.env',
  ])('refuses %s', (path) => {
    expect(refused(text(path))).toEqual([path]);
  });

  it('refuses what .gitignore excludes, whatever it is', () => {
    expect(refused({ ...text('notes.txt'), isIgnored: true })).toEqual(['notes.txt']);
  });

  it('refuses files over 500 kB, except for the lock file', () => {
    expect(
      refused(
        text('a.json', 500_000),
        text('b.json', 500_001),
        text('package-lock.json', 510_000),
        text('frontend/package-lock.json', 510_000),
      ),
    ).toEqual(['b.json', 'frontend/package-lock.json']);
    expect(refused(text('package-lock.json', 1_000_001))).toEqual(['package-lock.json']);
  });

  it('finds packages among the ignored files, but leaves logs there alone', () => {
    expect(strayPackages(['urllib3-2.8.0-py3-none-any.whl', 'start.log', 'node_modules/']).map(({ path }) => path)).toEqual([
      'urllib3-2.8.0-py3-none-any.whl',
    ]);
  });

  it('refuses a lock file that names a registry', () => {
    expect(lockFileProblems('package-lock.json', '{ "version": "1.0.0", "resolved": "file:../a" }')).toEqual([]);
    expect(
      lockFileProblems('package-lock.json', '"resolved": "https://registry.example/a.tgz",\n"resolved": "http://registry.example/b.tgz"'),
    ).toHaveLength(1);
  });

  it('says the file, why and what to do', () => {
    expect(repositoryProblems([text('a.log')]).map(problemLine)).toEqual(['a.log: a log. To fix: delete it.']);
  });
});
