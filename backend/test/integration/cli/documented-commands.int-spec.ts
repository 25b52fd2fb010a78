import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commands, findCommand } from '../../../src/operations/cli/commands.js';
import { signedInAdmin, signedInMember } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { variablesOf } from './command-line.js';
import { layOutImage } from './image-tree.js';

const PLACES = ['docs', 'deploy', 'deploy/systemd'];
/** Also on a machine with other work. */
const MS = 180_000;
const NOBODY = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

const texts = [
  'docker-compose.yml',
  'README.md',
  'CONTRIBUTING.md',
  ...PLACES.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (/\.(md|service|timer|yml)$/.test(name) ? [join(folder, name)] : [])),
  ),
].map((file) => [file, readFileSync(file, 'utf8')] as const);

/** Every command that a document tells its reader to type: `tidemark ...`, or a command's name with or without its options, in code. */
const documented = [
  ...new Set(
    texts.flatMap(([, text]) =>
      [...text.matchAll(/`([^`\n]+)`|^([^`\n]*\btidemark [^`\n]+)$/gm)].flatMap(([, code, line]) => {
        const typed = code ?? line!;
        const named = /(?:^|\s|\/bin\/)tidemark ((?!is\b|[A-Z])[\w:-]+(?: [^#|>]*)?)/.exec(
          typed.replaceAll("', '", ' ').replaceAll(/'\]?/g, ' '),
        )?.[1];
        if (named !== undefined && (code !== undefined || /^\s*(\$|ExecStart|#?\s*docker compose|\d|command:|tidemark)/.test(line!)))
          return [named.trim()];
        const [first = ''] = typed.split(' ');
        return first.includes(':') && findCommand([first]) ? [typed.trim()] : [];
      }),
    ),
  ),
].toSorted();

const RUNNER = fileURLToPath(new URL('command-runner.mjs', import.meta.url));
const PROCESSES = ['api', 'worker', 'migrate', 'make-secrets', 'backup-timer'];

describe('a command that the documents name, in the files of the image', () => {
  let root: string;
  let bin: string;
  let api: TestApi;
  let place: Record<string, string>;
  let environment: NodeJS.ProcessEnv;

  beforeAll(async () => {
    mkdirSync('node_modules/.cache', { recursive: true });
    root = mkdtempSync(join(process.cwd(), 'node_modules/.cache/image-'));
    bin = layOutImage(root);
    api = await createTestApi();
    const [admin, member] = [await signedInAdmin(api), await signedInMember(api)];
    const home = join(root, 'home');
    mkdirSync(join(home, 'empty'), { recursive: true });
    const passphrase = join(home, 'passphrase');
    writeFileSync(passphrase, 'six random words and a few more\n');
    const variables = variablesOf(api.config);
    const ring = join(home, 'encryption_keys');
    writeFileSync(ring, variables['ENCRYPTION_KEYS']!);
    environment = { ...variables, ENCRYPTION_KEYS: '', ENCRYPTION_KEYS_FILE: ring, DATA_DIR: join(home, 'data') };
    place = {
      ADDRESS: member.email,
      ADMIN: admin.email,
      ID: 'k2',
      TEXT: 'a-case',
      DAY: '2030-01-01',
      N: '3',
      PASSPHRASE: passphrase,
      home,
    };
    if (isRoot) for (const path of [home, join(home, 'empty'), ring, passphrase]) chownSync(path, NOBODY.uid, NOBODY.gid);
  }, MS);
  afterAll(async () => {
    await api?.close();
    rmSync(root, { recursive: true, force: true });
  });

  /** What stands for the words in capitals, and for paths of somebody's machine; new files are new each time. */
  let files = 0;
  const filledIn = (typed: string) =>
    typed
      .replaceAll(/\[[^\]]*\]/g, '')
      .replace(/--passphrase-file \S+/, `--passphrase-file ${place['PASSPHRASE']}`)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) =>
        /^(FILE|DIR|PATH)$/.test(word) || /^\/(?!dev\b)/.test(word)
          ? word === place['PASSPHRASE']
            ? word
            : join(place['home']!, `new-${++files}`)
          : (place[word] ?? word),
      );

  const start = (command: string, words: string[], more: NodeJS.ProcessEnv = {}) =>
    spawn(command, words, {
      cwd: '/',
      env: { ...environment, ...more, HOME: place['home'], PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin` },
      ...(isRoot && NOBODY),
    });

  /** In a process of its own. */
  function type(words: string[], more: NodeJS.ProcessEnv = {}) {
    return new Promise<{ code: number | null; err: string; out: string }>((resolve, reject) => {
      const child = start('tidemark', words, more);
      const written = { out: '', err: '' };
      child.stdout.on('data', (chunk: Buffer) => (written.out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (written.err += chunk.toString()));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, ...written }));
    });
  }

  it('is found in the documents', () => {
    expect(documented.length).toBeGreaterThan(20);
    const manual = readFileSync('docs/operations.md', 'utf8');
    // npm and the scripts that it runs are not in the image.
    expect(manual.match(/npm run (-s )?(cli -- \w|audit|log|dead|sealed)\S*/g)).toBeNull();
  });

  // Loading the modules is most of a command: these share a process.
  describe('run as documented', () => {
    let runner: ChildProcessWithoutNullStreams;
    let answers: AsyncIterator<string>;
    let said = '';
    beforeAll(() => {
      const script = join(root, 'command-runner.mjs');
      copyFileSync(RUNNER, script);
      runner = start('node', [script, join(root, 'app/dist/backend/bundle/run.mjs')]);
      runner.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      answers = createInterface({ input: runner.stdout })[Symbol.asyncIterator]();
    });
    afterAll(() => {
      runner?.kill('SIGKILL');
    });

    async function run(words: string[]): Promise<{ code: number; err: string }> {
      said = '';
      runner.stdin.write(`${JSON.stringify(words)}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${words.join(' ')} ended the process: ${said}`);
      const { code, err } = JSON.parse(value) as { code: number; err: string };
      return { code, err: `${said}${err}` };
    }

    it.each(documented.filter((typed) => !PROCESSES.includes(typed.split(' ')[0]!)))(
      '%s',
      async (typed) => {
        // A name alone stands for the command as such: where it takes options that are required, its usage is what can be asked for.
        const found = findCommand(typed.split(' '));
        const isNameAlone = found?.words === typed.split(' ').length;
        const { command } = isNameAlone ? await commands[found.name]!() : {};
        const needsMore = Object.values(command?.options ?? {}).some(({ required }) => required);
        const { code, err } = await run([...filledIn(typed), ...(needsMore ? ['--help'] : [])]);
        // 0: done; 1: it looked and refuses (there is no such backup, nothing to retire). 2 would be: not understood.
        expect({
          code: code === 0 || code === 1,
          err: err.match(/ERR_\w+|EACCES|EROFS|Unknown option|There is no command|\n {4}at .*/)?.[0],
        }).toEqual({
          code: true,
          err: undefined,
        });
      },
      MS,
    );

    it(
      'leaves nothing open that keeps the process from ending',
      async () => {
        const ended = once(runner, 'exit');
        runner.stdin.end();
        expect(await ended).toEqual([0, null]);
      },
      MS,
    );
  });

  it('dead list ends by itself, in a process of its own', async () => {
    expect(await type(['dead', 'list', '--json'])).toEqual({ code: 0, out: expect.stringMatching(/^[{[].*\n$/), err: '' });
  });

  it.each(['api', 'worker', 'migrate'])('%s reads its settings and says which server is away', async (name) => {
    const { code, err } = await type([name], { DATABASE_URL: 'postgres://a:b@127.0.0.1:9/none' });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^Cannot start: DATABASE_URL: the database at 127\.0\.0\.1:9\/none cannot be used/),
    });
  });

  it('make-secrets and backup-timer run without the product', async () => {
    expect(await type(['make-secrets', '--to', join(place['home']!, 'secrets')])).toMatchObject({ code: 0, err: '' });
    expect(await type(['backup-timer'], { BACKUP_AT: '25:00' })).toMatchObject({
      code: 1,
      err: expect.stringContaining('BACKUP_AT must be'),
    });
  });

  it(
    'backup-timer --once makes a backup that restore takes',
    async () => {
      const backups = join(place['home']!, 'empty');
      expect(await type(['backup-timer', '--once'], { BACKUP_DIR: backups })).toMatchObject({ code: 0, err: '' });
      const [made] = readdirSync(backups);
      expect(made).toMatch(/^\d{4}-\d\d-\d\dT\d{4}$/);
      const { err } = await type(['restore', '--from', join(backups, made!), '--dry-run']);
      expect(err).toContain('The database is not empty');
    },
    MS,
  );

  it('is refused without a stack where it does not exist', async () => {
    const { code, err } = await type(['keys:nonsense']);
    expect([code, err]).toEqual([2, expect.stringMatching(/^There is no command keys:nonsense\n\nUsage: tidemark <command>/)]);
  });
});
