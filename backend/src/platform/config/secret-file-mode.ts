import { statSync } from 'node:fs';

const OTHERS_MAY_WRITE = 0o002;
const GROUP_MAY_WRITE = 0o020;
const OTHERS_MAY_READ = 0o004;
/** Windows has no such modes: Node reports 0666 for every file there. */
const HAS_MODES = process.platform !== 'win32';

const modeOf = (path: string) => statSync(path).mode & 0o777;
const inOctal = (mode: number) => mode.toString(8).padStart(4, '0');

/** Throws if the file is writable by all users: whoever can replace a secret can choose it. The message follows the name of a variable. */
export function refuseWritableByOthers(path: string): void {
  if (!HAS_MODES) return;
  const mode = modeOf(path);
  if (mode & OTHERS_MAY_WRITE)
    throw new Error(`names a file that every user of this machine may change (mode ${inOctal(mode)}): chmod 600 ${path}`);
}

/**
 * Returns a warning for the start if others can read the file, else null. Not an error: secrets mounted by Kubernetes and Swarm are 0644 or
 * 0444 in a container with one user.
 */
export function looseModeWarning(path: string): string | null {
  if (!HAS_MODES) return null;
  const mode = modeOf(path);
  return mode & (OTHERS_MAY_READ | GROUP_MAY_WRITE)
    ? `${path} has mode ${inOctal(mode)}: other users of this machine may use it. Outside a container, chmod 600 it`
    : null;
}
