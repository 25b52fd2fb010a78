import { join } from 'node:path';
import { build, unbuilt } from './build.mjs';
import { pause } from './clock.mjs';
import { install, installed } from './install.mjs';
import { tryLock } from './lock.mjs';
import { root } from './root.mjs';

const LOCK = join(root, 'dist/.preparing');

async function takeTurn() {
  let told = false;
  for (;;) {
    const { release, holder } = tryLock(LOCK);
    if (release) return release;
    if (!told) process.stdout.write(`Waiting for process ${holder}, which installs or builds here ...\n`);
    told = true;
    await pause(250);
  }
}

async function inTurn(work) {
  const release = await takeTurn();
  try {
    await work();
  } finally {
    release();
  }
}

/** Builds what is out of date, or only the part of that name; nothing is written where nothing is. One process at a time does so. */
export async function prepareBuild(part) {
  if (unbuilt(part).length === 0) return;
  await inTurn(async () => {
    const parts = unbuilt(part); // another process may have built them meanwhile
    if (parts.length > 0) await build(parts);
  });
}

/** Installs what the lock file asks for, where that is not what is there. */
export async function prepareInstall() {
  if (installed()) return;
  await inTurn(async () => {
    if (!installed()) await install();
  });
}
