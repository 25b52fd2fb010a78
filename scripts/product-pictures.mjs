// Makes the pictures of the product: starts it with its demo data, signs in as the demo member and as the admin, and writes the dashboard,
// light and dark, to frontend/content/pictures for the landing page, and a tour of all parts to docs/pictures for the README. Needs
// Chromium (CHROMIUM_PATH, or where systems keep it).
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { pause } from './lib/clock.mjs';
import { freePort } from './lib/ports.mjs';
import { root } from './lib/root.mjs';

const HEROES = join(root, 'frontend/content/pictures');
const TOUR = join(root, 'docs/pictures');
const VIEW = { width: 1280, height: 800 };
/** Pixels written for each pixel of the view: sharp on the screens that most people have, without being twice the weight. */
const SCALE = 1.25;
const FIRST_READING_MS = 180_000;
const HISTORY_MS = 900_000;
const LOOK_EVERY_MS = 2_000;
const DRAWN_MS = 1_000;
const ADMIN = { email: 'admin@example.com', password: 'nineteen quiet tugboats at dawn' };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

const browserPath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
if (!browserPath) throw new Error('No Chromium here: name one by CHROMIUM_PATH');

/** Starts the product and answers its address and the sign-ins; the launcher prints the demo member's. */
async function startProduct(dataDir) {
  const [port, smtp] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      DEV_SMTP_PORT: String(smtp),
      SEED_DEMO: 'true',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
  return { child, url: `http://127.0.0.1:${port}`, member: { email, password: password.trim() }, admin: ADMIN };
}

/** The demo club has its history: all of it comes at once. */
async function readHistory({ url }) {
  const end = performance.now() + HISTORY_MS;
  for (;;) {
    const { data } = await (await fetch(`${url}/api/v1/track-record/summary`)).json();
    if (data.closed > 0) return;
    if (performance.now() > end) throw new Error('The demo club has no history');
    await pause(LOOK_EVERY_MS);
  }
}

async function signIn(browser, { url }, { email, password }, colorScheme, scale) {
  const page = await browser.newPage({ viewport: VIEW, deviceScaleFactor: scale, colorScheme, reducedMotion: 'reduce' });
  await page.goto(`${url}/#/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL((address) => !address.hash.startsWith('#/login'));
  return page;
}

/** As it stands, without what is about this moment and not about the product. */
async function pictureOf(page, colorScheme) {
  for (const close of await page.getByRole('button', { name: 'Dismiss' }).all()) await close.click();
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
  // Signing in takes up the account's own colour.
  await page.evaluate((mode) => (document.documentElement.dataset.color = mode), colorScheme);
  await page.mouse.move(0, 0);
  // A chart is drawn anew in the other colour.
  await page.waitForTimeout(DRAWN_MS);
  await page.evaluate(`document.activeElement?.blur(); scrollTo({ top: 0, behavior: 'instant' })`);
  return page.screenshot();
}

/** The first reading of the account is over, and the days of its portfolio are computed. */
async function readDashboard(page) {
  await page.getByText('Total equity').waitFor();
  await page.getByText('BTC', { exact: true }).first().waitFor({ timeout: FIRST_READING_MS });
  await page.getByText('Days end at 00:00 UTC').waitFor({ timeout: FIRST_READING_MS });
}

async function write(path, picture) {
  const { size } = await sharp(picture).webp({ quality: 82, effort: 6 }).toFile(path);
  process.stdout.write(`${relative(root, path)}  ${(size / 1024).toFixed(1)} kB\n`);
}

/** For the landing page: the dashboard alone. */
async function heroes(browser, product) {
  for (const mode of ['light', 'dark']) {
    const page = await signIn(browser, product, product.member, mode, SCALE);
    await readDashboard(page);
    await page.getByRole('region', { name: 'Sandbox' }).evaluate((banner) => banner.remove());
    await write(join(HEROES, `product-${mode}.webp`), await pictureOf(page, mode));
    await page.close();
  }
}

/** For the README: one of each part, as somebody meets them who starts it. */
async function tour(browser, product) {
  mkdirSync(TOUR, { recursive: true });
  const visitor = await browser.newPage({ viewport: VIEW, colorScheme: 'light', reducedMotion: 'reduce' });
  await visitor.goto(product.url);
  await visitor.getByText('BTC').first().waitFor();
  await write(join(TOUR, 'landing.webp'), await pictureOf(visitor, 'light'));
  await visitor.goto(`${product.url}/#/track-record`);
  await visitor.getByText('Month by month').waitFor();
  await write(join(TOUR, 'track-record.webp'), await pictureOf(visitor, 'light'));
  await visitor.close();
  const member = await signIn(browser, product, product.member, 'light', 1);
  await readDashboard(member);
  await write(join(TOUR, 'dashboard.webp'), await pictureOf(member, 'light'));
  await member.goto(`${product.url}/#/performance`);
  await member.getByText('Sharpe ratio').waitFor();
  await write(join(TOUR, 'performance.webp'), await pictureOf(member, 'dark'));
  await member.goto(`${product.url}/#/user-trade-signal`);
  const won = member.getByRole('row').filter({ hasText: 'Won' }).first();
  await won.getByRole('link', { name: 'Details' }).click();
  await member.getByText('Drawn with').waitFor();
  await write(join(TOUR, 'signal.webp'), await pictureOf(member, 'light'));
  await member.close();
  const admin = await signIn(browser, product, product.admin, 'light', 1);
  await admin.getByRole('heading', { name: 'Waiting for a decision' }).waitFor();
  await write(join(TOUR, 'console.webp'), await pictureOf(admin, 'light'));
  await admin.close();
}

const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-pictures-'));
const product = await startProduct(dataDir);
const browser = await chromium.launch({ executablePath: browserPath, args: FLAGS });
try {
  await readHistory(product);
  await heroes(browser, product);
  await tour(browser, product);
} finally {
  await browser.close();
  const ended = new Promise((done) => product.child.once('exit', done));
  product.child.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}
