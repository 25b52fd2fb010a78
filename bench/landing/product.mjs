import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/lib/ports.mjs';
import { root } from '../../scripts/lib/root.mjs';

/**
 * Starts the built product as `npm start` does, with a data folder of its own that `stop` removes, and gives who may sign in by which
 * password. `settings` are variables of the environment.
 */
export async function startProduct(settings = {}) {
  const home = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    DATA_DIR: home,
    PORT: String(port),
    PUBLIC_URL: url,
    DEV_SMTP_PORT: String(smtpPort),
    SEED_DEMO: 'false',
    LOG_LEVEL: 'error',
    ...settings,
  };
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let isOver = false;
  const ended = new Promise((done) => child.once('exit', done)).then(() => (isOver = true));
  let printed = '';
  await new Promise((ready, failed) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C ends all of it')) ready();
    });
    void ended.then(() => failed(new Error(`The product did not start:\n${printed}`)));
  });
  const signIns = printed.split('\n').flatMap((line) => {
    const [, email, password] = /\s(\S+@\S+)\s+(\S.*)$/.exec(line) ?? [];
    return email ? [{ email, password: password.trim() }] : [];
  });
  return {
    url,
    signIns,
    async stop() {
      if (!isOver) child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
