// Makes the pictures of the product that the landing page shows: starts the product with its demo data, signs in as the demo member and writes
// the dashboard, light and dark, to frontend/content/pictures. Needs Chromium (CHROMIUM_PATH, or where systems keep it).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { freePort } from './lib/ports.mjs';
import { root } from './lib/root.mjs';

const FOLDER = join(root, 'frontend/content/pictures');
const VIEW = { width: 1280, height: 800 };
/** Pixels written for each pixel of the view: sharp on the screens that most people have, without being twice the weight. */
const SCALE = 1.25;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--hide-scrollbars'];

const browserPath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));
if (!browserPath) throw new Error('No Chromium here: name one by CHROMIUM_PATH');

/** Starts the product and answers its address and the demo member's sign-in, which the launcher prints. */
async function startProduct(dataDir) {
  const [port, smtp] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], { cwd: root, env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), DEV_SMTP_PORT: String(smtp), SEED_DEMO: 'true' }, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  await new Promise((ready, failed) => {
    child.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('Ctrl-C ends')) ready();
    });
    child.once('exit', () => failed(new Error(`The product ended:\n${printed}`)));
  });
  const [, email, password] = /^\s+.*club.*?(\S+@\S+)\s+(.+)$/im.exec(printed) ?? [];
  if (!password) throw new Error(`No demo member in what the launcher printed:\n${printed}`);
  return { child, url: `http://127.0.0.1:${port}`, email, password: password.trim() };
}

async function dashboard(browser, { url, email, password }, colorScheme) {
  const page = await browser.newPage({ viewport: VIEW, deviceScaleFactor: SCALE, colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${url}/#/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/#/trade-dashboard');
  await page.getByText('BTC', { exact: true }).first().waitFor();
  // The first sync is over.
  await page.getByText('Not synced yet').waitFor({ state: 'detached', timeout: 180_000 });
  // What is about this moment and not about the product.
  for (const close of await page.getByRole('button', { name: 'Dismiss' }).all()) await close.click();
  await page.getByRole('region', { name: 'Sandbox' }).evaluate((banner) => banner.remove());
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  // Signing in takes up the account's own colour.
  await page.evaluate((mode) => (document.documentElement.dataset.color = mode), colorScheme);
  await page.mouse.move(0, 0);
  await page.evaluate(`document.activeElement?.blur(); scrollTo({ top: 0, behavior: 'instant' })`);
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-pictures-'));
const product = await startProduct(dataDir);
const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
try {
  for (const mode of ['light', 'dark']) {
    const picture = await dashboard(browser, product, mode);
    const { size } = await sharp(picture).webp({ quality: 82, effort: 6 }).toFile(join(FOLDER, `product-${mode}.webp`));
    process.stdout.write(`product-${mode}.webp  ${(size / 1024).toFixed(1)} kB\n`);
  }
} finally {
  await browser.close();
  const ended = new Promise((done) => product.child.once('exit', done));
  product.child.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
