// Makes a backup every day: `tidemark backup-timer`. The first one at once where there is none of the last day, then at BACKUP_AT (UTC,
// 01:30). After each it deletes those that are older than BACKUP_KEEP_DAYS (35). A backup that fails is tried again after an hour; its exit
// code is in the log. With --once it makes one and ends with its exit code, for a timer of the system. Backups are folders of BACKUP_DIR
// (/backups), named after their time. Needs nothing but Node and the command `tidemark` beside it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { backUp, lastBackup, nextBackupAt, timerSettings } from './lib/backup-schedule.mjs';

const RETRY_MS = 3600 * 1000;

let running = null;
const say = (line) => process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), process: 'backup-timer', ...line })}\n`);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function tidemark(...words) {
  return new Promise((resolve, reject) => {
    running = spawn(process.execPath, [join(import.meta.dirname, 'tidemark.mjs'), ...words], { stdio: ['ignore', 'inherit', 'inherit'] });
    running.once('error', reject);
    running.once('exit', (code) => resolve(code ?? 1));
  });
}

async function runDaily(settings) {
  for (;;) {
    const at = nextBackupAt({ now: Date.now(), last: lastBackup(settings.folder), ...settings });
    say({ level: 'info', msg: 'next backup', at: new Date(at).toISOString() });
    await sleep(at - Date.now());
    const code = await backUp({ now: Date.now(), ...settings }, tidemark);
    say(code === 0 ? { level: 'info', msg: 'backup made' } : { level: 'error', msg: 'backup failed', code });
    if (code !== 0) await sleep(RETRY_MS);
  }
}

for (const signal of ['SIGTERM', 'SIGINT'])
  process.on(signal, () => {
    running?.kill(signal);
    process.exit(0);
  });
try {
  const settings = timerSettings(process.env);
  if (process.argv.includes('--once')) process.exitCode = await backUp({ now: Date.now(), ...settings }, tidemark);
  else await runDaily(settings);
} catch (error) {
  process.stderr.write(`Cannot start: ${error.message}\n`);
  process.exit(1);
}
