import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesBelow } from './files.mjs';
import { pinnedNode } from './node24.mjs';
import { root } from './root.mjs';
import { run, step } from './run-step.mjs';

/**
 * What is built, from which files and folders, how, and what is there afterwards. A tree without the `needs` is a tree without that part.
 */
const BUILDS = [
  {
    name: 'back end',
    needs: 'nest-cli.json',
    sources: [
      'backend/src',
      'backend/locales',
      'nest-cli.json',
      'tsconfig.json',
      'tsconfig.build.json',
      'package-lock.json',
      'scripts/lib/bundle.mjs',
    ],
    makes: 'dist/backend/bundle/main.mjs',
    stamp: 'dist/.backend-built',
    build: async () => {
      await run('nest build', pinnedNode(), ['node_modules/@nestjs/cli/bin/nest.js', 'build', '-b', 'swc']);
      removeOrphans('dist/backend/src', 'backend/src');
      const { bundle } = await import('./bundle.mjs');
      await bundle();
    },
  },
  {
    name: 'web app',
    needs: 'frontend/vite.config.ts',
    sources: ['frontend', 'backend/src/platform/wire', 'package-lock.json'],
    makes: 'dist/frontend/index.html',
    stamp: 'dist/.frontend-built',
    build: () =>
      run('vite build', pinnedNode(), ['node_modules/vite/bin/vite.js', 'build', '-c', 'frontend/vite.config.ts', '--logLevel', 'warn']),
  },
];

/** Output of sources that are gone: an old migration in dist would still be run. */
function removeOrphans(output, sources) {
  for (const file of filesBelow(output).filter((name) => name.endsWith('.js'))) {
    const source = join(root, sources, relative(output, file)).replace(/\.js$/, '.ts');
    if (existsSync(source)) continue;
    for (const orphan of [file, `${file}.map`]) rmSync(join(root, orphan), { force: true });
  }
}

/** Generated files follow from the sources, and are written while they are built. */
function fingerprint({ sources }) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((path) => filesBelow(path)).filter((path) => !path.endsWith('.gen.ts')))
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function outdated(part) {
  if (!existsSync(join(root, part.needs))) return false;
  const stamp = join(root, part.stamp);
  return !existsSync(join(root, part.makes)) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(part);
}

/** The parts whose sources have changed since they were built, by name; `only` looks at one of them. */
export const unbuilt = (only) => BUILDS.filter((part) => (!only || part.name === only) && outdated(part)).map(({ name }) => name);

/** Builds what `unbuilt` names, side by side. */
export async function build(names) {
  await step(`Building ${names.join(' and ')}`, 'Built', async () => {
    mkdirSync(join(root, 'dist'), { recursive: true });
    const results = await Promise.allSettled(BUILDS.filter(({ name }) => names.includes(name)).map(buildPart));
    const failed = results.find(({ status }) => status === 'rejected');
    if (failed) throw failed.reason;
  });
}

async function buildPart(part) {
  const sources = fingerprint(part); // before the build: a file saved meanwhile makes the next start build again
  await part.build();
  writeFileSync(join(root, part.stamp), sources);
}
