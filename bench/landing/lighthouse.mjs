import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { testTools } from '../../scripts/lib/testing/tools.mjs';

const VERSION = '13.5.0';
const BROWSER_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The folder with Lighthouse: LIGHTHOUSE_DIR, or the user's cache, where it is installed when it is first needed. */
function folder() {
  const own = process.env.LIGHTHOUSE_DIR;
  if (own) return own;
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), `tidemark-lighthouse-${VERSION}`);
  if (!existsSync(join(cache, 'node_modules/lighthouse'))) {
    console.log(
      `Installing Lighthouse ${VERSION} (some 200 MB) into ${cache}, for this bench alone. LIGHTHOUSE_DIR names a ` +
        'folder that has it already.',
    );
    mkdirSync(cache, { recursive: true });
    execFileSync(
      'npm',
      ['install', '--prefix', cache, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`],
      { stdio: 'inherit' },
    );
  }
  return cache;
}

/** Gives what visits a page as Lighthouse's mobile preset does, in a browser of its own each time, and answers its result. */
export async function lighthouse() {
  const modules = join(folder(), 'node_modules');
  const load = (path) => import(pathToFileURL(join(modules, path)).href);
  const [{ default: run }, { launch }] = await Promise.all([load('lighthouse/core/index.js'), load('chrome-launcher/dist/index.js')]);
  const { found: chromePath, tool } = testTools().find(({ variable }) => variable === 'TEST_DESKTOP_BROWSER');
  if (!chromePath) throw new Error(`${tool} is not on this machine: name one by CHROMIUM_PATH`);
  return async (url) => {
    const browser = await launch({ chromePath, chromeFlags: BROWSER_FLAGS });
    try {
      return (await run(url, { port: browser.port, output: 'json', logLevel: 'error', disableFullPageScreenshot: true })).lhr;
    } finally {
      browser.kill();
    }
  };
}
