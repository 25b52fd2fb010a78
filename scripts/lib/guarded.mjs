import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Handed to the shell as text: the file may be closed to the user that the command runs as.
const GUARD = readFileSync(new URL('./guard.sh', import.meta.url), 'utf8');

/**
 * Spawns a command that ends when this process does, even by SIGKILL. In a session of its own, so that Ctrl-C in a terminal reaches this
 * process alone. Standard input is taken by the guard; a signal to the child reaches the command as SIGINT.
 */
export function spawnGuarded(command, args, options = {}) {
  if (process.platform === 'win32') return spawn(command, args, { ...options, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const child = spawn('/bin/sh', ['-c', GUARD, 'guard', command, ...args], { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.on('error', () => undefined); // it ended first: its exit tells
  return child;
}
