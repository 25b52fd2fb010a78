import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './root.mjs';
import { run, step } from './run-step.mjs';

const STAMP = join(root, 'node_modules/.tidemark-installed');

/** What node_modules should hold: the lock file's packages for this platform. */
function wanted() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  return `${lock} ${process.platform}-${process.arch}\n`;
}

export const installed = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted();

/** For trees that were installed by hand: says that node_modules is what the lock file asks for. */
export const markInstalled = () => writeFileSync(STAMP, wanted());

/** The npm that runs us, on the Node it runs on: the one in node_modules is about to be replaced. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  return script && node && existsSync(node) && !node.startsWith(join(root, 'node_modules')) ? [node, script] : ['npm'];
}

function environment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')));
  return { ...process.env, PATH: path.join(delimiter) };
}

/** `npm ci`, with everything that building and testing need whatever NODE_ENV says. */
export async function install() {
  const reason = existsSync(join(root, 'node_modules'))
    ? 'node_modules does not match package-lock.json'
    : 'the first time takes about a minute';
  await step(`Installing packages (${reason})`, 'Installed packages', async () => {
    const [command, ...before] = npm();
    await run('npm ci', command, [...before, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'], {
      env: environment(),
    });
    markInstalled();
  });
}
