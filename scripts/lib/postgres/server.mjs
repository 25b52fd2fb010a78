import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '../clock.mjs';
import { Failure } from '../failure.mjs';
import { spawnGuarded } from '../guarded.mjs';
import { signal } from '../process-info.mjs';

const LOG_TAIL = 8_000;
const FAST_SHUTDOWN_MS = 20_000;
const IMMEDIATE_SHUTDOWN_MS = 5_000;

/** The superuser of every cluster made here; the application's own role too. */
export const ROLE = 'tidemark';

/** Fills a directory with an empty cluster whose only role signs in with the password in `passwordFile`. */
export async function initdb(binaries, user, { cluster, passwordFile, sync }) {
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = [
    '-D',
    cluster,
    '-U',
    ROLE,
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    ...locale,
    '--no-instructions',
    ...(sync ? [] : ['--no-sync']),
  ];
  try {
    await promisify(execFile)(join(binaries, 'bin/initdb'), options, { ...user, cwd: '/' });
  } catch (error) {
    throw new Failure(`initdb failed: ${(error.stderr || error.message).trim().split('\n').at(-1)}`, { cause: error });
  }
}

/** One run of the server under its guard. */
export class Server {
  #child;
  #log = '';

  constructor(binaries, { data, user, port, settings }) {
    const options = { listen_addresses: '127.0.0.1', unix_socket_directories: '', timezone: 'UTC', log_timezone: 'UTC', ...settings };
    const parameters = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#child = spawnGuarded(join(binaries, 'bin/postgres'), ['-D', data, '-p', String(port), ...parameters], { ...user, cwd: '/' });
    this.#child.stdout.resume();
    this.#child.stderr.on('data', (chunk) => (this.#log = (this.#log + chunk).slice(-LOG_TAIL)));
    /** Settles when the server has ended: { code, signal }. */
    this.exited = new Promise((done) => {
      this.#child.once('error', (error) => {
        this.#log += `FATAL: ${error.message}`;
        done({ code: 1, signal: null });
      });
      this.#child.once('exit', (code, name) => done({ code, signal: name }));
    });
    this.running = true;
    void this.exited.then(() => (this.running = false));
  }

  /** The reason the server gave for its end, or the end of its log. */
  get complaint() {
    const lines = this.#log.trim().split('\n');
    return lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*(FATAL|PANIC):\s*/, '') ?? lines.at(-1);
  }

  /** Disconnects everybody, writes a checkpoint and ends; harder where that takes too long. */
  async stop() {
    this.#signal('SIGINT');
    if (await until(() => !this.running, FAST_SHUTDOWN_MS)) return;
    this.kill();
    if (await until(() => !this.running, IMMEDIATE_SHUTDOWN_MS)) return;
    signal(-this.#child.pid, 'SIGKILL');
    await this.exited;
  }

  /** Ends without a checkpoint; the next start recovers from the log. */
  kill() {
    if (this.running) signal(-this.#child.pid, 'SIGQUIT');
  }

  #signal(name) {
    if (this.running) this.#child.kill(name);
  }
}
