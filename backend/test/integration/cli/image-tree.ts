import { chmodSync, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Made while the image is built, by tools that a test need not run. */
const MADE_BY_BUILD = ['sbom.cdx.json'];

interface Lock {
  packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
}

/** One file at two places; a copy where the two are on different disks. */
function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to);
  }
}

function placeAll(from: string, to: string, skip: (name: string) => boolean = () => false): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (skip(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) placeAll(source, target, skip);
    else if (entry.isFile()) place(source, target);
  }
}

/** What `npm ci --omit=dev` installs, out of the packages that are here. */
function placePackages(to: string): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    // The image removes the Node that the project pins: it has its own.
    if (path === '' || dev || devOptional || !existsSync(path) || /^node_modules\/node-(bin|linux)-/.test(path)) continue;
    placeAll(path, join(to, path), (name) => name === 'node_modules');
  }
}

/**
 * Lays out under `root` the files of the image, as the last stage of the Dockerfile names them, and its command `tidemark`. Returns the
 * folder of that command. Throws where the Dockerfile copies something this does not know.
 */
export function layOutImage(root: string): string {
  const stages = readFileSync('Dockerfile', 'utf8')
    .replaceAll('\\\n', '')
    .split(/^FROM .*$/m);
  const last = stages.at(-1)!;
  const app = join(root, 'app');
  for (const [, , words] of last.matchAll(/^COPY (--from=\w+ )?(.+)$/gm)) {
    const sources = words!.trim().split(' ');
    const target = join(app, sources.pop()!);
    for (const source of sources.map((one) => one.replace(/^\/app\//, ''))) {
      if (MADE_BY_BUILD.includes(source)) continue;
      if (source === 'node_modules') placePackages(app);
      else if (source === 'dist') placeAll(source, target);
      else place(source, words!.trim().endsWith('/') ? join(target, basename(source)) : target);
    }
  }
  const [, script, command] = /ln -s \/app\/(\S+) (\S+)/.exec(last)!;
  const bin = join(root, dirname(command!));
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(app, script!), join(root, command!));
  chmodSync(root, 0o755);
  return bin;
}
