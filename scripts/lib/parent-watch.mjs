import { basename } from 'node:path';
import { commandOf, parentOf } from './process-info.mjs';

const EVERY_MS = 250;

/**
 * Calls `gone` once whoever runs this script is gone. npm hands a signal to the shell between it and the script, and the shell dies of it
 * without passing it on; a killed npm tells nobody at all. Outside of npm only an IPC channel, where there is one, is watched.
 */
export function watchParent(gone) {
  if (process.channel) process.once('disconnect', gone);
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  // `sh -c` may stand between npm and us, or may have become us.
  const shell = /^(sh|dash|bash|ash|busybox|zsh)$/.test(basename(commandOf(parent).split(' ')[0] ?? ''));
  const npm = shell ? parentOf(parent) : null;
  const timer = setInterval(() => {
    if (process.ppid === parent && (!npm || parentOf(parent) === npm)) return;
    clearInterval(timer);
    gone();
  }, EVERY_MS);
  timer.unref();
}
