import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/lib/ports.mjs';
import { root } from '../../scripts/lib/root.mjs';

/** Starts the built product as `npm start` does, with a data folder of its own that `stop` removes. */
export async function startProduct() {
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
  };
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  let isOver = false;
  const ended = new Promise((done) => child.once('exit', done)).then(() => (isOver = true));
  await new Promise((ready, failed) => {
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C ends all of it')) ready();
    });
    void ended.then(() => failed(new Error(`The product did not start:\n${printed}`)));
  });
  return {
    url,
    async stop() {
      if (!isOver) child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
